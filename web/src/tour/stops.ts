// The tour of the sample project of `codeweaver demo`: queries, and what to notice.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { formatRoute } from "../route";
import { Store } from "../store";

export interface Stop {
  title: string;
  text: string;
  part: "search" | "ask";
  query: string;
}

export const STOPS: Stop[] = [
  {
    title: "Ask in your own words",
    text: "The lines that answer are marked. Nothing in the code is called “several times”; it is found by what it does.",
    part: "search",
    query: "an upload is tried several times",
  },
  {
    title: "Documents are searched with the code",
    text: "Rules, reports and pages of help lie beside the source, and one question asks them all.",
    part: "search",
    query: "how long can a customer send things back",
  },
  {
    title: "A page of a Word document",
    text: "The answer names the page. Click its title to read on there.",
    part: "search",
    query: "may I give somebody a voucher without asking",
  },
  {
    title: "A slide, a cell of a notebook",
    text: "Slides and notebooks are named by their slide and cell.",
    part: "search",
    query: "what is planned for Norway",
  },
  {
    title: "A name",
    text: "A name finds its definition first, then what uses it. Names need not be whole.",
    part: "search",
    query: "authenticate_user",
  },
  {
    title: "A message from a log",
    text: "Paste what a program printed: the line that printed it comes first.",
    part: "search",
    query: "The archive refused an invoice for good",
  },
  {
    title: "Why here?",
    text: "Press w on a result to see what put it there, and “A file is missing?” under the list for one that is not there.",
    part: "search",
    query: "which requests need a session",
  },
  {
    title: "An answer with its sources",
    text: "Each statement names the place that it rests on. Here lines are quoted; with a model of your choice you get an answer in words.",
    part: "ask",
    query: "what happens to an invoice that was refunded",
  },
];

export const stopHref = ({ part, query }: Stop): string => formatRoute([part], new URLSearchParams({ q: query }));

const KEY = "codeweaver.tour";

function kept(): number {
  const at = Number(globalThis.sessionStorage?.getItem(KEY) ?? -1);
  return Number.isInteger(at) && at >= 0 && at < STOPS.length ? at : -1;
}

/** Current stop of the tour, kept for this tab; -1: not on the tour. */
export const tour = new Store<number>(kept());

export function goTo(stop: number): void {
  if (stop < 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, String(stop));
  tour.set(stop);
}
