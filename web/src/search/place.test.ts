// What comes after the path of a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { documentPart, placeAfter } from "./place";

test("a document is said by its page, other files by their lines", () => {
  expect(placeAfter([3, 9], documentPart({ kind: "function" }))).toBe(":3–9");
  expect(placeAfter([3, 9], documentPart({ page: "3" }))).toBe(", page 3");
  expect(placeAfter([3, 9], documentPart({ slide: "2-4" }))).toBe(", slides 2-4");
});
