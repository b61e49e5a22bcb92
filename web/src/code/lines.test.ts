// The lines of a match that are shown and marked.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Match } from "../api/types";
import { answeringLines, commonIndent, definitionLine, marksOf, queryTerms, shownLines, stems } from "./lines";

const matchNamed = (chunk_name: string) => ({ content: { chunk_name } }) as Match;

test("identifiers are told in their parts and as a whole", () => {
  expect(stems("parseHTTPHeader_v2")).toEqual(["pars", "http", "head", "v2", "parsehttpheader_v2"]);
});

test("words of one stem are the same term, and words that tell nothing are none", () => {
  expect(queryTerms("where are the failed uploads retried")).toEqual(new Set(["fail", "upload", "retry"]));
  expect(queryTerms("retries")).toEqual(queryTerms("retry"));
});

test("lines are marked that hold at least half of what the best one holds", () => {
  const marks = marksOf(["upload failed, retry", "retry", "retry the upload", ""], queryTerms("retry failed uploads"));
  expect(marks.map((mark) => mark.size)).toEqual([3, 1, 2, 0]);
  expect(answeringLines(marks)).toEqual([true, false, true, false]);
});

test("a definition is found by its name, and not in a comment", () => {
  const lines = ["# validate it", "def validate_all():", "def validate(token):"];
  expect(definitionLine(matchNamed("auth.py:UserAuth.validate"), lines)).toBe(2);
  expect(definitionLine(matchNamed("a.cc:operator+="), ["bool operator+=(int);"])).toBe(0);
  expect(definitionLine(matchNamed(""), lines)).toBe(-1);
});

test("a short match is shown whole", () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  expect(shownLines(lines, marksOf(lines, new Set()), -1)).toHaveLength(12);
});

test("of a long match the definition and the two best places are shown, in order, and no gap of one line", () => {
  const lines = Array.from({ length: 60 }, () => "nothing");
  lines[0] = "def upload():";
  lines[20] = "retry the upload";
  lines[40] = "it failed";
  const shown = shownLines(lines, marksOf(lines, queryTerms("retry failed upload")), 0);
  for (const line of [0, 1, 20, 40]) expect(shown).toContain(line);
  expect(shown.length).toBeLessThan(16);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(shown.some((line, at) => at > 0 && line - shown[at - 1]! === 2)).toBe(false);
});

test("the indent that all lines share ignores empty ones", () => {
  expect(commonIndent(["    a", "", "      b"])).toBe(4);
  expect(commonIndent(["", " "])).toBe(0);
});
