// Finds the lines of a document that are code.
// SPDX-License-Identifier: MIT OR Apache-2.0

/** For each line: true if it is between fences or is a fence. */
export function codeLines(lines: string[]): boolean[] {
  let fence = "";
  return lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (!fence) {
      fence = mark;
      return mark !== "";
    }
    if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    return true;
  });
}

/** For each line: true if it is shown. Fences are hidden, and so are empty lines except one between other lines. */
export function readLines(lines: string[], areCode: boolean[]): boolean[] {
  let isApart = true; // at the start, or after an empty line
  return lines.map((line, index) => {
    if (areCode[index] && /^ {0,3}(`{3,}|~{3,})/.test(line)) return false;
    const isEmpty = line.trim() === "";
    if (isEmpty && isApart) return false;
    isApart = isEmpty;
    return true;
  });
}
