// Tests of the descriptions of features.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { featureName } from "./features";

test("all that the reranker measures is said in words, each otherwise", () => {
  const source = readFileSync(new URL("../../../src/model/learned_feature_names.cpp", import.meta.url), "utf8");
  const names = [...source.matchAll(/^ {4}"([a-z_]+)",$/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(50);
  const words = names.map(featureName);
  expect(names.filter((name, index) => words[index] === name.replaceAll("_", " "))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test("a feature of another reranker has its own name", () => {
  expect(featureName("my_own_one")).toBe("my own one");
});
