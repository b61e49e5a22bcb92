// Doubt: decides if the first match is probably wrong, and the text to show.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";

/** The same value as kGoodConfidence in the library. */
const GOOD_CONFIDENCE = 0.26;

/** Number of matches to list then, one per line. */
export const NEAREST_SHOWN = 3;

export const isDoubtful = ({ matches, confidence }: Pick<SearchAnswer, "matches" | "confidence">): boolean =>
  matches.length > 0 && confidence !== undefined && confidence < GOOD_CONFIDENCE;
