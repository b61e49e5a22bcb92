// Doubt: whether the first match of an answer is probably wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";

/** Same value as kGoodConfidence in the library. */
const GOOD_CONFIDENCE = 0.26;

/** Matches listed for a doubtful answer, one line each. */
export const NEAREST_SHOWN = 3;

export const isDoubtful = ({ matches, confidence }: Pick<SearchAnswer, "matches" | "confidence">): boolean =>
  matches.length > 0 && confidence !== undefined && confidence < GOOD_CONFIDENCE;
