// Nearest: for a doubtful answer, lists the nearest matches, one per line, and a button that shows all.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { SearchAnswer } from "../api/types";
import { counted } from "../format";
import { matchHref } from "./MatchCard";
import { NEAREST_SHOWN } from "./doubt";
import { documentPart, placeAfter, symbolOf } from "./place";
import { keyOf, type SearchState } from "./state";

interface Props {
  answer: SearchAnswer;
  state: SearchState;
  onAll: () => void;
}

export function Nearest({ answer, state, onAll }: Props) {
  const { matches, confidence = 0 } = answer;
  return (
    <section className="card nothing nearest" aria-labelledby="nearest-title">
      <h2 id="nearest-title">Nothing matches well</h2>
      <p>
        The nearest {matches.length < 2 ? "match" : "matches"}; the first is right with a probability of {Math.round(confidence * 100)} %.
      </p>
      <ol>
        {matches.slice(0, NEAREST_SHOWN).map((match) => (
          <li key={keyOf(match)}>
            <a href={matchHref(match, state)}>
              {match.file.path}
              {placeAfter(match.span, documentPart(match.content.metadata))}
            </a>
            {symbolOf(match) && <code className="symbol">{symbolOf(match)}</code>}
          </li>
        ))}
      </ol>
      <p>
        <button type="button" className="primary" onClick={onAll}>
          Show {counted(matches.length, "match", "matches")} with their lines
        </button>
      </p>
    </section>
  );
}
