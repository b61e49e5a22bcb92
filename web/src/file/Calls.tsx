// Calls: the callers of a definition on its left and its callees on its right, as links that lead to them.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useCallGraph } from "../api/queries";
import type { Definition } from "../api/types";
import { callsOf, DOUBTS, restOf, tally } from "./calls";

interface Asked {
  project: string;
  path: string;
  language: string;
  definition: Definition;
}

export function Calls(asked: Asked) {
  const { name, qualified_name, kind } = asked.definition;
  return (
    <section className="calls" tabIndex={0} aria-label={`Calls of ${qualified_name}`}>
      <CallList title="Callers" relation="callers" none={`Nothing in the project calls ${name}.`} {...asked} />
      <p className="calls-of">
        <strong>{qualified_name}</strong> <span className="quiet">{kind}</span>
      </p>
      <CallList title="Callees" relation="callees" none={`${name} calls nothing in the project.`} {...asked} />
    </section>
  );
}

interface List extends Asked {
  title: string;
  relation: "callers" | "callees";
  none: string;
}

function CallList({ title, relation, none, project, path, language, definition }: List) {
  const { data, error } = useCallGraph(project, `${path}:${definition.lines[0]}`, relation);
  const calls = data ? callsOf(data, project, { path, language }) : [];
  return (
    <div className={`call-list ${relation}`}>
      <h2>
        {title} <span className="quiet">{data && tally(calls, data.is_over_limit)}</span>
      </h2>
      {error ? (
        <p className="quiet" role="status">
          {error.message}.
        </p>
      ) : !data ? (
        <p className="quiet">Loading…</p>
      ) : calls.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <ul aria-label={title}>
          {calls.map(({ key, name, place, href, link, isTest }) => (
            <li key={key} className={link === "resolved" ? undefined : "unsure"}>
              {href ? <a href={href}>{name}</a> : <span>{name}</span>}
              {isTest && <span className="badge">test</span>}
              {DOUBTS[link] && <span className="badge doubt">{DOUBTS[link]}</span>}
              {place && <span className="quiet place">{place}</span>}
            </li>
          ))}
        </ul>
      )}
      {data && restOf(data).map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
      {data?.warnings.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
    </div>
  );
}
