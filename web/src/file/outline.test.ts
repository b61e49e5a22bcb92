// Tests of outlines: the depth of a definition, and the definition at a line.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Definition } from "../api/types";
import { entriesOf, entryAt } from "./outline";

const define = (name: string, from: number, to: number): Definition => ({ name, qualified_name: name, kind: "function", lines: [from, to] });
const FILE = entriesOf([define("Shelf", 3, 20), define("put", 5, 9), define("take", 11, 20), define("clear", 24, 30)]);

test("a definition lies as deep as definitions hold it", () => {
  expect(FILE.map(({ depth }) => depth)).toEqual([0, 1, 1, 0]);
});

test("one is in the innermost definition, between two in the one before", () => {
  const nameAt = (line: number) => FILE[entryAt(FILE, line)]?.name;
  expect([1, 3, 6, 10, 20, 22, 99].map(nameAt)).toEqual([undefined, "Shelf", "put", "Shelf", "take", "take", "clear"]);
});
