// Tests of the rows of callers and callees: names, places, links, doubts and counts.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import type { CallGraphAnswer, CallMatch } from "../api/types";
import { parseRoute } from "../route";
import { callsOf, restOf, tally } from "./calls";
import { readFilePlace } from "./place";

const HERE = { path: "src/pool.py", language: "python" };
const ANSWER: CallGraphAnswer = { definitions: [], matches: [], outside: [], elsewhere: 0, by_name: 0, removed: [], depth: 1, deeper: 0, is_over_limit: false, is_out_of_time: false, warnings: [] };

const match = (name: string, path: string, more: Partial<CallMatch> = {}): CallMatch => ({
  symbol: { name, qualified_name: name && `Pool.${name}`, kind: "method", path, lines: [35, 50] },
  depth: 1,
  via: "open",
  path: path || HERE.path,
  lines: [40],
  link: "resolved",
  is_test: false,
  ...more,
});
const rowsOf = (...matches: CallMatch[]) => callsOf({ ...ANSWER, matches }, "shop", HERE);

test("a row leads to its definition, in the colours of its language", () => {
  const [same, other] = rowsOf(match("take", "src/pool.py"), match("take", "web/pool.tsx"));
  expect([same!.name, same!.place, same!.link]).toEqual(["Pool.take", "src/pool.py:35", "resolved"]);
  const place = readFilePlace(parseRoute(same!.href).parameters);
  expect(place).toMatchObject({ project: "shop", path: "src/pool.py", language: "python", lines: [35, 50] });
  expect(readFilePlace(parseRoute(other!.href).parameters).language).toBe("tsx");
});

test("code outside of definitions is its file, at the first use; a name without a place leads nowhere", () => {
  const [code, name] = rowsOf(match("", "", { path: "src/app.py", lines: [7, 9] }), match("close", "", { link: "by_name" }));
  expect([code!.name, code!.place]).toEqual(["app.py", "src/app.py:7"]);
  expect(readFilePlace(parseRoute(code!.href).parameters).lines).toEqual([7, 7]);
  expect([name!.name, name!.place, name!.href, name!.link]).toEqual(["Pool.close", "", "", "by_name"]);
});

test("a definition has one row, with its surest link", () => {
  const rows = rowsOf(match("take", "a.py", { link: "by_name" }), match("put", "a.py"), match("take", "a.py", { link: "candidates" }));
  expect(rows.map(({ name, link }) => [name, link])).toEqual([["Pool.take", "candidates"], ["Pool.put", "resolved"]]);
});

test("the tally counts rows and tests, and says if there are more", () => {
  const rows = rowsOf(match("take", "a.py"), match("test_take", "b.py", { is_test: true }));
  expect(tally(rows, false)).toBe("2, 1 test");
  expect(tally(rows.slice(0, 1), true)).toBe("first 1");
  expect(tally([], false)).toBe("0");
});

test("calls that leave the project and other meanings of the name are told in words", () => {
  const outside = Array.from({ length: 10 }, (_, at) => ({ name: `os.f${at}`, count: 1 }));
  expect(restOf({ ...ANSWER, outside: outside.slice(0, 2), elsewhere: 1 })).toEqual([
    "Outside the project: os.f0, os.f1",
    "1 more line with this name means something else",
  ]);
  expect(restOf({ ...ANSWER, outside })[0]).toMatch(/os\.f7 and 2 more$/);
  expect(restOf({ ...ANSWER, elsewhere: 3 })).toEqual(["3 more lines with this name mean something else"]);
  expect(restOf({ ...ANSWER, is_over_limit: true })).toEqual(["There are more than this page lists"]);
  expect(restOf({ ...ANSWER, is_out_of_time: true })).toEqual(["Linking took too long, so some may be missing"]);
});
