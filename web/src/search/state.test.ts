// Tests of addresses of searches (round trip) and of requests to the server.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { Match } from "../api/types";
import { parseRoute } from "../route";
import { filterCount, keyOf, readState, searchRequest, splitPatterns, stateHref, withoutFilters, type SearchState } from "./state";

const FULL: SearchState = {
  query: "how is C++ & “x” parsed? 100%",
  project: "shop",
  languages: ["python", "go"],
  paths: "src/**/*.{ts,tsx} !vendor",
  withoutTests: true,
  intent: "debug",
  ref: "feature/a#1",
  changedIn: "main..HEAD",
  count: 60,
};

test("an address brings back the search that it was made of", () => {
  const { path, parameters } = parseRoute(stateHref(FULL));
  expect(path).toEqual(["search"]);
  expect(readState(parameters)).toEqual(FULL);
});

test("what is as usual is not in the address", () => {
  expect(stateHref(readState(new URLSearchParams("q=retry")))).toBe("#/search?q=retry");
});

test("an address with values that nobody offers means the usual ones", () => {
  const state = readState(new URLSearchParams("q=a&intent=guess&n=7&tests=maybe&lang=,"));
  expect(state).toMatchObject({ intent: "", count: 20, withoutTests: false, languages: [] });
});

test("a request names only what was chosen", () => {
  expect(searchRequest(readState(new URLSearchParams("q=retry")))).toEqual({ query: "retry", limit: 20, context_lines: 3, count_callers: true });
  expect(searchRequest(FULL)).toMatchObject({
    project_id: "shop",
    focus_languages: ["python", "go"],
    paths: ["src/**/*.{ts,tsx}", "!vendor"],
    include_tests: false,
    intent: "debug",
    ref: "feature/a#1",
    changed_in: "main..HEAD",
  });
});

test("patterns are parted by white space and commas outside of braces", () => {
  expect(splitPatterns(" src,  **/*.{ts,tsx}\t!a b ")).toEqual(["src", "**/*.{ts,tsx}", "!a", "b"]);
});

test("clearing filters keeps the query, the intent and the project", () => {
  const cleared = withoutFilters(FULL);
  expect(filterCount(FULL)).toBe(5);
  expect(filterCount(cleared)).toBe(0);
  expect(cleared).toMatchObject({ query: FULL.query, intent: "debug", project: "shop" });
});

test("pieces of one long line are told apart, and so are two places of one piece", () => {
  const at = (chunk_id: string, line: number) => keyOf({ audit: { node_id: "n" }, content: { chunk_id }, span: [line, line] } as Match);
  expect(new Set([at("a", 1), at("b", 1), at("a", 2)]).size).toBe(3);
});
