// Where a match is, as people say it: lines of a file, a page of a document.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Match, Span } from "../api/types";

/** Of a document: "page 3", "slides 2-4", "cell 7"; of other files nothing. */
export function documentPart(metadata: Record<string, string>): string {
  for (const name of ["page", "slide", "cell"]) {
    const part = metadata[name];
    if (part) return `${name}${part.includes("-") ? "s" : ""} ${part}`;
  }
  return "";
}

/** What comes after the path. Lines of a document are those of the text made of it, which nobody sees. */
export const placeAfter = (span: Span, part: string): string => (part ? `, ${part}` : `:${lineRange(span)}`);

const lineRange = ([from, to]: Span): string => (from === to ? String(from) : `${from}–${to}`);

/** "UserAuth.validate" out of "auth.py:UserAuth.validate"; the path of headings in a document. */
export function symbolOf({ file, content }: { file: Pick<Match["file"], "path">; content: Pick<Match["content"], "chunk_name"> }): string {
  const name = content.chunk_name ?? "";
  const base = file.path.slice(file.path.lastIndexOf("/") + 1);
  const rest = name.startsWith(base) ? name.slice(base.length).replace(/^:/, "") : name;
  return /^\d+(-\d+)?$/.test(rest) ? "" : rest;
}
