// Tokens of code: the same text, line by line, and never markup.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { expect, test } from "vitest";
import { grammars } from "./grammars";
import { tokenLines } from "./highlight";

const textOf = (lines: ReturnType<typeof tokenLines>) => lines.map((line) => line.map(({ text }) => text).join("")).join("\n");

test("tokens hold the text to the byte, over lines of strings and comments too", () => {
  const code = 'def f(a):\n    """Two\n    lines <b>."""\n    return a  # why\n';
  const lines = tokenLines(code, "python", grammars);
  expect(textOf(lines)).toBe(code);
  expect(lines[0]![0]).toEqual({ text: "def", kind: "keyword" });
  expect(lines[2]!.every(({ kind }) => kind === "string")).toBe(true);
});

test("script in code is text of a token", () => {
  const code = "<script>alert(1)</script>";
  for (const language of ["html", "markdown", "no such language"]) expect(textOf(tokenLines(code, language, grammars))).toBe(code);
});

test("without grammars, or of a language without one, code is plain", () => {
  expect(tokenLines("a\nb", "python", null)).toEqual([[{ text: "a", kind: "" }], [{ text: "b", kind: "" }]]);
  expect(tokenLines("a", "cobol", grammars)).toEqual([[{ text: "a", kind: "" }]]);
});

test("languages whose name is another one's have its grammar", () => {
  for (const language of ["tsx", "toml", "html", "vue", "proto", "objc", "containerfile"]) expect(grammars.knows(language)).toBe(true);
});
