// Progress: shows the progress of a run as a bar and as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { Indexing } from "../api/types";
import { count, counted, seconds } from "../format";

const STAGES = { discover: "Looking for files", index: "Indexing", derive: "Building the index", done: "Done" } as const;

export function Progress({ indexing, label }: { indexing: Indexing; label: string }) {
  const { progress, files_per_second: rate } = indexing;
  const total = progress.files_discovered;
  const left = progress.estimated_completion ? (Date.parse(progress.estimated_completion) - Date.now()) / 1000 : NaN;
  return (
    <div className="progress">
      <progress aria-label={label} max={Math.max(total, 1)} value={progress.stage === "discover" ? undefined : progress.files_processed} />
      <p>
        <strong>{STAGES[progress.stage]}</strong>
        {total > 0 && (
          <span>
            {count(progress.files_processed)} of {counted(total, "file")}, {counted(progress.chunks_created, "piece")}
          </span>
        )}
        {rate !== undefined && rate > 0 && <span>{count(Math.round(rate))} files/s</span>}
        {left > 1 && <span>{seconds(left)} left</span>}
        {progress.errors > 0 && <span className="problem">{counted(progress.errors, "error")}</span>}
      </p>
      {progress.current_file && <p className="quiet current">{progress.current_file}</p>}
    </div>
  );
}
