// Which lines of a document are code.
// SPDX-License-Identifier: MIT OR Apache-2.0

/** For each line whether it stands between fences; the fences themselves do, too. */
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
