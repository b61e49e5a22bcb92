// Makes and reads addresses of files at given lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Span } from "../api/types";
import { formatRoute } from "../route";

export interface FilePlace {
  project: string;
  path: string;
  /** Id of the language, for syntax highlighting. */
  language: string;
  lines: Span | null;
  /** For a document: "page 3". */
  part: string;
  /** The query; its words are marked. */
  query: string;
  /** Whether callers and callees are shown at first. */
  calls?: boolean;
}

export function fileHref({ project, path, language, lines, part, query, calls }: FilePlace): string {
  const parameters = new URLSearchParams();
  const given = { project, path, language, lines: lines ? lines.join("-") : "", part, q: query, calls: calls ? "1" : "" };
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value);
  return formatRoute(["file"], parameters);
}

export function readFilePlace(parameters: URLSearchParams): FilePlace {
  const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(parameters.get("lines") ?? "") ?? [];
  const first = Number(from);
  const text = (name: string) => parameters.get(name) ?? "";
  return {
    project: text("project"),
    path: text("path"),
    language: text("language"),
    lines: first >= 1 ? [first, Math.max(first, Number(to ?? from))] : null,
    part: text("part"),
    query: text("q"),
    calls: parameters.has("calls"),
  };
}

/** A line of the file, or the start of a page, slide or cell of a document. */
export type Row = { kind: "line"; line: number } | { kind: "part"; name: string };

/**
 * The rows to show. For a document, `part` is the word for its parts. Its lines come from the extracted text, so they have no numbers,
 * and a row with a name precedes each part.
 */
export function rowsOf(lines: string[], part: string): Row[] {
  const name = /^(page|slide|cell)s? /.exec(part)?.[1];
  if (!name) return lines.map((_, line) => ({ kind: "line", line }));
  const mark = new RegExp(`^<!-- (${name} \\d+) -->$`);
  const rows: Row[] = [];
  lines.forEach((text, line) => {
    const begun = mark.exec(text)?.[1];
    rows.push(begun ? { kind: "part", name: begun } : { kind: "line", line });
  });
  return rows;
}

/** The row of a line (from 1); the row before it if that is the name of a part. */
export function rowOf(rows: Row[], line: number): number {
  const at = rows.findIndex((row) => row.kind === "line" && row.line >= line - 1);
  return at < 0 ? Math.max(0, rows.length - 1) : at;
}
