// Outline: definitions or headings of a file; marks the visible one. One Tab stop; arrow keys move inside.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { Entry } from "./outline";

const ENTRY_HEIGHT = 28;
const DEEPEST = 5;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

export function Outline({ entries, current, onGo }: { entries: Entry[]; current: number; onGo: (index: number) => void }) {
  const scroller = useRef<HTMLElement>(null);
  const wanted = useRef(-1); // receives the focus when it is drawn
  const list = useVirtualizer({ count: entries.length, getScrollElement: () => scroller.current, estimateSize: () => ENTRY_HEIGHT, overscan: 10 });
  const stop = Math.max(0, current);
  useEffect(() => {
    if (!scroller.current?.contains(document.activeElement)) list.scrollToIndex(stop);
  }, [list, stop]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).dataset.entry);
    const step = STEPS[event.key];
    if (!step || Number.isNaN(at)) return;
    event.preventDefault();
    wanted.current = step(at, entries.length - 1);
    list.scrollToIndex(wanted.current);
    take(scroller.current?.querySelector(`[data-entry="${wanted.current}"]`) ?? null);
  };
  const take = (button: Element | null) => {
    if (!(button instanceof HTMLElement) || Number(button.dataset.entry) !== wanted.current) return;
    wanted.current = -1;
    button.focus({ preventScroll: true });
  };

  return (
    <nav className="outline" aria-label="Outline" ref={scroller} onKeyDown={move}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const { name, kind, depth, qualified_name } = entries[index]!;
          return (
            <li key={key} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                data-entry={index}
                ref={take}
                tabIndex={index === stop ? 0 : -1}
                aria-current={index === current ? "true" : undefined}
                title={`${qualified_name} (${kind})`}
                style={{ paddingInlineStart: 10 + 14 * Math.min(depth, DEEPEST) }}
                onClick={() => onGo(index)}
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
