// SearchPage: query field, filters and results; searches while the user types.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useRef, useState } from "react";
import { useSearch, useStatus } from "../api/queries";
import type { Project } from "../api/types";
import { Failure } from "../shell/Failure";
import { Icon } from "../shell/icons";
import { useKeys } from "../keyboard";
import { go } from "../route";
import { Filters } from "./Filters";
import { Nearest } from "./Nearest";
import { NothingFound } from "./NothingFound";
import { Results } from "./Results";
import { Start } from "./Start";
import { isDoubtful } from "./doubt";
import { stateHref, type SearchState } from "./state";
import { Summary } from "./Summary";

/** Delay between the last key press and the search. */
const PAUSE_MS = 90;

export function SearchPage({ state, project }: { state: SearchState; project: Project | null }) {
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLOListElement>(null);
  const [text, setText] = useState(state.query);
  const status = useStatus(project?.project_id ?? "");
  const { data, error, isPlaceholderData, isFetching } = useSearch(state);
  const isAsking = state.query.trim() !== "";
  const [unfolded, setUnfolded] = useState(""); // the query whose doubtful matches are shown in full
  const namesNearest = data !== undefined && isDoubtful(data) && unfolded !== state.query;

  const change = (changed: Partial<SearchState>, replace = false) => go(stateHref({ ...state, ...changed }), replace);

  const written = useRef(state.query);
  const isTyped = useRef(false); // if false, the text comes from an address; it must not restore an older address
  const type = (typed: string) => {
    isTyped.current = true;
    setText(typed);
  };
  useEffect(() => {
    if (state.query === written.current) return;
    written.current = state.query;
    isTyped.current = false;
    setText(state.query); // the address changed, by the back button or by a link
  }, [state.query]);
  useEffect(() => {
    if (!isTyped.current || text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      change({ query: text, count: 20 }, true);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });

  const focusField = () => {
    field.current?.focus();
    field.current?.select();
    scrollTo({ top: 0 });
  };
  useKeys({ "/": focusField, Escape: focusField });

  const toResults = () => results.current?.querySelector<HTMLElement>("[data-at='0']")?.focus();
  const onFieldKey = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      if (text !== written.current) {
        written.current = text;
        change({ query: text, count: 20 });
      } else toResults();
    } else if (event.key === "ArrowDown") toResults();
    else if (event.key === "Escape") type("");
    else return;
    event.preventDefault();
  };

  return (
    <div className="search">
      <form className="query" role="search" onSubmit={(event) => event.preventDefault()}>
        <div className="field">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            aria-label="Search"
            placeholder="A question, a name, an error message, or a piece of code"
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onFieldKey}
            autoFocus={state.query === ""} // for a shared search, the keys for results work immediately
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
          <kbd aria-hidden="true">/</kbd>
          {isAsking && isFetching && <span className="working" />}
        </div>
        <Filters state={state} languages={status.data?.languages ?? {}} hasHistory={!project?.from_store} onChange={change} />
      </form>
      {isAsking && <h1 className="sr">Search</h1>}
      {!isAsking ? (
        <Start project={project} status={status.data} />
      ) : error ? (
        <Failure error={error} />
      ) : data ? (
        <div className={isPlaceholderData ? "found stale" : "found"}>
          {namesNearest && <Nearest answer={data} state={state} onAll={() => setUnfolded(state.query)} />}
          <Summary answer={data} isDoubtSaid={namesNearest} state={state} onChange={change} />
          {namesNearest ? null : data.matches.length === 0 ? (
            <NothingFound answer={data} state={state} onChange={change} />
          ) : (
            <Results answer={data} state={state} listRef={results} onMore={(count) => change({ count }, true)} />
          )}
        </div>
      ) : null}
    </div>
  );
}
