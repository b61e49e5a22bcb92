// AskPage: a question, the answer of a model, and its sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useState, type FormEvent, type KeyboardEvent } from "react";
import { ApiError } from "../api/client";
import { useSearch } from "../api/queries";
import type { Project } from "../api/types";
import { CodeBlock } from "../code/CodeBlock";
import { commonIndent } from "../code/lines";
import { readPage } from "../code/page";
import { fileHref } from "../file/place";
import { formatRoute, go } from "../route";
import { readState } from "../search/state";
import { counted } from "../format";
import { Failure } from "../shell/Failure";
import { documentPart, placeAfter, symbolOf } from "../search/place";
import { ask, PAGE_LANGUAGE, pieces, placeOf, type Asked, type Passage, type Place } from "./answer";

export function AskPage({ parameters, project }: { parameters: URLSearchParams; project: Project | null }) {
  const question = parameters.get("q") ?? "";
  const named = parameters.get("project") ?? "";
  const [text, setText] = useState(question);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => setText(question), [question]);
  useEffect(() => {
    setAsked(null);
    setError(null);
    setWaiting(question.trim() !== "");
    if (!question.trim()) return;
    const stop = new AbortController();
    ask(question, named, stop.signal, setAsked)
      .catch((failure: Error) => !stop.signal.aborted && setError(failure))
      .finally(() => !stop.signal.aborted && setWaiting(false));
    return () => stop.abort();
  }, [question, named]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asking = new URLSearchParams({ q: text.trim(), ...(named ? { project: named } : {}) });
    if (text.trim()) go(formatRoute(["ask"], asking));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };

  return (
    <div className="ask">
      <h1 className="sr">Ask</h1>
      <form onSubmit={submit} className="ask-form">
        <textarea
          aria-label="Question"
          rows={2}
          value={text}
          placeholder="Ask a question about the project"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          autoFocus
        />
        <button type="submit" className="primary" disabled={!text.trim()}>
          Ask
        </button>
      </form>
      {!question && (
        <p className="quiet">
          A model answers from search results in {project?.display_name ?? "the project"} and cites its sources.
        </p>
      )}
      {isWaiting && !asked?.text && (
        <p className="quiet" role="status">
          {asked?.passages ? `${counted(asked.passages.length, "passage")} found; the model is reading…` : "Searching…"}
        </p>
      )}
      {asked?.failure && (
        <p className="note" role="alert">
          {asked.failure}
        </p>
      )}
      {asked?.text && !asked.answer && (
        <article className={isWaiting ? "card answer coming" : "card answer"} aria-label="Answer" aria-busy={isWaiting}>
          <Text text={asked.text} citations={asked.passages?.length ?? 0} />
          {!isWaiting && <p className="note">The answer was interrupted here.</p>}
        </article>
      )}
      {asked?.answer && <AnswerText asked={asked} project={project?.project_id ?? ""} />}
      {asked && !asked.answer && asked.passages && (
        <Places
          title="Passages found"
          project={project?.project_id ?? ""}
          question={question}
          places={asked.passages.map(({ path, lines, part }) => ({ ...placeOf(path, lines, asked.passages!), part }))}
        />
      )}
      {error && <SourcesAlone error={error} question={question} project={named || (project?.project_id ?? "")} />}
    </div>
  );
}

function AnswerText({ asked, project }: { asked: Asked; project: string }) {
  const answer = asked.answer!;
  // Without a text the last warning is the reason.
  const warnings = answer.text ? answer.warnings : answer.warnings.slice(0, -1);
  return (
    <>
      <article className="card answer" aria-label="Answer" aria-live="polite">
        {answer.text ? (
          <Text text={answer.text} citations={answer.citations.length} isWhole />
        ) : (
          <p>{answer.warnings[answer.warnings.length - 1]}.</p>
        )}
        <p className="quiet by">Answered by {answer.model}</p>
        {answer.interpreted_query && (
          <p className="quiet">
            Interpreted as <code>{answer.interpreted_query}</code>
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning} className="note">
            {warning}
          </p>
        ))}
      </article>
      <Places
        title="Sources"
        project={project}
        question={asked.question}
        places={answer.citations.map(({ path, lines, part, unverified }) => ({ ...placeOf(path, lines, asked.passages ?? []), part, unverified }))}
      />
    </>
  );
}

function Text({ text, citations, isWhole }: { text: string; citations: number; isWhole?: boolean }) {
  return (
    <div className="answer-text">
      {pieces(text, citations).map((piece, index) =>
        piece.kind === "citation" && isWhole ? (
          <a key={index} className="cite" href={`#place-${piece.number}`} onClick={(event) => show(event, piece.number)}>
            {piece.number}
          </a>
        ) : piece.kind === "citation" ? (
          <span key={index} className="cite">
            {piece.number}
          </span>
        ) : piece.kind === "code" ? (
          <code key={index}>{piece.text}</code>
        ) : piece.kind === "block" ? (
          <pre key={index}>{piece.text}</pre>
        ) : (
          <span key={index}>{piece.text}</span>
        ),
      )}
    </div>
  );
}

/** Scrolls to a place without changing the address, which contains the question. */
function show(event: React.MouseEvent, number: number) {
  event.preventDefault();
  const card = document.getElementById(`place-${number}`);
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}

interface PlacesProps {
  title: string;
  places: Place[];
  project: string;
  question: string;
}

function Places({ title, places, project, question }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title} className="places">
      <h2>{title}</h2>
      <ol>
        {places.map(({ path, lines, part, symbol, unverified, text, language, first }, index) => {
          const all = text.split("\n");
          const isWhole = all.every((_, line) => isNamed(first + line, lines));
          const isPage = language === PAGE_LANGUAGE;
          return (
            <li key={`${path}:${lines[0]}:${index}`} id={`place-${index + 1}`} tabIndex={-1} className="match">
              <header>
                <span className="cite">{index + 1}</span>
                <h3>
                  <a href={fileHref({ project, path, language: isPage ? "html" : language, lines, part: part ?? "", query: question })} title="Show the file">
                    <span className="name">{path}</span>
                    <span className="span">{placeAfter(lines, part ?? "")}</span>
                  </a>
                </h3>
                {symbol && <code className="symbol">{symbol}</code>}
              </header>
              {unverified?.map((quote) => (
                <p key={quote} className="note">
                  The answer quotes “{quote}”, which this source does not contain.
                </p>
              ))}
              {text && (
                <CodeBlock
                  text={text}
                  language={language}
                  first={part || isPage ? null : first}
                  shown={all.flatMap((one, line) => (one.trim() || !isPage ? [line] : []))}
                  indent={commonIndent(all)}
                  isMarked={(line) => !isWhole && isNamed(first + line, lines)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const isNamed = (line: number, [from, to]: [number, number]) => from <= line && line <= to;

const MOST_SOURCES = 8;

/** Without a model, shows the search results as sources. */
function SourcesAlone({ error, question, project }: { error: Error; question: string; project: string }) {
  const { data } = useSearch({ ...readState(new URLSearchParams()), query: question, project });
  const hasNoModel = error instanceof ApiError && (error.code === "NO_ANSWER_MODEL" || error.code === "TOKEN_REQUIRED" || error.status === 422);
  if (!hasNoModel) return <Failure error={error} />;
  const sources: Passage[] = (data?.matches ?? [])
    .slice(0, MOST_SOURCES)
    .map(({ file, span, content }) => {
      const read = file.language === "html" ? readPage(content.content) : null;
      return {
        path: file.path,
        lines: span,
        symbol: symbolOf({ file, content }),
        language: read ? PAGE_LANGUAGE : file.language,
        content: read?.join("\n") ?? content.content,
        part: documentPart(content.metadata),
      };
    });
  return (
    <>
      <section className="note" role="status">
        <p>{error.message}</p>
        {error instanceof ApiError && error.action && !error.message.includes(error.action) && <p className="quiet">{error.action}</p>}
        <p>Only the sources are shown.</p>
      </section>
      <Places
        title="Passages found"
        project={project}
        question={question}
        places={sources.map(({ path, lines, part }) => ({ ...placeOf(path, lines, sources), part }))}
      />
    </>
  );
}
