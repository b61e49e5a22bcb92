// The state of a search. The address of the page contains all of it, so a search can be shared.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Match, SearchRequest } from "../api/types";
import { formatRoute } from "../route";

export interface SearchState {
  query: string;
  project: string;
  languages: string[];
  paths: string;
  withoutTests: boolean;
  intent: string;
  ref: string;
  changedIn: string;
  count: number;
}

export const INTENTS = ["understand", "implement", "debug", "optimize", "test", "configure", "document"];
/** Numbers of results; "More" goes to the next one. */
export const COUNTS = [20, 60, 200, 1000];

export function readState(parameters: URLSearchParams): SearchState {
  const text = (name: string) => parameters.get(name) ?? "";
  const count = Number(text("n"));
  return {
    query: text("q"),
    project: text("project"),
    languages: text("lang").split(",").filter(Boolean),
    paths: text("path"),
    withoutTests: text("tests") === "no",
    intent: INTENTS.includes(text("intent")) ? text("intent") : "",
    ref: text("ref"),
    changedIn: text("changed"),
    count: COUNTS.includes(count) ? count : COUNTS[0]!,
  };
}

export function stateHref(state: SearchState): string {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string) => value && parameters.set(name, value);
  set("q", state.query);
  set("project", state.project);
  set("lang", state.languages.join(","));
  set("path", state.paths);
  set("tests", state.withoutTests ? "no" : "");
  set("intent", state.intent);
  set("ref", state.ref);
  set("changed", state.changedIn);
  set("n", state.count === COUNTS[0] ? "" : String(state.count));
  return formatRoute(["search"], parameters);
}

/** A key that identifies a match within its answer. */
export const keyOf = ({ audit, content, span }: Match): string => `${audit.node_id}:${content.chunk_id ?? ""}:${span[0]}`;

/** The number of active filters. */
export function filterCount(state: SearchState): number {
  const filters = [state.languages.length > 0, state.paths.trim(), state.withoutTests, state.ref, state.changedIn];
  return filters.filter(Boolean).length;
}

export const withoutFilters = (state: SearchState): SearchState => ({
  ...state,
  languages: [],
  paths: "",
  withoutTests: false,
  ref: "",
  changedIn: "",
});

/** Splits patterns at white space and commas, except inside braces: **\/*.{ts,tsx} is one pattern. */
export function splitPatterns(text: string): string[] {
  return (text.match(/(?:\{[^}]*\}|[^\s,])+/g) ?? []).slice(0, 100);
}

export function searchRequest(state: SearchState): SearchRequest {
  const request: SearchRequest = { query: state.query, limit: state.count, context_lines: 3, count_callers: true };
  if (state.project) request.project_id = state.project;
  if (state.languages.length > 0) request.focus_languages = state.languages;
  const paths = splitPatterns(state.paths);
  if (paths.length > 0) request.paths = paths;
  if (state.withoutTests) request.include_tests = false;
  if (state.intent) request.intent = state.intent;
  if (state.ref.trim()) request.ref = state.ref.trim();
  if (state.changedIn.trim()) request.changed_in = state.changedIn.trim();
  return request;
}
