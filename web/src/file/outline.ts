// The outline of a file: its definitions as a tree, and the current one.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Definition } from "../api/types";

export interface Entry extends Definition {
  /** Number of definitions around it. */
  depth: number;
}

/** Input is sorted by line, outer definitions first. */
export function entriesOf(definitions: Definition[]): Entry[] {
  const around: number[] = []; // last lines of the definitions that may contain the next one
  return definitions.map((definition) => {
    while (around.length > 0 && around.at(-1)! < definition.lines[0]) around.pop();
    const depth = around.length;
    around.push(definition.lines[1]);
    return { ...definition, depth };
  });
}

/** Index of the innermost entry that contains a line (from 1); otherwise of the last entry before the line; -1 if there is none. */
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
