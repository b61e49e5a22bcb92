// Prose: shows a line of text from a document with its formatting: headings, lists, code between fences.
// SPDX-License-Identifier: MIT OR Apache-2.0

/** "page 3" for the line before which page 3 begins; empty for other lines. */
export const partMark = (line: string): string => /^<!-- ((?:page|slide|cell) \d+) -->$/.exec(line)?.[1] ?? "";

/** Shows Markdown headings as headings. */
export function Prose({ text, isCode }: { text: string; isCode: boolean }) {
  if (isCode) return <code>{text}</code>;
  const part = partMark(text);
  if (part) return <small className="part-mark">{part}</small>;
  const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
  if (heading !== undefined) return <strong>{heading}</strong>;
  return text.replace(/^\\(?=[#`~<=-])/, "").replace(/^( *)- /, "$1• ");
}
