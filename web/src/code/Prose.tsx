// Prose: a line of the text that was read of a document, as one reads it: headings, lists, code between fences.
// SPDX-License-Identifier: MIT OR Apache-2.0

/** "page 3" of the line before which that begins; empty: of any other. */
export const partMark = (line: string): string => /^<!-- ((?:page|slide|cell) \d+) -->$/.exec(line)?.[1] ?? "";

/** What its text marks as a heading looks like one. */
export function Prose({ text, isCode }: { text: string; isCode: boolean }) {
  if (isCode) return <code>{text}</code>;
  const part = partMark(text);
  if (part) return <small className="part-mark">{part}</small>;
  const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
  if (heading !== undefined) return <strong>{heading}</strong>;
  return text.replace(/^\\(?=[#`~<=-])/, "").replace(/^( *)- /, "$1• ");
}
