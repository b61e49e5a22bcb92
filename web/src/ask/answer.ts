// Answers of a model: reads the events of the server and splits the text for display.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { events } from "../api/events";
import type { Span } from "../api/types";

/** The language of HTML shown as text, without its tags. */
export const PAGE_LANGUAGE = "page";

export interface Passage {
  path: string;
  lines: Span;
  symbol: string;
  language: string;
  content: string;
  /** For a document: "page 3". */
  part?: string;
}

export interface Answer {
  text: string;
  citations: { path: string; lines: Span; part?: string; text: string; unverified?: string[] }[];
  model: string;
  warnings: string[];
  interpreted_query?: string;
}

export interface Asked {
  question: string;
  passages: Passage[] | null;
  /** The text received so far. */
  text: string;
  answer: Answer | null;
  failure: string;
}

interface Failure {
  error: { message: string; details?: { action?: string } };
}

/** Asks a question and calls `tell` with the state at each step. Errors: as send(). */
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

/** Splits an answer into text, `code`, fenced blocks and [n]; all other markup stays text. */
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
  /** The cited lines. */
  lines: Span;
  /** For a document: "page 3". */
  part?: string;
  /** Quotes in the answer that the source does not contain. */
  unverified?: string[];
  /** The definition or the path of headings; empty if there is none. */
  symbol: string;
  language: string;
  /** The lines to show, including lines around the cited ones. `first`: the number of the first line. */
  text: string;
  first: number;
}

/** Lines shown before and after the cited ones. */
const AROUND = 4;
const MOST_LINES = 16;

/** A place with some lines around it, from the passage that contains it. */
export function placeOf(path: string, lines: Span, passages: Passage[]): Place {
  const passage = passages.find((one) => one.path === path && one.lines[0] <= lines[0] && lines[1] <= one.lines[1]);
  if (!passage) return { path, lines, symbol: "", language: "", text: "", first: lines[0] };
  const all = passage.content.replace(/\s+$/, "").split("\n");
  const start = passage.lines[0];
  const from = Math.max(0, lines[0] - start - AROUND);
  const to = Math.min(lines[1] - start + 1 + AROUND, from + MOST_LINES);
  return { path, lines, symbol: passage.symbol, language: passage.language, text: all.slice(from, to).join("\n"), first: start + from };
}
