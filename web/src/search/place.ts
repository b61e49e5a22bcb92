// The place of a match as text: lines of a file, or a page of a document.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Match, Span } from "../api/types";
import { counted } from "../format";

/** For a document: "page 3", "slides 2-4", "cell 7"; empty for other files. */
export function documentPart(metadata: Record<string, string>): string {
  for (const name of ["page", "slide", "cell"]) {
    const part = metadata[name];
    if (part) return `${name}${part.includes("-") ? "s" : ""} ${part}`;
  }
  return "";
}

/** The text after the path. Documents have no line numbers: these would count lines of the extracted text. */
export const placeAfter = (span: Span, part: string): string => (part ? `, ${part}` : `:${lineRange(span)}`);

const lineRange = ([from, to]: Span): string => (from === to ? String(from) : `${from}–${to}`);

const MOST_OF_PATH = 72;

/** The folder of a path; long ones without the middle folders: "src/…/adapters/". */
export function shortFolder(path: string): string {
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const parts = folder.split("/").slice(0, -1);
  let [from, room] = [parts.length - 1, MOST_OF_PATH - (path.length - slash) - (parts[0] ?? "").length];
  while (from > 1 && room > parts[from]!.length) room -= parts[from--]!.length + 1;
  return path.length <= MOST_OF_PATH || from < 1 ? folder : `${parts[0]}/…/${parts.slice(from + 1).map((part) => `${part}/`).join("")}`;
}

/** "called by 7 (2 tests)"; empty if the callers are not known, or if there are none. */
export function callersOf({ callers, content }: { callers?: Match["callers"]; content: Pick<Match["content"], "semantic_class"> }): string {
  if (!callers?.total) return "";
  const tests = callers.tests > 0 ? ` (${counted(callers.tests, "test", "tests")})` : "";
  return `${content.semantic_class === "definition_callable" ? "called" : "used"} by ${callers.total}${tests}`;
}

/** "UserAuth.validate" for "auth.py:UserAuth.validate"; for a document the path of headings. */
export function symbolOf({ file, content }: { file: Pick<Match["file"], "path">; content: Pick<Match["content"], "chunk_name"> }): string {
  const name = content.chunk_name ?? "";
  const base = file.path.slice(file.path.lastIndexOf("/") + 1);
  const rest = name.startsWith(base) ? name.slice(base.length).replace(/^:/, "") : name;
  return /^\d+(-\d+)?$/.test(rest) ? "" : rest;
}
