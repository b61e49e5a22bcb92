// Tests of parsed explanations.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Match } from "../api/types";
import { componentsOf, stepsOf, strongestEffects } from "./explain";

const match = {
  explanation: [
    "rank 1, relevance 0.761, similarity 0.987",
    "0.761 = rerank 0.918 x 0.50 + dense 0.597 x 0.30 + sparse 0.643 x 0.10 + semantic 0.590 x 0.10",
  ],
  effects: { file_coverage: 0.45, tokens: -0.6, depth: 0.001 },
  ranks: { lexical: 3, fused: 1 },
} as unknown as Match;

test("the parts of a relevance add up to it", () => {
  const parts = componentsOf(match);
  expect(parts.map(({ name }) => name)).toEqual(["reranker", "meaning", "words", "kind of code"]);
  expect(parts.reduce((sum, { score, weight }) => sum + score * weight, 0)).toBeCloseTo(0.761, 3);
});

test("effects come by strength, and those that change nothing not at all", () => {
  expect(strongestEffects(match)).toEqual([
    { name: "its length", value: -0.6 },
    { name: "share of the words in the file", value: 0.45 },
  ]);
});

test("a match without an explanation has none", () => {
  expect(componentsOf({} as Match)).toEqual([]);
  expect(strongestEffects({} as Match)).toEqual([]);
  expect(stepsOf(match).map(({ rank }) => rank)).toEqual([3, undefined, 1, undefined, undefined]);
});
