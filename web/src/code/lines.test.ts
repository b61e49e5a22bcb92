// Tests of the shown and marked lines of a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Match } from "../api/types";
import { answeringLines, askedLines, commonIndent, definitionLine, marksOf, queryTerms, shownLines, stems, verbatimLines } from "./lines";

const matchNamed = (chunk_name: string) => ({ content: { chunk_name } }) as Match;
const matchAt = (first: number, metadata: Record<string, string>) => ({ content: { metadata }, span: [first, first + 99] }) as unknown as Match;
const shapeOf = (lines: string[], query: string, definition: number, whole = 12) => ({
  marks: marksOf(lines, queryTerms(query)),
  definition,
  asked: askedLines(matchAt(1, {}), lines, query, true),
  whole,
});

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
  expect(shownLines(lines, shapeOf(lines, "", -1))).toHaveLength(12);
});

test("a definition that is short from its name on is shown whole below a long comment", () => {
  const lines = [...Array.from({ length: 30 }, () => "# about it"), "def it():", ...Array.from({ length: 11 }, () => "    work()")];
  expect(shownLines(lines, shapeOf(lines, "", 30))).toEqual(Array.from({ length: 12 }, (_, index) => 30 + index));
});

test("of a long match the definition and the two best places are shown, in order, and no gap of one line", () => {
  const lines = Array.from({ length: 60 }, () => "nothing");
  lines[0] = "def upload():";
  lines[20] = "retry the upload";
  lines[40] = "it failed";
  const shown = shownLines(lines, shapeOf(lines, "retry failed upload", 0));
  for (const line of [0, 1, 20, 40]) expect(shown).toContain(line);
  expect(shown.length).toBeLessThan(16);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(shown.some((line, at) => at > 0 && line - shown[at - 1]! === 2)).toBe(false);
});

test("a line that holds the query word for word is shown, wherever other lines hold more of its words", () => {
  const lines = Array.from({ length: 60 }, (_, index) => `echo door failed, use start ${index}`);
  lines[33] = '  echo "WARN: doord failed to  start; use it"';
  lines[50] = "WARN doord failed start use it doord";
  expect(verbatimLines(lines, "warn: doord failed to start; use it")).toEqual([33]);
  const shape = shapeOf(lines, "WARN: doord failed to start; use it", -1);
  expect(shape.asked).toEqual({ lines: [33], isMarked: true });
  expect(shownLines(lines, shape)).toContain(33);
});

test("of a word one line that holds it is shown, also before the definition, and none is marked", () => {
  const lines = ["#define MAX_RETRY 5", "class Util {", ...Array.from({ length: 60 }, () => "  int a;")];
  const shape = shapeOf(lines, "MAX_RETRY", 1);
  expect(shape.asked).toEqual({ lines: [0], isMarked: false });
  expect(shownLines(lines, shape)).toContain(0);
  expect(verbatimLines(["MAX_RETRY_LATER"], "MAX_RETRY")).toEqual([]);
});

test("the line that the query gives is told by its number in the file", () => {
  const lines = Array.from({ length: 60 }, () => "nothing");
  const asked = askedLines(matchAt(101, { asked_line: "143" }), lines, "src/a.py:143", true);
  expect(asked).toEqual({ lines: [42], isMarked: true });
  const shown = shownLines(lines, { marks: marksOf(lines, new Set()), definition: 0, asked, whole: 12 });
  for (const line of [0, 41, 42, 43]) expect(shown).toContain(line);
  expect(askedLines(matchAt(101, { asked_line: "143" }), lines, "src/a.py:143", false).lines).toEqual([]);
});

test("the indent that all lines share ignores empty ones", () => {
  expect(commonIndent(["    a", "", "      b"])).toBe(4);
  expect(commonIndent(["", " "])).toBe(0);
});
