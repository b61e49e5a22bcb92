// Chooses the lines of a match that answer the query, and the lines to show first.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Match } from "../api/types";

/** Words that say nothing about code. */
const COMMON = new Set(
  ("a an and any are as at be by can code do does done file files find for from function get gets has have how i if in into is it its " +
    "me my not of on or our out show so some that the their them then there this to up use used uses using want was we what when " +
    "where which who why will with you").split(" "),
);

function stem(word: string): string {
  const cut = word.replace(/(?:ies|ied)$/, "y").replace(/(?:ing|ers?|ed|es|s|e)$/, "");
  return cut.length >= 3 ? cut : word;
}

/** Stems of the words of a text, including the parts of identifiers. */
export function stems(text: string): string[] {
  const out: string[] = [];
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    const parts = word
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .split(/[\s_]+/)
      .filter(Boolean);
    for (const part of parts) out.push(stem(part.toLowerCase()));
    if (parts.length > 1) out.push(word.toLowerCase());
  }
  return out;
}

/** The terms of a query to search for in lines. */
export function queryTerms(query: string): Set<string> {
  const words = (query.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !COMMON.has(word.toLowerCase()));
  return new Set(words.flatMap(stems).filter((term) => term.length > 1));
}

/** The terms in each line. */
export function marksOf(lines: string[], terms: Set<string>): Set<string>[] {
  return lines.map((line) => new Set(terms.size > 0 ? stems(line).filter((word) => terms.has(word)) : []));
}

/** The lines to mark: those with at least half as many terms as the best line. */
export function answeringLines(marks: Set<string>[]): boolean[] {
  const most = Math.max(0, ...marks.map((mark) => mark.size));
  return marks.map((mark) => mark.size > 0 && 2 * mark.size >= most);
}

/** Index of the line that defines the name of the match; -1 if there is none. */
export function definitionLine(match: Match, lines: string[]): number {
  const name = (match.content.chunk_name ?? "").split(/[:.#\\/]/).pop() ?? "";
  if (!name) return -1;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "u");
  return lines.findIndex((line) => !/^\s*(?:#|\/|\*|"|'|-|;|%)/.test(line) && word.test(line));
}

const RUN = 3;
/** The first match and later matches are shown whole up to this number of lines. */
export const WHOLE_FIRST = 40;
export const WHOLE_LATER = 12;

/** Normalises a text for comparison: lower case, without white space that a formatter may change. */
function squeezed(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(?<![\p{L}\p{N}_]) | (?![\p{L}\p{N}_])/gu, "");
}

/** Indexes of the lines that contain the query literally, with or without quotation marks around it. */
export function verbatimLines(lines: string[], query: string): number[] {
  const text = squeezed(query.trim().replace(/^(["'`])(.+)\1$/s, "$2"));
  if (text.length < 3) return [];
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  const holds = (line: string) => {
    for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      const begins = !isWord(text[0]) || !isWord(line[at - 1]);
      if (begins && (!isWord(text.at(-1)) || !isWord(line[at + text.length]))) return true;
    }
    return false;
  };
  return lines.flatMap((line, index) => (holds(squeezed(line)) ? [index] : []));
}

/**
 * Candidate lines; at least one of them must be shown. They are the line that the query names ("a.py:12", a frame of a trace), or the lines
 * that contain the query literally. `isMarked`: mark the first of them, because the query is more than a single word.
 */
export interface Asked {
  lines: number[];
  isMarked: boolean;
}

export function askedLines(match: Match, lines: string[], query: string, isAsInFile: boolean): Asked {
  const given = Number(match.content.metadata.asked_line) - match.span[0];
  if (isAsInFile && given >= 0 && given < lines.length) return { lines: [given], isMarked: true };
  return { lines: verbatimLines(lines, query), isMarked: /\s/.test(query.trim()) };
}

interface Run {
  begin: number;
  end: number;
}

function bestRun(marks: Set<string>[], from: number, taken: Run, known: Set<string>): Run | null {
  let best: Run | null = null;
  let most: [number, number] = [0, 0];
  for (let i = from; i < marks.length; ++i) {
    const run = { begin: i, end: Math.min(marks.length, i + RUN) };
    if (marks[i]!.size === 0 || (run.begin < taken.end && taken.begin < run.end)) continue;
    const held = marks.slice(run.begin, run.end);
    const terms = new Set(held.flatMap((mark) => [...mark]));
    const news = [...terms].filter((term) => !known.has(term)).length;
    const times = held.reduce((sum, mark) => sum + mark.size, 0);
    const sum: [number, number] = [2 * news + terms.size, times];
    if (sum[0] < most[0] || (sum[0] === most[0] && sum[1] <= most[1])) continue;
    most = sum;
    best = run;
  }
  return best;
}

/** Inputs that decide which lines of a match are shown. */
export interface Shape {
  marks: Set<string>[];
  definition: number;
  asked: Asked;
  /** A match, or a definition from its name on, is shown whole up to this number of lines. */
  whole: number;
}

/**
 * Indexes of the lines to show. Short match: all lines. Long match: the line with the definition, the two runs with most terms of the query,
 * and a line that the query names.
 */
export function shownLines(lines: string[], { marks, definition, asked, whole }: Shape): number[] {
  const start = Math.max(definition, 0);
  const wanted = asked.isMarked ? asked.lines.slice(0, 1) : asked.lines;
  if (lines.length <= whole) return lines.map((_, index) => index);
  const isBelow = wanted.length === 0 || wanted.some((index) => index >= start);
  if (definition >= 0 && isBelow && lines.length - start <= whole) return lines.flatMap((_, index) => (index >= start ? [index] : []));
  const shown = new Set<number>([start, start + 1]);
  const none = { begin: 0, end: 0 };
  const first = bestRun(marks, start, none, new Set());
  const known = new Set(first ? marks.slice(first.begin, first.end).flatMap((mark) => [...mark]) : []);
  const second = first && bestRun(marks, start, first, known);
  for (const run of [first, second])
    if (run) for (let i = run.begin; i < run.end + 1; ++i) if (i < run.end || lines[i]?.trim()) shown.add(i);
  if (!first) for (let i = start; i < start + 2 * RUN; ++i) shown.add(i);
  if (wanted.length > 0 && !wanted.some((index) => shown.has(index)))
    for (let i = Math.max(0, wanted[0]! - 1); i <= wanted[0]! + 1; ++i) shown.add(i);
  const sorted = [...shown]
    .filter((index) => index < lines.length)
    .sort((a, b) => a - b)
    .filter((index, at, all) => lines[index]!.trim() || all[at + 1] === index + 1); // no gap after an empty line
  // A gap of one line needs as much space as the line itself.
  return sorted.flatMap((index, at) => (at > 0 && index - sorted[at - 1]! === 2 ? [index - 1, index] : [index]));
}

/** The white space at the start of all lines. */
export function commonIndent(lines: string[]): number {
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  return indents.length > 0 ? Math.min(...indents) : 0;
}
