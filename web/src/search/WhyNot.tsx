// WhyNot: explains why an expected file is not among the results.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState, type FormEvent } from "react";
import { useProjects, useWhyNot } from "../api/queries";
import { Failure } from "../shell/Failure";
import type { SearchState } from "./state";

export function WhyNot({ state }: { state: SearchState }) {
  const [text, setText] = useState("");
  const [path, setPath] = useState("");
  const { data, error, isFetching } = useWhyNot(state, path);
  const { data: known } = useProjects();
  if (known?.from_store) return null; // only an index has this information
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setPath(text.trim());
  };
  return (
    <form className="why-not" onSubmit={ask}>
      <label>
        A file is missing?
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="path/of/file"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <button type="submit" disabled={!text.trim()}>
        Why is it not here?
      </button>
      <div role="status">
        {path && isFetching && <p className="quiet">Looking…</p>}
        {path && error && <Failure error={error} />}
        {path && data && !isFetching && (
          <div className="reason">
            <p>
              <code>{data.path}</code> <span className="badge">{data.stage.replaceAll("_", " ")}</span>
            </p>
            <p>{data.reason}</p>
            <Ranks reason={data} />
          </div>
        )}
      </div>
    </form>
  );
}

function Ranks({ reason }: { reason: { lexical_rank?: number; dense_rank?: number; fused_rank?: number; rank?: number } }) {
  const known = [
    ["by words", reason.lexical_rank],
    ["by meaning", reason.dense_rank],
    ["both", reason.fused_rank],
    ["final", reason.rank],
  ].filter(([, rank]) => rank !== undefined);
  if (known.length === 0) return null;
  return <p className="quiet">Its best piece ranks {known.map(([name, rank]) => `${rank} ${name}`).join(", ")}.</p>;
}
