// Parses explanations for display.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Match } from "../api/types";
import { featureName } from "./features";

export interface Component {
  name: string;
  score: number;
  weight: number;
}

const NAMES: Record<string, string> = { rerank: "reranker", dense: "meaning", sparse: "words", semantic: "kind of code" };

/** The parts that add up to the relevance; empty if the explanation has no such line. */
export function componentsOf(match: Match): Component[] {
  const sum = (match.explanation ?? []).find((line) => /^[\d.]+ = /.test(line)) ?? "";
  return [...sum.matchAll(/([a-z_]+) ([\d.]+) x ([\d.]+)/g)].map(([, name = "", score, weight]) => ({
    name: NAMES[name] ?? name,
    score: Number(score),
    weight: Number(weight),
  }));
}

export interface Effect {
  name: string;
  value: number;
}

/** The features with the largest effect on the reranker, in either direction. */
export function strongestEffects(match: Match, most = 8): Effect[] {
  return Object.entries(match.effects ?? {})
    .map(([name, value]) => ({ name: featureName(name), value }))
    .filter(({ value }) => Math.abs(value) >= 0.01)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.name.localeCompare(b.name))
    .slice(0, most);
}

/** Ranks of a match in each stage, from the lists of both sides to the answer. */
export function stepsOf(match: Match): { name: string; rank: number | undefined }[] {
  const { lexical, dense, fused, reranked, answer } = match.ranks ?? {};
  return [
    { name: "by words", rank: lexical },
    { name: "by meaning", rank: dense },
    { name: "both", rank: fused },
    { name: "reranked", rank: reranked },
    { name: "answer", rank: answer },
  ];
}
