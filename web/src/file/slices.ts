// Colours a long file in slices: only the visible part, while the browser is idle.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useMemo, useRef, useState } from "react";
import { tokenLines, useGrammars, type Token } from "../code/highlight";

/** Lines of a slice, and lines parsed before it to detect that it begins inside a comment or a string. */
const SLICE = 200;
const BEFORE = 150;

/** Tokens of a line, by its index; without colours until its slice is coloured. `first` and `last` are the visible lines. */
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
        timer.current = setTimeout(colour); // one at a time, so that scrolling stays smooth
        return;
      }
    };
    timer.current = setTimeout(colour, 30);
    return () => clearTimeout(timer.current);
  }, [grammars, known, lines, language, first, last]);
  return (line) => known.get(Math.floor(line / SLICE))?.[line % SLICE] ?? [{ text: lines[line] ?? "", kind: "" }];
}
