// Summary: one line about an answer, and its warnings.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";
import { counted, milliseconds, seconds } from "../format";
import { commandOf } from "./command";
import { isDoubtful } from "./doubt";
import type { SearchState } from "./state";

interface Props {
  answer: SearchAnswer;
  /** Whether a doubtful answer is marked as such above. */
  isDoubtSaid: boolean;
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

export function Summary({ answer, isDoubtSaid, state, onChange }: Props) {
  const intent = answer.query_intent;
  return (
    <div className="summary">
      {isDoubtful(answer) && !isDoubtSaid && (
        <p title="Probability that the first result is right">
          <strong>Nothing matches well</strong> <span className="quiet">confidence</span> {Math.round(answer.confidence! * 100)} %
        </p>
      )}
      <p role="status">
        <strong>{counted(answer.total_results, "result")}</strong>
        {answer.total_matches > answer.total_results && <span> of {counted(answer.total_matches, "candidate")}</span>}
        <span> in {milliseconds(answer.execution_time_ms)}</span>
      </p>
      {intent && (
        <p>
          <span className="quiet">Intent </span>
          {state.intent ? (
            intent
          ) : (
            <button type="button" className="link" title="Keep this intent" onClick={() => onChange({ intent })}>
              {intent}
            </button>
          )}
        </p>
      )}
      {answer.confidence !== undefined && answer.matches.length > 0 && !isDoubtful(answer) && (
        <p title="Probability that the first result is right">
          <span className="quiet">Confidence </span>
          {answer.confidence > 0.99 ? "over 99" : Math.round(answer.confidence * 100)} %
        </p>
      )}
      {answer.commit && (
        <p>
          <span className="quiet">At </span>
          <code>{answer.commit.slice(0, 10)}</code>
        </p>
      )}
      {answer.coverage !== undefined && answer.coverage < 1 && (
        <p className="note">
          Indexing is not complete: {Math.floor(answer.coverage * 100)} % of the files were searched
          {answer.seconds_left !== undefined && `; about ${seconds(answer.seconds_left)} left`}.
        </p>
      )}
      {answer.call_graph && (
        <p className="quiet">
          From the call graph: {answer.call_graph.is_cut && "more than "}
          {counted(answer.call_graph.count, "place")}; <code>{commandOf(answer.call_graph)}</code> lists all
        </p>
      )}
      {answer.interpreted_query && (
        <p className="quiet">
          Interpreted as <code>{answer.interpreted_query}</code>; its exact parts match {counted(answer.exact_files ?? 0, "file")}
        </p>
      )}
      {answer.warnings.map((warning) => (
        <p key={warning} className="note">
          {warning}
        </p>
      ))}
      <span className="sr">Searched {counted(answer.searched_files, "file")}.</span>
    </div>
  );
}
