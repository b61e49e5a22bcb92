// Code in documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { codeLines } from "./fences";

test("lines between fences are code, a shorter fence or one with words does not end them", () => {
  expect(codeLines(["a", "````python", "b", "```", "```` c", "````", "d", "~~~", "e"])).toEqual([false, true, true, true, true, true, false, true, true]);
  expect(codeLines(["no `code` here"])).toEqual([false]);
});
