// Colours of a long file, made slice by slice where one looks, while nothing else is to be done.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useMemo, useRef, useState } from "react";
import { tokenLines, useGrammars, type Token } from "../code/highlight";

/** Lines of a slice, and those read before it to know whether it begins in a comment or a text. */
const SLICE = 200;
const BEFORE = 150;

/** The tokens of a line, by its index; plain until its slice is coloured. `first` and `last` are what is on screen. */
export function useSlices(lines: string[], language: string, first: number, last: number): (line: number) => Token[] {
  const grammars = useGrammars();
  const known = useMemo(() => new Map<number, Token[][]>(), [lines, language, grammars]);
  const [, setDone] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!grammars) return;
    const colour = () => {
      for (let slice = Math.floor(first / SLICE); slice <= Math.floor(last / SLICE); ++slice) {
        if (known.has(slice)) continue;
        const from = slice * SLICE;
        const begin = Math.max(0, from - BEFORE);
        known.set(slice, tokenLines(lines.slice(begin, from + SLICE).join("\n"), language, grammars).slice(from - begin));
        setDone((done) => done + 1);
        timer.current = setTimeout(colour); // one at a time, so that scrolling goes on
        return;
      }
    };
    timer.current = setTimeout(colour, 30);
    return () => clearTimeout(timer.current);
  }, [grammars, known, lines, language, first, last]);
  return (line) => known.get(Math.floor(line / SLICE))?.[line % SLICE] ?? [{ text: lines[line] ?? "", kind: "" }];
}
