// What comes after the path of a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { documentPart, placeAfter, symbolOf } from "./place";

test("a document is said by its page, other files by their lines", () => {
  expect(placeAfter([3, 9], documentPart({ kind: "function" }))).toBe(":3–9");
  expect(placeAfter([3, 9], documentPart({ page: "3" }))).toBe(", page 3");
  expect(placeAfter([3, 9], documentPart({ slide: "2-4" }))).toBe(", slides 2-4");
});

test("a match is named by its definition or its headings, not by its file or its lines", () => {
  const named = (path: string, chunk_name?: string) => symbolOf({ file: { path }, content: { chunk_name } });
  expect(named("src/auth.py", "auth.py:UserAuth.validate")).toBe("UserAuth.validate");
  expect(named("guide.html", "guide.html:Guide/Install")).toBe("Guide/Install");
  expect(named("notes.txt", "notes.txt:3-9")).toBe("");
  expect(named("notes.txt")).toBe("");
});
