// Reconcile: shows and repairs differences between a namespace and its source.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState } from "react";
import { useStatus } from "../api/queries";
import { counted } from "../format";
import { ChangeButton } from "../shell/ChangeButton";
import { Failure } from "../shell/Failure";
import { changes, useChange, useNamespaces, type ReconcileReport } from "./data";

export function Reconcile({ id }: { id: string }) {
  const status = useStatus(id);
  const { data } = useNamespaces(id, status.data?.indexed ?? false);
  const [chosen, setChosen] = useState("");
  const compare = useChange(({ namespace, mode }: { namespace: string; mode: "dry_run" | "fix" }) => changes.reconcile(id, namespace, mode));
  const namespace = chosen || data?.find((one) => one.is_local)?.namespace || data?.[0]?.namespace || "";
  if (!data || !namespace) return null;
  const report = compare.data;
  const found = report ? report.differences.length : 0;
  return (
    <section className="card">
      <header className="card-head">
        <h2>Reconcile</h2>
        <div className="buttons">
          {data.length > 1 && (
            <select aria-label="Namespace" value={namespace} onChange={(event) => setChosen(event.target.value)}>
              {data.map((one) => (
                <option key={one.namespace} value={one.namespace}>
                  {one.namespace} ({one.records})
                </option>
              ))}
            </select>
          )}
          <button type="button" className="plain" disabled={compare.isPending} onClick={() => compare.mutate({ namespace, mode: "dry_run" })}>
            Compare
          </button>
          {report?.mode === "dry_run" && found > 0 && (
            <ChangeButton className="primary" disabled={compare.isPending} onClick={() => compare.mutate({ namespace, mode: "fix" })}>
              Repair
            </ChangeButton>
          )}
        </div>
      </header>
      <p className="quiet">
        Compares <code>{namespace}</code> with its source, file by file. Comparing changes nothing.
      </p>
      {compare.error && <Failure error={compare.error} />}
      <div role="status">{report && <Report report={report} />}</div>
    </section>
  );
}

/** The words used in the summary above the list. */
const KINDS: Record<string, string> = { orphan: "without a source" };

function Report({ report }: { report: ReconcileReport }) {
  const { missing, stale, orphan } = report.summary;
  if (report.differences.length === 0) return <p className="good">The index is what its source is.</p>;
  const done = new Map(report.actions.map((action) => [action.node_id, action]));
  return (
    <>
      <p>
        {report.mode === "fix" ? "Found and repaired: " : "Found: "}
        {missing} missing, {stale} stale, {orphan} without a source.
      </p>
      <p className="quiet">
        Missing is what the index lacks, stale what changed since it was indexed, without a source what is gone.
      </p>
      <ul className="outcomes">
        {report.differences.slice(0, 500).map(({ kind, node_id }) => {
          const action = done.get(node_id);
          return (
            <li key={kind + node_id}>
              <span className="badge">{KINDS[kind] ?? kind}</span> <code>{node_id}</code>
              {action && (
                <span className="quiet">
                  {" "}
                  {action.action.replaceAll("_", " ")}, {action.status.replaceAll("_", " ")} {action.message}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {report.differences.length > 500 && <p className="quiet">and {counted(report.differences.length - 500, "more", "more")}</p>}
    </>
  );
}
