// CodeBlock: numbered lines of code, or those of a document, with those marked that answer the query.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Fragment, memo, useMemo, type ReactNode } from "react";
import { tokenLines, useGrammars, type Token } from "./highlight";
import { Prose } from "./Prose";
import { codeLines, readLines } from "./fences";

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
  if (first === null) return <ProseBlock text={text} shown={shown} isMarked={isMarked} onGap={onGap} />;
  return <Numbered text={text} language={language} first={first} shown={shown} isMarked={isMarked} indent={indent} onGap={onGap} />;
});

function Numbered({ text, language, first, shown, isMarked, indent = 0, onGap }: Props & { first: number }) {
  const grammars = useGrammars();
  const lines = useMemo(() => tokenLines(text, language, grammars), [text, language, grammars]);
  return (
    <pre className="code" tabIndex={0}>
      <code>
        <Lines shown={shown} isMarked={isMarked} onGap={onGap}>
          {(index) => (
            <>
              <span className="number" aria-hidden="true">
                {first + index}
              </span>
              <Tokens tokens={lines[index] ?? []} indent={indent} />
            </>
          )}
        </Lines>
      </code>
    </pre>
  );
}

function ProseBlock({ text, shown, isMarked, onGap }: Pick<Props, "text" | "shown" | "isMarked" | "onGap">) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const areCode = useMemo(() => codeLines(lines), [lines]);
  const areRead = useMemo(() => readLines(lines, areCode), [lines, areCode]);
  return (
    <div className="code prose">
      <Lines shown={shown.filter((index) => areRead[index])} isMarked={isMarked} isMissed={(index) => areRead[index]!} onGap={onGap}>
        {(index) => <Prose text={(lines[index] ?? "").slice(0, MOST)} isCode={areCode[index] ?? false} />}
      </Lines>
    </div>
  );
}

interface LinesProps extends Pick<Props, "shown" | "isMarked" | "onGap"> {
  /** Whether a line that is not shown is missed; all are unless it says so. */
  isMissed?: (index: number) => boolean;
  children: (index: number) => ReactNode;
}

function Lines({ shown, isMarked, isMissed = () => true, onGap, children }: LinesProps) {
  return shown.map((index, at) => {
    const before = at > 0 ? shown[at - 1]! : index - 1;
    let missed = 0;
    for (let i = before + 1; i < index; ++i) if (isMissed(i)) ++missed;
    return (
      <Fragment key={index}>
        {missed > 0 && <Gap count={missed} onOpen={onGap} />}
        <span className={isMarked(index) ? "line marked" : "line"}>
          {children(index)}
          {"\n"}
        </span>
      </Fragment>
    );
  });
}

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
