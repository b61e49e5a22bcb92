// Converts HTML to readable text: paragraphs, headings and lists instead of tags.
// SPDX-License-Identifier: MIT OR Apache-2.0

import { marksOf } from "./lines";

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z!?][^>]*(?:>|$)/iy;
const HIDDEN = /<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/iy;
/** A link with only a symbol as its text; documentation uses it as the anchor of a heading. */
const SIGN_LINK = /<a\s[^>]*>\s*(?:[#¶§\u200b]|&(?:para|sect|#182|#xb6);)?\s*<\/a>/iy;
const TEXT = /[^<&\n]+|[<&\n]/y;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/iy;
const NAMED: Record<string, string> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”",
};
const BLOCKS = new Set(
  ("address article aside blockquote br caption dd details div dl dt figcaption h1 h2 h3 h4 h5 h6 hr li main nav ol p pre section summary " +
    "table title tr ul").split(" "),
);
const TEMPLATE = /\{\{|\{%|<%/;
const LEAST_TEXT = 30;
/** At least one part in this many must be text instead of tags. */
const LEAST_SHARE = 5;

/**
 * The lines of text, with code between fences. Null for templates and for HTML with little text: there the tags matter.
 */
export function readPage(html: string): string[] | null {
  const rows: string[] = [];
  let [row, mark, markup, at, code] = ["", "", 0, 0, 0];
  let isPreformatted = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(html);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const end = () => {
    const text = isPreformatted ? row.trimEnd() : row.replace(/ +/g, " ").trim();
    if (text || (isPreformatted && rows.at(-1) !== "```")) rows.push(mark + text);
    if (text) mark = "";
    row = "";
  };
  while (at < html.length) {
    const tag = take(HIDDEN) ?? take(SIGN_LINK) ?? take(MARKUP);
    if (tag) {
      const name = /^<\/?([a-z][a-z\d]*)/i.exec(tag[0])?.[1]?.toLowerCase() ?? "";
      const isEnd = tag[0].startsWith("</");
      if (/^<\?(?:php|=)/.test(tag[0]) || TEMPLATE.test(tag[0])) return null;
      markup += tag[0].length;
      if (name === "td" || name === "th") row += isEnd ? " " : row.trim() ? "| " : "";
      if (BLOCKS.has(name) && row.trim()) end();
      if (BLOCKS.has(name) && !isPreformatted) row = "";
      if (name === "pre" && isPreformatted === isEnd) {
        rows.push("```");
        isPreformatted = !isEnd;
      }
      if (name === "pre" || name === "code") code = Math.max(0, code + (isEnd ? -1 : 1));
      if (/^h[1-6]$/.test(name)) mark = isEnd ? "" : `${"#".repeat(Number(name[1]))} `;
      if (name === "li") mark = isEnd ? "" : "- ";
      continue;
    }
    const reference = take(REFERENCE);
    if (reference) {
      row += resolved(reference);
      continue;
    }
    const text = take(TEXT)![0];
    if (code === 0 && (TEMPLATE.test(text) || html.startsWith("<%", at - 1))) return null;
    if (isPreformatted && text === "\n") end();
    else row += isPreformatted ? text : text.replace(/\s+/g, " ");
  }
  end();
  if (isPreformatted) rows.push("```");
  const length = rows.reduce((sum, one) => sum + one.replace(/\s/g, "").length, 0);
  return length >= LEAST_TEXT && length * LEAST_SHARE >= length + markup ? rows : null;
}

/** Like readPage(), but also null if only the tags contain terms of the query. */
export function readAnswer(html: string, terms: Set<string>): string[] | null {
  const holds = (lines: string[]) => marksOf(lines, terms).some((mark) => mark.size > 0);
  const rows = readPage(html);
  return rows && (holds(rows) || !holds([html])) ? rows : null;
}

function resolved([all, decimal, hexadecimal, name]: RegExpExecArray): string {
  const value = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  if (Number.isNaN(value)) return NAMED[name ?? ""] ?? all;
  return value >= 32 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff) ? String.fromCodePoint(value === 160 ? 32 : value) : all;
}
