// FilePage: the indexed text of a file, at the lines of a result. Only lines on screen are rendered.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useFile } from "../api/queries";
import type { Definition, IndexedFile, Project } from "../api/types";
import { Tokens } from "../code/CodeBlock";
import { answeringLines, marksOf, queryTerms } from "../code/lines";
import { Prose } from "../code/Prose";
import { codeLines } from "../code/fences";
import { count, counted } from "../format";
import { useKeys } from "../keyboard";
import { editorHref, preferences } from "../preferences";
import { Failure } from "../shell/Failure";
import { Icon } from "../shell/icons";
import { useStore } from "../store";
import { Calls } from "./Calls";
import { Outline } from "./Outline";
import { entriesOf, entryAt } from "./outline";
import { readFilePlace, rowOf, rowsOf, type FilePlace } from "./place";
import { useSlices } from "./slices";

const LINE_HEIGHT = 21;
/** Rows shown above the target row. */
const ABOVE = 3;
/** How long a definition stays the current one before its calls are fetched. */
const SETTLED_MS = 200;
/** From this width on, the outline fits next to the text. */
const ROOMY = "(min-width: 900px)";

export function FilePage({ parameters, project }: { parameters: URLSearchParams; project: Project | null }) {
  const place = useMemo(() => readFilePlace(parameters), [parameters]);
  const { data, error } = useFile(project?.project_id ?? "", place.path);
  const { editor } = useStore(preferences);
  const slash = place.path.lastIndexOf("/") + 1;
  const address = project?.root ? editorHref(editor, `${project.root}/${place.path}`, place.lines?.[0] ?? 1) : "";
  const [isOutlined, setOutlined] = useState(() => matchMedia(ROOMY).matches);
  const [areCallsShown, setCallsShown] = useState(place.calls ?? false);
  const hasCalls = place.part === "" && (data?.definitions.some(isCode) ?? false);
  const hasOutline = (data?.definitions.length ?? 0) > 1;
  const showOutline = () => {
    setOutlined(true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".outline [tabindex='0']")?.focus());
  };
  useKeys({
    o: () => address && location.assign(address),
    Escape: () => history.back(),
    ...(hasOutline && { d: showOutline }),
    ...(hasCalls && { c: () => setCallsShown(!areCallsShown) }),
  });
  return (
    <div className="file">
      <header className="file-head">
        <button type="button" className="tool" onClick={() => history.back()} aria-label="Back" title="Back (Esc)">
          <Icon name="back" />
        </button>
        <h1>
          <span className="folder">{place.path.slice(0, slash)}</span>
          <span className="name">{place.path.slice(slash)}</span>
          {place.part && <span className="span">, {place.part}</span>}
        </h1>
        {hasCalls && (
          <button type="button" className="tool" aria-pressed={areCallsShown} onClick={() => setCallsShown(!areCallsShown)} aria-label="Callers and callees" title="Callers and callees (c)">
            <Icon name="calls" />
          </button>
        )}
        {hasOutline && (
          <button type="button" className="tool" aria-pressed={isOutlined} onClick={() => setOutlined(!isOutlined)} aria-label="Outline" title="Outline (d)">
            <Icon name="outline" />
          </button>
        )}
        {address && (
          <a className="tool" href={address} aria-label="Open in the editor" title="Open in the editor (o)">
            <Icon name="open" />
          </a>
        )}
      </header>
      {!place.path ? (
        <p className="note">The address does not name a file.</p>
      ) : error ? (
        <Failure error={error} />
      ) : (
        data && (
          <FileText
            file={data}
            place={place}
            project={project?.project_id ?? ""}
            isOutlined={isOutlined && hasOutline}
            areCallsShown={areCallsShown && hasCalls}
            onGone={() => setOutlined(matchMedia(ROOMY).matches)}
          />
        )
      )}
    </div>
  );
}

interface Shown {
  file: IndexedFile;
  place: FilePlace;
  project: string;
  isOutlined: boolean;
  areCallsShown: boolean;
  /** The user chose an entry of the outline. */
  onGone: () => void;
}

/** Headings of prose call nothing. */
const isCode = ({ kind }: Definition): boolean => kind !== "section";

function FileText({ file, place, project, isOutlined, areCallsShown, onGone }: Shown) {
  const { text, definitions } = file;
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const rows = useMemo(() => rowsOf(lines, place.part), [lines, place.part]);
  const isDocument = place.part !== "";
  const areCode = useMemo(() => codeLines(lines), [lines]);
  const [from, to] = place.lines ?? [0, 0];
  const marked = useMemo(() => markedLines(lines, place), [lines, place]);
  const longest = useMemo(() => Math.min(1000, lines.reduce((most, line) => Math.max(most, line.length), 0)), [lines]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const shown = list.getVirtualItems();
  const lineAt = (row: number) => {
    const found = rows[row];
    return found?.kind === "line" ? found.line : 0;
  };
  const tokens = useSlices(lines, place.language, lineAt(shown[0]?.index ?? 0), lineAt(shown.at(-1)?.index ?? 0));
  const target = from > 0 ? rowOf(rows, from) : 0;
  useLayoutEffect(() => list.scrollToIndex(Math.max(0, target - ABOVE), { align: "start" }), [list, target]);
  const entries = useMemo(() => entriesOf(definitions), [definitions]);
  // The chosen entry and the scroll position then: entries near the end cannot be scrolled to the top.
  const [chosen, setChosen] = useState<{ index: number; offset: number } | null>(null);
  const offset = list.scrollOffset ?? 0;
  const top = list.getVirtualItemForOffset(offset)?.index ?? 0;
  const current = chosen && Math.abs(chosen.offset - offset) < 2 ? chosen.index : entryAt(entries, lineAt(top + (offset > 0 ? ABOVE : 0)) + 1);
  const { path } = file;
  const here = useMemo(() => ({ path, definition: entries[current] }), [path, entries, current]);
  const asked = useSettled(here);
  const choose = (index: number) => requestAnimationFrame(() => setChosen({ index, offset: scroller.current?.scrollTop ?? 0 }));
  useEffect(() => {
    if (from > 0) choose(entryAt(entries, from));
  }, [entries, from]);
  const goTo = (index: number) => {
    list.scrollToIndex(Math.max(0, rowOf(rows, entries[index]!.lines[0]) - ABOVE), { align: "start" });
    choose(index);
    scroller.current?.focus({ preventScroll: true });
    onGone();
  };
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [path, from]);

  return (
    <>
      <p className="quiet file-note" role="status">
        {isDocument ? "Text of the document" : counted(lines.length, "line")}
        {marked.size > 0 && `, ${count(marked.size)} marked`}
      </p>
      <div className="file-body">
        {isOutlined && <Outline entries={entries} current={current} onGo={goTo} />}
        <div className={isDocument ? "file-text prose" : "file-text"} ref={scroller} tabIndex={0} role="region" aria-label={`Text of ${place.path}`}>
          <div className="code file-lines" style={{ height: list.getTotalSize(), minWidth: isDocument ? undefined : `calc(${longest}ch + 7em)` }}>
            {shown.map(({ index, start, key }) => {
              const row = rows[index]!;
              const style = { transform: `translateY(${start}px)` };
              if (row.kind === "part")
                return (
                  <div key={key} className="row part" style={style} data-index={index} ref={isDocument ? list.measureElement : undefined}>
                    {row.name}
                  </div>
                );
              const isNamed = from <= row.line + 1 && row.line + 1 <= to;
              const kinds = `row line${marked.has(row.line) ? " marked" : ""}${isNamed ? " named" : ""}`;
              return (
                <div key={key} className={kinds} style={style} data-index={index} ref={isDocument ? list.measureElement : undefined}>
                  {!isDocument && (
                    <span className="number" aria-hidden="true">
                      {row.line + 1}
                    </span>
                  )}
                  {isDocument ? <Prose text={lines[row.line]!} isCode={areCode[row.line]!} /> : <Tokens tokens={tokens(row.line)} />}
                  {"\n"}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {areCallsShown &&
        (asked?.definition && isCode(asked.definition) ? (
          <Calls project={project} path={asked.path} language={place.language} definition={asked.definition} />
        ) : (
          <p className="quiet calls">{asked && "Go to a definition to see its callers and callees."}</p>
        ))}
    </>
  );
}

/** The last value that stayed for a moment, so that scrolling past definitions asks for none of them; null at first. */
function useSettled<T>(value: T): T | null {
  const [settled, setSettled] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The lines in the named range that answer the query; none without a query. */
function markedLines(lines: string[], { lines: named, query }: FilePlace): Set<number> {
  if (!named) return new Set();
  const first = named[0] - 1;
  const answers = answeringLines(marksOf(lines.slice(first, named[1]), queryTerms(query)));
  return new Set(answers.flatMap((is, index) => (is ? [first + index] : [])));
}
