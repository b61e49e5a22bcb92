// NothingFound: says what was searched and suggests alternatives.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";
import { counted } from "../format";
import { WhyNot } from "./WhyNot";
import { filterCount, withoutFilters, type SearchState } from "./state";

interface Props {
  answer: SearchAnswer;
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

export function NothingFound({ answer, state, onChange }: Props) {
  const suggestions = (answer.suggestions ?? []).filter((text) => !text.includes("codeweaver "));
  return (
    <section className="card nothing">
      <h2>Nothing found</h2>
      <p>
        {counted(answer.searched_chunks, "piece")} of {counted(answer.searched_files, "file")} were searched. Try other words for what it does, a part
        of its name, or a line of it.
      </p>
      {filterCount(state) > 0 && (
        <p>
          <button type="button" className="primary" onClick={() => onChange(withoutFilters(state))}>
            Search without filters
          </button>
        </p>
      )}
      {suggestions.length > 0 && (
        <ul>
          {suggestions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <WhyNot state={state} />
    </section>
  );
}
