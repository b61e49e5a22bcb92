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

const MOST_OF_PATH = 72;

/** The folder that a path begins with; of a long path without folders from its middle: "src/…/adapters/". */
export function shortFolder(path: string): string {
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const parts = folder.split("/").slice(0, -1);
  let [from, room] = [parts.length - 1, MOST_OF_PATH - (path.length - slash) - (parts[0] ?? "").length];
  while (from > 1 && room > parts[from]!.length) room -= parts[from--]!.length + 1;
  return path.length <= MOST_OF_PATH || from < 1 ? folder : `${parts[0]}/…/${parts.slice(from + 1).map((part) => `${part}/`).join("")}`;
}

/** "UserAuth.validate" out of "auth.py:UserAuth.validate"; the path of headings in a document. */
export function symbolOf({ file, content }: { file: Pick<Match["file"], "path">; content: Pick<Match["content"], "chunk_name"> }): string {
  const name = content.chunk_name ?? "";
  const base = file.path.slice(file.path.lastIndexOf("/") + 1);
  const rest = name.startsWith(base) ? name.slice(base.length).replace(/^:/, "") : name;
  return /^\d+(-\d+)?$/.test(rest) ? "" : rest;
}
