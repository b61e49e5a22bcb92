// Tests of addresses of files, and of the rows of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { parseRoute } from "../route";
import { fileHref, readFilePlace, rowOf, rowsOf, type FilePlace } from "./place";

test("an address says what it was made of", () => {
  const place: FilePlace = { project: "shop", path: "a b/c#.py", language: "python", lines: [3, 9], part: "", query: "x & y", calls: true };
  const route = parseRoute(fileHref(place));
  expect(route.path).toEqual(["file"]);
  expect(readFilePlace(route.parameters)).toEqual(place);
});

test("lines that are none are left out", () => {
  for (const lines of ["", "0", "x", "3-y", "-1"]) expect(readFilePlace(new URLSearchParams({ lines })).lines).toBeNull();
  expect(readFilePlace(new URLSearchParams({ lines: "9-3" })).lines).toEqual([9, 9]);
});

test("a document is shown by its parts, other files by their lines", () => {
  const lines = ["<!-- page 1 -->", "One", "<!-- page 2 -->", "Two"];
  expect(rowsOf(lines, "pages 1-2")).toEqual([
    { kind: "part", name: "page 1" },
    { kind: "line", line: 1 },
    { kind: "part", name: "page 2" },
    { kind: "line", line: 3 },
  ]);
  expect(rowsOf(lines, "").every((row) => row.kind === "line")).toBe(true);
  expect(rowOf(rowsOf(lines, "page 2"), 4)).toBe(3);
  expect(rowOf(rowsOf(lines, ""), 99)).toBe(3);
});
