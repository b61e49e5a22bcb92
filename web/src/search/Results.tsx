// Results: list of matches with keyboard navigation. Draws only visible cards.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useProjects } from "../api/queries";
import type { Match, SearchAnswer } from "../api/types";
import { queryTerms } from "../code/lines";
import { useKeys } from "../keyboard";
import { editorHref, preferences } from "../preferences";
import { go } from "../route";
import { useStore } from "../store";
import { MatchCard, matchHref } from "./MatchCard";
import { WhyNot } from "./WhyNot";
import { COUNTS, keyOf, type SearchState } from "./state";

interface Props {
  answer: SearchAnswer;
  state: SearchState;
  listRef: RefObject<HTMLOListElement | null>;
  onMore: (count: number) => void;
}

export function Results({ answer, state, listRef, onMore }: Props) {
  const { matches } = answer;
  const { data: known } = useProjects();
  const preferred = useStore(preferences).editor;
  const editor = known?.from_store ? "" : preferred; // the files of a store are on another machine
  const [at, setAt] = useState(-1);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [explained, setExplained] = useState<ReadonlySet<string>>(new Set());
  const [offset, setOffset] = useState(0);
  const terms = useMemo(() => queryTerms(state.query), [state.query]);
  const wanted = useRef(-1);

  useLayoutEffect(() => setOffset(listRef.current?.offsetTop ?? 0), [listRef, answer]);
  useEffect(() => setAt(-1), [state.query]);

  const rows = useWindowVirtualizer({
    count: matches.length,
    estimateSize: () => 260,
    overscan: 4,
    scrollMargin: offset,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 24,
    getItemKey: (index) => keyOf(matches[index]!),
  });

  const focus = (index: number) => {
    const element = listRef.current?.querySelector<HTMLElement>(`[data-at='${index}']`);
    if (!element) return false;
    element.focus({ preventScroll: true });
    return true;
  };
  // A card that was not visible is drawn only after scrolling.
  useEffect(() => {
    if (wanted.current >= 0 && focus(wanted.current)) wanted.current = -1;
  });
  const select = (index: number) => {
    const next = Math.max(0, Math.min(matches.length - 1, index));
    setAt(next);
    rows.scrollToIndex(next);
    wanted.current = focus(next) ? -1 : next;
  };
  const toggle = useCallback((match: Match) => setOpen((before) => toggled(before, keyOf(match))), []);
  const explain = useCallback((match: Match) => setExplained((before) => toggled(before, keyOf(match))), []);
  const chosen = matches[at];
  const openChosen = () => {
    if (chosen?.file.absolute_path && editor) location.assign(editorHref(editor, chosen.file.absolute_path, chosen.span[0]));
  };
  useKeys({
    j: () => select(at + 1),
    k: () => select(at - 1),
    ArrowDown: () => select(at + 1),
    ArrowUp: () => select(at - 1),
    Enter: () => chosen && go(matchHref(chosen, state)),
    o: openChosen,
    x: () => chosen && toggle(chosen),
    w: () => chosen && explain(chosen),
    c: () => chosen && void navigator.clipboard.writeText(`${chosen.file.path}:${chosen.span[0]}`),
    m: () => more !== undefined && onMore(more),
  });
  const more = matches.length === state.count ? COUNTS.find((count) => count > state.count) : undefined;

  return (
    <>
      <ol className="results" ref={listRef} aria-label="Results" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const match = matches[row.index]!;
          return (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              aria-setsize={matches.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start - offset}px)` }}
            >
              <MatchCard
                match={match}
                at={row.index}
                terms={terms}
                isOpen={open.has(keyOf(match))}
                isChosen={row.index === at}
                editor={editor}
                isExplained={explained.has(keyOf(match))}
                state={state}
                onToggle={toggle}
                onExplain={explain}
                onFocus={setAt}
              />
            </li>
          );
        })}
      </ol>
      {more !== undefined && (
        <p className="more">
          <button type="button" onClick={() => onMore(more)}>
            Up to {more} results <kbd aria-hidden="true">m</kbd>
          </button>
        </p>
      )}
      <WhyNot state={state} />
    </>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const changed = new Set(keys);
  if (!changed.delete(key)) changed.add(key);
  return changed;
}
