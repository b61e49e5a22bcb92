// Tests of doubtful answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Match } from "../api/types";
import { isDoubtful } from "./doubt";

test("an answer is in doubt below the library's bound, never without matches or without a confidence", () => {
  const matches = [{} as Match];
  expect(isDoubtful({ matches, confidence: 0.25 })).toBe(true);
  expect(isDoubtful({ matches, confidence: 0.26 })).toBe(false);
  expect(isDoubtful({ matches })).toBe(false);
  expect(isDoubtful({ matches: [], confidence: 0 })).toBe(false);
});
