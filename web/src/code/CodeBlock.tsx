// CodeBlock: numbered lines of code, or lines of a document; lines that answer the query are marked.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { Fragment, memo, useMemo, type ReactNode } from "react";
import { tokenLines, useGrammars, type Token } from "./highlight";
import { Prose } from "./Prose";
import { codeLines, readLines } from "./fences";

interface Props {
  text: string;
  language: string;
  /** Number of the first line; null: no numbers, as for documents. */
  first: number | null;
  /** Indexes of the lines to show; gaps replace the others. */
  shown: number[];
  isMarked: (index: number) => boolean;
  /** True if the query names this line. */
  isAsked?: (index: number) => boolean;
  /** Amount of white space to remove from each line. */
  indent?: number;
  onGap?: () => void;
}

export const CodeBlock = memo(function CodeBlock({ first, ...props }: Props) {
  return first === null ? <ProseBlock {...props} /> : <Numbered {...props} first={first} />;
});

function Numbered({ text, language, first, shown, isMarked, isAsked, indent = 0, onGap }: Props & { first: number }) {
  const grammars = useGrammars();
  const lines = useMemo(() => tokenLines(text, language, grammars), [text, language, grammars]);
  return (
    <pre className="code" tabIndex={0}>
      <code>
        <Lines shown={shown} count={lines.length} isMarked={isMarked} isAsked={isAsked} onGap={onGap}>
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

function ProseBlock({ text, shown, isMarked, isAsked, onGap }: Pick<Props, "text" | "shown" | "isMarked" | "isAsked" | "onGap">) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const areCode = useMemo(() => codeLines(lines), [lines]);
  const areRead = useMemo(() => readLines(lines, areCode), [lines, areCode]);
  return (
    <div className="code prose">
      <Lines
        shown={shown.filter((index) => areRead[index])}
        count={lines.length}
        isMarked={isMarked}
        isAsked={isAsked}
        isMissed={(index) => areRead[index]! && lines[index]!.trim() !== ""}
        onGap={onGap}
      >
        {(index) => <Prose text={shortened(lines[index] ?? "")} isCode={areCode[index] ?? false} />}
      </Lines>
    </div>
  );
}

interface LinesProps extends Pick<Props, "shown" | "isMarked" | "isAsked" | "onGap"> {
  /** Tokens of all lines. */
  count: number;
  /** True if a hidden line leaves a visible gap; by default every line does. */
  isMissed?: (index: number) => boolean;
  children: (index: number) => ReactNode;
}

function Lines({ shown, count, isMarked, isAsked, isMissed = () => true, onGap, children }: LinesProps) {
  const missed = (from: number, to: number) => {
    let sum = 0;
    for (let i = from; i < to; ++i) if (isMissed(i)) ++sum;
    return sum;
  };
  const rest = shown.length > 0 ? missed(shown.at(-1)! + 1, count) : 0;
  return (
    <>
      {shown.map((index, at) => {
        const before = missed(at > 0 ? shown[at - 1]! + 1 : 0, index);
        const mark = isMarked(index) ? " marked" : "";
        return (
          <Fragment key={index}>
            {before > 0 && <Gap count={before} onOpen={onGap} />}
            <span className={`line${mark}${isAsked?.(index) ? " asked" : ""}`}>
              {children(index)}
              {"\n"}
            </span>
          </Fragment>
        );
      })}
      {rest > 0 && <Gap count={rest} onOpen={onGap} />}
    </>
  );
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

/** Longer lines are cut and marked; they are usually data. */
const MOST = 1000;

const shortened = (line: string) => (line.length > MOST ? `${line.slice(0, MOST)}…` : line);

/** The tokens of one line, without that much white space at its start. */
export function Tokens({ tokens, indent = 0 }: { tokens: Token[]; indent?: number }) {
  let cut = indent;
  let room = MOST;
  let hasMark = false;
  return tokens.map(({ text, kind }, index) => {
    const white = text.length - text.trimStart().length;
    const drop = Math.min(cut, white);
    cut = drop < text.length ? 0 : cut - drop;
    const kept = text.slice(drop, drop + room);
    const isCut = !hasMark && text.length - drop > room;
    hasMark ||= isCut;
    room -= kept.length;
    if (!kept && !isCut) return null;
    const all = isCut ? `${kept}…` : kept;
    return kind ? (
      <span key={index} className={`t-${kind}`}>
        {all}
      </span>
    ) : (
      all
    );
  });
}
