// Answers of a model: what the server tells while one comes, and the text in pieces for the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { events } from "../api/events";
import type { Span } from "../api/types";

/** The language of HTML that is given as it is read, without its tags. */
export const PAGE_LANGUAGE = "page";

export interface Passage {
  path: string;
  lines: Span;
  symbol: string;
  language: string;
  content: string;
  /** Of a document: "page 3". */
  part?: string;
}

export interface Answer {
  text: string;
  citations: { path: string; lines: Span; part?: string; text: string; unverified?: string[] }[];
  model: string;
  warnings: string[];
}

export interface Asked {
  question: string;
  passages: Passage[] | null;
  /** What has come of the text. */
  text: string;
  answer: Answer | null;
  failure: string;
}

interface Failure {
  error: { message: string; details?: { action?: string } };
}

/** Asks, and tells what has come at each step. Errors: as send(). */
export async function ask(question: string, project: string, signal: AbortSignal, tell: (asked: Asked) => void): Promise<void> {
  let asked: Asked = { question, passages: null, text: "", answer: null, failure: "" };
  const body = JSON.stringify(project ? { question, project_id: project } : { question });
  for await (const { event, data } of events("/api/v1/ask", { method: "POST", body, signal, headers: { "Content-Type": "application/json" } })) {
    const told: unknown = JSON.parse(data);
    if (event === "passages") asked = { ...asked, passages: told as Passage[] };
    if (event === "token") asked = { ...asked, text: asked.text + (told as { text: string }).text };
    if (event === "answer") asked = { ...asked, answer: told as Answer };
    if (event === "failure") asked = { ...asked, failure: (told as Failure).error.message };
    tell(asked);
  }
}

export type Piece = { kind: "text" | "code" | "block"; text: string } | { kind: "citation"; number: number };

/** Text, `code`, fenced blocks and [n]; everything else of an answer is shown as it stands. */
export function pieces(text: string, citations: number): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`|\[(\d+)\]/g)) {
    const [all, block, code, number] = found;
    const piece: Piece | null =
      block !== undefined
        ? { kind: "block", text: block.replace(/\n$/, "") }
        : code !== undefined
          ? { kind: "code", text: code }
          : Number(number) >= 1 && Number(number) <= citations
            ? { kind: "citation", number: Number(number) }
            : null;
    if (!piece) continue;
    if (found.index > at) out.push({ kind: "text", text: text.slice(at, found.index) });
    out.push(piece);
    at = found.index + all.length;
  }
  if (at < text.length) out.push({ kind: "text", text: text.slice(at) });
  return out;
}

export interface Place {
  path: string;
  /** What is named. */
  lines: Span;
  /** Of a document: "page 3". */
  part?: string;
  /** What the answer quotes with it and no source holds. */
  unverified?: string[];
  /** The definition, or the path of headings; empty: none. */
  symbol: string;
  language: string;
  /** Lines to show, those around what is named among them, and the number of the first. */
  text: string;
  first: number;
}

/** Lines shown before and after those that are named. */
const AROUND = 4;
const MOST_LINES = 16;

/** A place with some lines around it, out of the passage that holds it. */
export function placeOf(path: string, lines: Span, passages: Passage[]): Place {
  const passage = passages.find((one) => one.path === path && one.lines[0] <= lines[0] && lines[1] <= one.lines[1]);
  if (!passage) return { path, lines, symbol: "", language: "", text: "", first: lines[0] };
  const all = passage.content.replace(/\s+$/, "").split("\n");
  const start = passage.lines[0];
  const from = Math.max(0, lines[0] - start - AROUND);
  const to = Math.min(lines[1] - start + 1 + AROUND, from + MOST_LINES);
  return { path, lines, symbol: passage.symbol, language: passage.language, text: all.slice(from, to).join("\n"), first: start + from };
}
