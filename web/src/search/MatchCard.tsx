// MatchCard: one result with its place, relevance and best lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { memo, useCallback, useMemo, useState } from "react";
import type { Match, Span } from "../api/types";
import { CodeBlock } from "../code/CodeBlock";
import { answeringLines, askedLines, commonIndent, definitionLine, marksOf, shownLines, WHOLE_FIRST, WHOLE_LATER } from "../code/lines";
import { readAnswer } from "../code/page";
import { fileHref } from "../file/place";
import { editorHref } from "../preferences";
import { Icon } from "../shell/icons";
import { callersOf, documentPart, placeAfter, shortFolder, symbolOf } from "./place";
import type { SearchState } from "./state";
import { WhyPanel } from "./WhyPanel";

interface Props {
  match: Match;
  at: number;
  terms: Set<string>;
  isOpen: boolean;
  isChosen: boolean;
  /** The address of the editor; empty: files cannot be opened. */
  editor: string;
  isExplained: boolean;
  state: SearchState;
  // All cards get the same functions, so React only renders cards that change.
  onToggle: (match: Match) => void;
  onExplain: (match: Match) => void;
  onFocus: (at: number) => void;
}

export const MatchCard = memo(function MatchCard(props: Props) {
  const { match, at, terms, isOpen, isChosen, isExplained, editor, state } = props;
  const { file, content, span } = match;
  const source = content.content.replace(/\s+$/, "");
  const read = useMemo(() => (file.language === "html" ? readAnswer(source, terms) : null), [file.language, source, terms]);
  const lines = useMemo(() => read ?? source.split("\n"), [read, source]);
  const marks = useMemo(() => marksOf(lines, terms), [lines, terms]);
  const answers = useMemo(() => answeringLines(marks), [marks]);
  const definition = useMemo(() => definitionLine(match, lines), [match, lines]);
  const asked = useMemo(() => askedLines(match, lines, state.query, read === null), [match, lines, state.query, read]);
  const whole = at === 0 ? WHOLE_FIRST : WHOLE_LATER;
  const best = useMemo(() => shownLines(lines, { marks, definition, asked, whole }), [lines, marks, definition, asked, whole]);
  const shown = useMemo(() => (isOpen ? lines.map((_, index) => index) : best), [isOpen, lines, best]);
  const given = asked.isMarked ? asked.lines[0] : undefined;
  const isMarked = useCallback((index: number) => answers[index]! || index === definition || index === given, [answers, definition, given]);
  const isAsked = useCallback((index: number) => index === given, [given]);
  const { onToggle, onExplain, onFocus } = props;
  const toggle = useCallback(() => onToggle(match), [onToggle, match]);
  const indent = useMemo(() => commonIndent(shown.map((index) => lines[index]!)), [shown, lines]);
  const isCut = best.length < lines.length;
  const name = symbolOf(match);
  const callers = callersOf(match);
  const slash = file.path.lastIndexOf("/") + 1;
  const part = documentPart(content.metadata);
  const place = placeAfter(span, part);
  const href = matchHref(match, state);
  const callsHref = matchHref(match, state, span[0] + Math.max(definition ?? 0, 0));

  return (
    <article
      className={isChosen ? "match chosen" : "match"}
      tabIndex={-1}
      data-at={at}
      aria-label={place.startsWith(",") ? file.path + place : `${file.path}, lines ${span[0]} to ${span[1]}`}
      onFocus={() => onFocus(at)}
    >
      <header>
        <h2>
          <a href={href} title={`Show ${file.path} (Enter)`}>
            <span className="folder">{shortFolder(file.path)}</span>
            <span className="name">{file.path.slice(slash)}</span>
            <span className="span">{place}</span>
          </a>
        </h2>
        {name && <code className="symbol">{name}</code>}
        <span className="kinds">
          <span className="badge">{kindOf(match)}</span>
          {file.is_test && content.semantic_class !== "definition_test" && <span className="badge">test file</span>}
          {file.is_generated && <span className="badge">generated</span>}
        </span>
        {callers && (
          <a className="callers" href={callsHref} title="Show its callers and callees">
            {callers}
          </a>
        )}
        <Relevance value={match.relevance_score} />
        <span className="actions">
          <button
            type="button"
            className="tool explain"
            aria-expanded={isExplained}
            aria-label="Why it ranks here"
            title="Why it ranks here (w)"
            onClick={() => onExplain(match)}
          >
            <Icon name="why" />
          </button>
          {editor && file.absolute_path && (
            <a className="tool" href={editorHref(editor, file.absolute_path, span[0])} aria-label="Open in the editor" title="Open in the editor (o)">
              <Icon name="open" />
            </a>
          )}
          <CopyButton text={part ? file.path + place : `${file.path}:${span[0]}`} />
          {isCut && (
            <button
              type="button"
              className="tool fold"
              aria-expanded={isOpen}
              aria-label={isOpen ? "Only the best lines" : `All ${lines.length} lines`}
              title={isOpen ? "Only the best lines (x)" : `All ${lines.length} lines (x)`}
              onClick={toggle}
            >
              <Icon name="expand" />
            </button>
          )}
        </span>
      </header>
      <CodeBlock
        text={read ? read.join("\n") : source}
        language={file.language}
        first={part || read ? null : span[0]}
        shown={shown}
        isMarked={isMarked}
        isAsked={isAsked}
        indent={indent}
        onGap={toggle}
      />
      {isExplained && <WhyPanel match={match} state={state} />}
    </article>
  );
});

/** The address of a match: its file at its lines, or with the calls of the definition at a line. */
export function matchHref({ file, content, span, audit }: Match, state: SearchState, callsAt?: number): string {
  const { path, language } = file;
  const part = documentPart(content.metadata);
  const lines: Span = callsAt === undefined ? span : [callsAt, span[1]];
  return fileHref({ project: audit.project, path, language, lines, part, query: state.query, calls: callsAt !== undefined });
}

/** Words for the classes of chunks without a kind. */
const CLASSES: Record<string, string> = {
  definition_callable: "function",
  definition_type: "class",
  boundary_error: "error type",
  documentation_structured: "documentation",
  flow_branching: "branch",
  flow_iteration: "loop",
  operation_invocation: "call",
};

function kindOf({ content }: Match): string {
  const known = content.semantic_class ?? "text";
  return (content.metadata.kind ?? CLASSES[known] ?? known.replace(/^\w+?_/, "")).replaceAll("_", " ");
}

function Relevance({ value }: { value: number }) {
  const text = value.toFixed(2);
  return (
    <span className="relevance" title={`Relevance ${text}`}>
      <meter min={0} max={1} value={value} aria-label="Relevance" />
      <span aria-hidden="true">{text.replace(/^0/, "")}</span>
    </span>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1200);
  };
  return (
    <button type="button" className="tool" aria-label="Copy path and line" title="Copy path and line (c)" onClick={() => void copy()}>
      <Icon name={isDone ? "check" : "copy"} />
    </button>
  );
}
