// Syntax colours: tokens for each line. The grammars are in a separate file, loaded when the first code is shown.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useSyncExternalStore } from "react";
import { Store } from "../store";

export interface Token {
  text: string;
  kind: string;
}

interface Node {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: Node[];
}

export interface Grammars {
  highlight(language: string, text: string): Node;
  knows(language: string): boolean;
}

const grammars = new Store<Grammars | null>(null);
let isLoading = false;

/** Null until the grammars are loaded; code is shown without colours until then. */
export function useGrammars(): Grammars | null {
  if (!isLoading) {
    isLoading = true;
    void import("./grammars").then((loaded) => grammars.set(loaded.grammars));
  }
  return useSyncExternalStore(grammars.subscribe, grammars.get);
}

/** Longer code is shown without colours, which would not help there. */
const MOST = 100_000;

/** The tokens of each line of a text. The kind of a token is the first word of its class, for example "keyword". */
export function tokenLines(text: string, language: string, known: Grammars | null): Token[][] {
  if (!known || !known.knows(language) || text.length > MOST)
    return text.split("\n").map((line) => [{ text: line, kind: "" }]);
  const lines: Token[][] = [[]];
  const walk = (node: Node, kind: string) => {
    if (node.type === "text") {
      const parts = (node.value ?? "").split("\n");
      parts.forEach((part, index) => {
        if (index > 0) lines.push([]);
        if (part) lines.at(-1)!.push({ text: part, kind });
      });
      return;
    }
    const names = node.properties?.className;
    const own = Array.isArray(names) ? String(names[0]).replace(/^hljs-/, "") : kind;
    for (const child of node.children ?? []) walk(child, own);
  };
  walk(known.highlight(language, text), "");
  return lines;
}
