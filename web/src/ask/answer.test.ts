// Tests of the pieces of an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { pieces, placeOf } from "./answer";

test("citations that there are become links, numbers that name none stay text", () => {
  expect(pieces("Retried [1], a list [7].", 1)).toEqual([
    { kind: "text", text: "Retried " },
    { kind: "citation", number: 1 },
    { kind: "text", text: ", a list [7]." },
  ]);
});

test("code is told from text, and markup is text", () => {
  expect(pieces("Use `put()`:\n```python\nput(1)\nx[1]\n```\n<b>", 1)).toEqual([
    { kind: "text", text: "Use " },
    { kind: "code", text: "put()" },
    { kind: "text", text: ":\n" },
    { kind: "block", text: "put(1)\nx[1]" },
    { kind: "text", text: "\n<b>" },
  ]);
});

test("an answer without anything is none", () => {
  expect(pieces("", 0)).toEqual([]);
});

test("a place is shown with the lines around it, of the passage that holds it", () => {
  const content = Array.from({ length: 40 }, (_, index) => `line ${index + 10}`).join("\n");
  const passage = { path: "a.py", lines: [10, 49] as [number, number], symbol: "Pool.take", language: "python", content };
  const place = placeOf("a.py", [20, 21], [passage]);
  expect(place).toMatchObject({ first: 16, symbol: "Pool.take", language: "python" });
  expect(place.text.split("\n")).toEqual(Array.from({ length: 10 }, (_, index) => `line ${index + 16}`));
  expect(placeOf("a.py", [10, 49], [passage]).text.split("\n")).toHaveLength(16);
  expect(placeOf("b.py", [3, 4], [passage]).text).toBe("");
});
