// Filters: filters and purpose of a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useId, useRef, useState } from "react";
import { count } from "../format";
import { Icon } from "../shell/icons";
import { useKeys } from "../keyboard";
import { filterCount, INTENTS, withoutFilters, type SearchState } from "./state";

interface Props {
  state: SearchState;
  /** Number of files by language. */
  languages: Record<string, number>;
  /** True if there are commits to search; a store has none. */
  hasHistory: boolean;
  onChange: (change: Partial<SearchState>, replace?: boolean) => void;
}

/** Languages shown directly; the others are in a list. */
const CHIPS = 6;

export function Filters({ state, languages, hasHistory, onChange }: Props) {
  const paths = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  useKeys({ f: () => paths.current?.focus() });
  const byFiles = Object.entries(languages).sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
  const offered = byFiles.slice(0, CHIPS);
  const others = byFiles.slice(CHIPS);
  for (const chosen of state.languages)
    if (!offered.some(([name]) => name === chosen)) offered.push([chosen, languages[chosen] ?? 0]);

  const toggle = (name: string) => {
    const has = state.languages.includes(name);
    onChange({ languages: has ? state.languages.filter((one) => one !== name) : [...state.languages, name] });
  };
  const narrowing = filterCount(state);

  return (
    <div className="filters" role="group" aria-label="Filters">
      <div className="chips" role="group" aria-label="Languages">
        <button type="button" className="chip unfold" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          <Icon name="filter" /> Filters
        </button>
        {offered.map(([name, files]) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={state.languages.includes(name)}
            onClick={() => toggle(name)}
          >
            {name} <span className="quiet">{count(files)}</span>
          </button>
        ))}
        {others.length > 0 && (
          <select className="chip" aria-label="Other languages" value="" onChange={(event) => toggle(event.target.value)}>
            <option value="">+ {others.length}</option>
            {others.map(([name, files]) => (
              <option key={name} value={name}>
                {name} ({count(files)})
              </option>
            ))}
          </select>
        )}
      </div>
      <div className={isUnfolded ? "fields unfolded" : "fields"}>
        <label className="small-field wide" htmlFor={`${id}paths`}>
          <span>Path</span>
          <input
            id={`${id}paths`}
            ref={paths}
            value={state.paths}
            placeholder="src, **/*.ts, !vendor"
            onChange={(event) => onChange({ paths: event.target.value }, true)}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <label className="small-field">
          <span>Intent</span>
          <select value={state.intent} onChange={(event) => onChange({ intent: event.target.value })}>
            <option value="">from the query</option>
            {INTENTS.map((intent) => (
              <option key={intent}>{intent}</option>
            ))}
          </select>
        </label>
        <label className="small-field">
          <span>Tests</span>
          <select
            value={state.withoutTests ? "no" : "yes"}
            onChange={(event) => onChange({ withoutTests: event.target.value === "no" })}
          >
            <option value="yes">with tests</option>
            <option value="no">without</option>
          </select>
        </label>
        {hasHistory && (
          <>
            <label className="small-field">
              <span>At</span>
              <input
                value={state.ref}
                placeholder="working tree"
                title="A branch, tag or commit"
                onChange={(event) => onChange({ ref: event.target.value }, true)}
                autoCapitalize="off"
                autoComplete="off"
                spellCheck={false}
              />
            </label>
            <label className="small-field">
              <span>Changed in</span>
              <input
                value={state.changedIn}
                placeholder="main..HEAD"
                title="Only code that a difference touches: A..B, A...B, or A"
                onChange={(event) => onChange({ changedIn: event.target.value }, true)}
                autoCapitalize="off"
                autoComplete="off"
                spellCheck={false}
              />
            </label>
          </>
        )}
        {narrowing > 0 && (
          <button type="button" className="link" onClick={() => onChange(withoutFilters(state))}>
            <Icon name="close" /> Clear {narrowing === 1 ? "filter" : `${narrowing} filters`}
          </button>
        )}
      </div>
    </div>
  );
}
