// WhyPanel: explains the rank of a match: its ranks in each stage, and the parts of its relevance.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useExplained } from "../api/queries";
import type { Match } from "../api/types";
import { Failure } from "../shell/Failure";
import { componentsOf, stepsOf, strongestEffects } from "./explain";
import { keyOf, type SearchState } from "./state";

export function WhyPanel({ match, state }: { match: Match; state: SearchState }) {
  const { data, error } = useExplained(state);
  if (error) return <Failure error={error} />;
  const explained = data?.matches.find((one) => keyOf(one) === keyOf(match));
  if (!explained) return <p className="why quiet">{data ? "It ranks differently by now: search again." : "Looking…"}</p>;
  return <Why match={explained} />;
}

function Why({ match }: { match: Match }) {
  const parts = componentsOf(match);
  const effects = strongestEffects(match);
  const most = Math.max(0.01, ...effects.map(({ value }) => Math.abs(value)));
  return (
    <section className="why" aria-label="Why it ranks here">
      <ol className="steps">
        {stepsOf(match).map(({ name, rank }) => (
          <li key={name}>
            <span className="quiet">{name}</span>
            <strong>{rank ?? "–"}</strong>
          </li>
        ))}
      </ol>
      <div className="why-columns">
        <div>
          <h3>Relevance {match.relevance_score.toFixed(2)}</h3>
          <table>
            <tbody>
              {parts.map(({ name, score, weight }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <meter min={0} max={1} value={score} aria-label={name} />
                  </td>
                  <td>{score.toFixed(2)}</td>
                  <td className="quiet">× {weight.toFixed(2)}</td>
                  <td>{(score * weight).toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {effects.length > 0 && (
          <div>
            <h3>What moved the reranker most</h3>
            <ul className="effects">
              {effects.map(({ name, value }) => (
                <li key={name}>
                  <span>{name}</span>
                  <span className={value < 0 ? "effect against" : "effect"} aria-hidden="true">
                    <i style={{ width: `${(50 * Math.abs(value)) / most}%` }} />
                  </span>
                  <span className="quiet">{value > 0 ? "+" : "−"}{Math.abs(value).toFixed(2)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <details>
        <summary>In words</summary>
        <ul className="words">
          {(match.explanation ?? []).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
