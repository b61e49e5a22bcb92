// Tests of code in documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { codeLines, readLines } from "./fences";

test("lines between fences are code, a shorter fence or one with words does not end them", () => {
  expect(codeLines(["a", "````python", "b", "```", "```` c", "````", "d", "~~~", "e"])).toEqual([false, true, true, true, true, true, false, true, true]);
  expect(codeLines(["no `code` here"])).toEqual([false]);
});

test("fences are not read, nor are empty lines one after another", () => {
  const lines = ["", "a", "", "```python", "", "b", "", "```", "", "c"];
  const read = readLines(lines, codeLines(lines));
  expect(lines.filter((_, index) => read[index])).toEqual(["a", "", "b", "", "c"]);
});
