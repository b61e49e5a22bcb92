// The stops of the tour through the sample of `codeweaver demo`: queries with explanations.
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
    text: "The lines that answer are marked. Nothing in the code is named “several times”; the search finds it by its meaning.",
    part: "search",
    query: "an upload is tried several times",
  },
  {
    title: "Documents are searched with the code",
    text: "Rules, reports and help pages are next to the source code. One question searches them all.",
    part: "search",
    query: "how long can a customer send things back",
  },
  {
    title: "A page of a Word document",
    text: "The result shows the page. Click its title to read that page.",
    part: "search",
    query: "may I give somebody a voucher without asking",
  },
  {
    title: "A slide, a cell of a notebook",
    text: "Results in slides and notebooks show the slide or cell.",
    part: "search",
    query: "what is planned for Norway",
  },
  {
    title: "A name",
    text: "A name finds its definition first, then its uses. Part of a name is enough.",
    part: "search",
    query: "authenticate_user",
  },
  {
    title: "A message from a log",
    text: "Paste the output of a program. The line that printed it comes first.",
    part: "search",
    query: "The archive refused an invoice for good",
  },
  {
    title: "Why here?",
    text: "Press w on a result to see why it ranks there. Use “A file is missing?” below the list for a file that is not in it.",
    part: "search",
    query: "which requests need a session",
  },
  {
    title: "An answer with its sources",
    text: "Each statement cites its source. This sample only quotes lines; with a model of your choice you get an answer in words.",
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

/** The current stop, kept for this tab; -1: the tour is not running. */
export const tour = new Store<number>(kept());

export function goTo(stop: number): void {
  if (stop < 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, String(stop));
  tour.set(stop);
}
