// HealthPage: state of the service, with latencies and indexing rate of the last minutes.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, get } from "../api/client";
import { count, milliseconds, seconds } from "../format";
import { Failure } from "../shell/Failure";
import { Figure } from "../projects/ProjectPage";
import { Chart } from "./Chart";
import { withSample, type Health, type Sample } from "./history";

const EVERY_MS = 2000;
/** Kept outside the component, so that it is still there when the user returns to the page. */
let kept: Sample[] = [];

export function HealthPage({ project }: { project: string }) {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ["health", project],
    queryFn: ({ signal }) => get<Health>(`/health${project ? `?project_id=${encodeURIComponent(project)}` : ""}`, signal),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  const [samples, setSamples] = useState(kept);
  useEffect(() => {
    if (!data) return;
    kept = withSample(kept, data, dataUpdatedAt);
    setSamples(kept);
  }, [data, dataUpdatedAt]);
  if (error && !data) return <Failure error={error} />;
  if (!data) return null;
  const { metrics, statistics } = data;
  const latency = metrics.search_query_latency_ms;
  const hasSearched = metrics.search_queries_total > 0;
  return (
    <div className="health">
      <header className="page-head">
        <h1>Health</h1>
        <p className={`state ${data.status}`} role="status">
          {data.status}
        </p>
      </header>
      {error instanceof ApiError && <Failure error={error} />}
      {data.warnings.map((warning) => (
        <p key={warning} className="note">
          {warning}
        </p>
      ))}
      <dl className="figures">
        <Figure name="Running for" value={seconds(data.uptime_seconds)} />
        <Figure name="Files" value={count(statistics.total_files_indexed)} />
        <Figure name="Pieces" value={count(statistics.total_chunks_indexed)} />
        <Figure name="Searches" value={count(metrics.search_queries_total)} />
        <Figure name="Half of them within" value={hasSearched ? milliseconds(latency.p50) : "–"} />
        <Figure name="95 of 100 within" value={hasSearched ? milliseconds(latency.p95) : "–"} />
      </dl>
      <div className="charts">
        <Chart
          title="Time of a search, in ms"
          unit="ms"
          lines={[
            { name: "95 of 100 within", values: samples.map(({ p95 }) => p95) },
            { name: "half within", values: samples.map(({ p50 }) => p50) },
          ]}
        />
        <Chart title="Files indexed a second" unit="files/s" lines={[{ name: "files a second", values: samples.map(({ rate }) => rate) }]} />
      </div>
      <div className="charts">
        <section className="card">
          <h2>Parts</h2>
          <table className="parts">
            <tbody>
              {Object.entries(data.services).map(([name, service]) => (
                <tr key={name}>
                  <th scope="row">{name.replaceAll("_", " ")}</th>
                  <td>
                    <span className={`state ${service.status}`}>{service.status}</span>
                  </td>
                  <td className="quiet">{service.model ?? service.provider ?? ""}</td>
                  <td className="quiet">{service.latency_ms ? milliseconds(service.latency_ms) : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="card">
          <h2>What searches were for</h2>
          {Object.values(metrics.search_intent_distribution).some((times) => times > 0) ? (
            <Intents intents={metrics.search_intent_distribution} />
          ) : (
            <p className="quiet">Nothing was asked in words yet.</p>
          )}
        </section>
      </div>
    </div>
  );
}

function Intents({ intents }: { intents: Record<string, number> }) {
  const most = Math.max(1, ...Object.values(intents));
  return (
    <ul className="bars">
      {Object.entries(intents).map(([name, times]) => (
        <li key={name}>
          <span>{name}</span>
          <meter min={0} max={most} value={times} aria-label={name} />
          <span className="quiet">{count(times)}</span>
        </li>
      ))}
    </ul>
  );
}
