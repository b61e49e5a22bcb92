// Doubt: whether the first match is probably wrong, and what is said then.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";

/** kGoodConfidence of the library. */
const GOOD_CONFIDENCE = 0.26;

/** Matches that are named then, a line each. */
export const NEAREST_SHOWN = 3;

export const isDoubtful = ({ matches, confidence }: Pick<SearchAnswer, "matches" | "confidence">): boolean =>
  matches.length > 0 && confidence !== undefined && confidence < GOOD_CONFIDENCE;
