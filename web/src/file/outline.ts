// The outline of a file: its definitions as a tree, and the current one.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Definition } from "../api/types";

export interface Entry extends Definition {
  /** Number of enclosing definitions. */
  depth: number;
}

/** Expects definitions sorted by line, outer ones first. */
export function entriesOf(definitions: Definition[]): Entry[] {
  const around: number[] = []; // last lines of the definitions that may contain the next one
  return definitions.map((definition) => {
    while (around.length > 0 && around.at(-1)! < definition.lines[0]) around.pop();
    const depth = around.length;
    around.push(definition.lines[1]);
    return { ...definition, depth };
  });
}

/** Index of the innermost definition that contains `line` (from 1), else of the last one before it; -1 if there is none. */
export function entryAt(entries: Entry[], line: number): number {
  let before = -1;
  let holding = -1;
  for (const [index, { lines }] of entries.entries()) {
    if (lines[0] > line) break;
    before = index;
    if (line <= lines[1]) holding = index;
  }
  return holding < 0 ? before : holding;
}
