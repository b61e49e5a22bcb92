// Tests of keys and pairs of keys.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { KeySequence } from "./keyboard";

const bound = (name: string) => ["j", "g s", "s"].includes(name);

test("a pair goes before its single key, within a second", () => {
  const keys = new KeySequence();
  expect(keys.press("g", 0, bound)).toBe("");
  expect(keys.press("s", 900, bound)).toBe("g s");
  expect(keys.press("s", 950, bound)).toBe("s");
  expect(keys.press("g", 5000, bound)).toBe("");
  expect(keys.press("s", 6500, bound)).toBe("s");
});

test("keys that nothing is bound to mean nothing", () => {
  expect(new KeySequence().press("q", 0, bound)).toBe("");
});
