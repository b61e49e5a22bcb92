// Callers and callees of a definition, as the rows of two lists.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { CallGraphAnswer, CallLink, CallMatch } from "../api/types";
import { count, counted } from "../format";
import { fileHref } from "./place";

/** A definition that calls another one or is called by it. */
export interface Call {
  key: string;
  name: string;
  /** File and line of the definition; empty if only its name is known. */
  place: string;
  /** The page of the file at the definition; empty if only its name is known. */
  href: string;
  link: CallLink;
  isTest: boolean;
}

/** Words for links that are not sure. */
export const DOUBTS: Record<CallLink, string> = { resolved: "", candidates: "one of several", by_name: "by name only" };
const SUREST: CallLink[] = ["resolved", "candidates", "by_name"];

/** The rows in the order of the answer. Each definition has one row, with its surest link. */
export function callsOf(answer: CallGraphAnswer, project: string, here: { path: string; language: string }): Call[] {
  const rows = new Map<string, Call>();
  for (const match of answer.matches) {
    const row = callOf(match, project, here);
    const known = rows.get(row.key);
    if (!known) rows.set(row.key, row);
    else if (SUREST.indexOf(row.link) < SUREST.indexOf(known.link)) known.link = row.link;
  }
  return [...rows.values()];
}

function callOf({ symbol, path: from, lines, link, is_test }: CallMatch, project: string, here: { path: string; language: string }): Call {
  const isCode = symbol.name === ""; // code outside of all definitions, shown at its first use
  const path = isCode ? from : symbol.path;
  const span = isCode ? ([lines[0] ?? 1, lines[0] ?? 1] as const) : symbol.lines;
  const place = path ? `${path}:${span[0]}` : "";
  const language = extension(path) === extension(here.path) ? here.language : extension(path);
  return {
    key: isCode ? path : `${symbol.qualified_name} ${place}`,
    name: isCode ? path.slice(path.lastIndexOf("/") + 1) : symbol.qualified_name,
    place,
    href: path && fileHref({ project, path, language, lines: [span[0], span[1]], part: "", query: "" }),
    link,
    isTest: is_test,
  };
}

/** The grammars for syntax highlighting also know the usual extensions of their languages. */
const extension = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** "12, 3 tests"; "first 100" if there are more. */
export function tally(calls: Call[], isOverLimit: boolean): string {
  const tests = calls.filter(({ isTest }) => isTest).length;
  return `${isOverLimit ? "first " : ""}${count(calls.length)}${tests > 0 ? `, ${counted(tests, "test")}` : ""}`;
}

/** What the rows do not show, in sentences. */
export function restOf({ outside, elsewhere, is_over_limit, is_out_of_time }: CallGraphAnswer): string[] {
  const MOST = 8;
  const names = outside.slice(0, MOST).map(({ name }) => name);
  const more = outside.length > MOST ? ` and ${count(outside.length - MOST)} more` : "";
  return [
    ...(names.length > 0 ? [`Outside the project: ${names.join(", ")}${more}`] : []),
    ...(elsewhere > 0 ? [`${counted(elsewhere, "more line")} with this name ${elsewhere === 1 ? "means" : "mean"} something else`] : []),
    ...(is_over_limit ? ["There are more than this page lists"] : []),
    ...(is_out_of_time ? ["Linking took too long, so some may be missing"] : []),
  ];
}
