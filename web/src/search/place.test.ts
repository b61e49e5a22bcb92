// Tests of the text after the path of a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { callersOf, documentPart, placeAfter, shortFolder, symbolOf } from "./place";

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

test("callers are counted, with tests apart", () => {
  const content = { semantic_class: "definition_callable" };
  expect(callersOf({ content, callers: { total: 7, tests: 1 } })).toBe("called by 7 (1 test)");
  expect(callersOf({ content: { semantic_class: "definition_type" }, callers: { total: 2, tests: 0 } })).toBe("used by 2");
  expect(callersOf({ content, callers: { total: 0, tests: 0 } })).toBe("");
  expect(callersOf({ content })).toBe("");
});

test("folders of long paths are left out from the middle, and never the file", () => {
  expect(shortFolder("src/billing/upload.py")).toBe("src/billing/");
  expect(shortFolder("upload.py")).toBe("");
  const deep = "src/main/java/com/example/organisation/department/subsystem/internal/adapters/";
  expect(shortFolder(`${deep}UploadConfiguration.java`)).toBe("src/…/department/subsystem/internal/adapters/");
  expect(shortFolder(`${deep}${"Long".repeat(20)}.java`)).toBe("src/…/");
  expect(shortFolder(`${"one".repeat(30)}/upload.py`)).toBe(`${"one".repeat(30)}/`);
});
