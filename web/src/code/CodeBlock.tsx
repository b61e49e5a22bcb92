// CodeBlock: numbered lines of code, with those marked that answer the query.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Fragment, memo, useMemo } from "react";
import { tokenLines, useGrammars, type Token } from "./highlight";

interface Props {
  text: string;
  language: string;
  /** Number of the first line; null: lines have none, as those of a document. */
  first: number | null;
  /** Lines to show, by their index; all others are behind gaps. */
  shown: number[];
  isMarked: (index: number) => boolean;
  /** White space cut off each line. */
  indent?: number;
  onGap?: () => void;
}

export const CodeBlock = memo(function CodeBlock({ text, language, first, shown, isMarked, indent = 0, onGap }: Props) {
  const grammars = useGrammars();
  const lines = useMemo(() => tokenLines(text, language, grammars), [text, language, grammars]);
  return (
    <pre className={first === null ? "code prose" : "code"} tabIndex={0}>
      <code>
        {shown.map((index, at) => {
          const before = at > 0 ? shown[at - 1]! : index - 1;
          return (
            <Fragment key={index}>
              {index > before + 1 && <Gap count={index - before - 1} onOpen={onGap} />}
              <span className={isMarked(index) ? "line marked" : "line"}>
                {first !== null && (
                  <span className="number" aria-hidden="true">
                    {first + index}
                  </span>
                )}
                <Tokens tokens={lines[index] ?? []} indent={indent} />
                {"\n"}
              </span>
            </Fragment>
          );
        })}
      </code>
    </pre>
  );
});

function Gap({ count, onOpen }: { count: number; onOpen?: () => void }) {
  const text = `${count} line${count === 1 ? "" : "s"}`;
  if (!onOpen) return <span className="gap">⋯ {text}</span>;
  return (
    <button type="button" className="gap" tabIndex={-1} onClick={onOpen}>
      ⋯ {text}
    </button>
  );
}

/** Longer lines are cut: they are data. */
const MOST = 1000;

/** The tokens of one line, without white space of that length before it. */
export function Tokens({ tokens, indent = 0 }: { tokens: Token[]; indent?: number }) {
  let cut = indent;
  let room = MOST;
  return tokens.map(({ text, kind }, index) => {
    const white = text.length - text.trimStart().length;
    const drop = Math.min(cut, white);
    cut = drop < text.length ? 0 : cut - drop;
    const kept = text.slice(drop, drop + room);
    if (!kept) return null;
    room -= kept.length;
    return kind ? (
      <span key={index} className={`t-${kind}`}>
        {kept}
      </span>
    ) : (
      kept
    );
  });
}
