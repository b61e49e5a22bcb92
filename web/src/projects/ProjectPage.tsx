// ProjectPage: one project: live state of its index, settings, differences from its source, and removal.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState, type FormEvent } from "react";
import { useProjects, useStatus } from "../api/queries";
import type { Indexing, IndexReport, Project } from "../api/types";
import { ago, bytes, count, counted, seconds } from "../format";
import { formatRoute } from "../route";
import { ChangeButton, ReadOnly } from "../shell/ChangeButton";
import { Dialog } from "../shell/Dialog";
import { Failure } from "../shell/Failure";
import { changes, folderText, useChange, useIndexing, useRemoval } from "./data";
import { Progress } from "./Progress";
import { Reconcile } from "./Reconcile";
import { SettingsForm, SettingsInForce } from "./SettingsForm";

export function ProjectPage({ id }: { id: string }) {
  const { data, error } = useProjects();
  const project = data?.projects.find((one) => one.project_id === id);
  if (error) return <Failure error={error} />;
  if (!data) return null;
  if (!project)
    return (
      <section className="card">
        <h1>There is no project “{id}”</h1>
        <p>
          It may have been removed meanwhile. <a href="#/projects">All projects</a>
        </p>
      </section>
    );
  return (
    <div className="one-project">
      <Head project={project} isActive={data.active === id} />
      {!project.from_store && <ReadOnly />}
      <Index id={id} isFromStore={project.from_store ?? false} />
      {project.from_store ? (
        <SettingsInForce id={id} />
      ) : (
        <>
          <SettingsForm id={id} />
          <Reconcile id={id} />
          <Removal project={project} />
        </>
      )}
    </div>
  );
}

function Head({ project, isActive }: { project: Project; isActive: boolean }) {
  const id = project.project_id;
  const [name, setName] = useState<string | null>(null);
  const rename = useChange((to: string) => changes.rename(id, to));
  const activate = useChange(() => changes.activate(id));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name?.trim()) rename.mutate(name.trim(), { onSuccess: () => setName(null) });
  };
  return (
    <header>
      <div className="page-head">
        {name === null ? (
          <h1>{project.display_name}</h1>
        ) : (
          <form onSubmit={save} className="rename">
            <h1 className="sr">{project.display_name}</h1>
            <input aria-label="Display name" value={name} onChange={(event) => setName(event.target.value)} maxLength={200} autoFocus />
            <ChangeButton type="submit" className="primary">
              Save
            </ChangeButton>
            <button type="button" className="plain" onClick={() => setName(null)}>
              Cancel
            </button>
          </form>
        )}
        {name === null && (
          <div className="buttons">
            {!project.from_store && (
              <ChangeButton className="plain" onClick={() => setName(project.display_name)}>
                Rename
              </ChangeButton>
            )}
            {!isActive && !project.from_store && (
              <ChangeButton className="plain" onClick={() => activate.mutate(undefined)}>
                Make active
              </ChangeButton>
            )}
            <a className="primary" href={formatRoute(["search"], new URLSearchParams({ project: id }))}>
              Search
            </a>
          </div>
        )}
      </div>
      <p className="quiet path">
        {folderText(project)} · id <code>{id}</code>
        {isActive && " · the active project"}
      </p>
      {[rename.error, activate.error].map((error) => error && <Failure key={error.message} error={error} />)}
    </header>
  );
}

function Index({ id, isFromStore }: { id: string; isFromStore: boolean }) {
  const indexing = useIndexing(id);
  const { data: status, error } = useStatus(id);
  const index = useChange((force: boolean) => changes.index(id, force));
  const stop = useChange(() => changes.stop(id));
  const isRunning = indexing?.state === "indexing";
  return (
    <section className="card">
      <header className="card-head">
        <h2>Index</h2>
        <div className="buttons">
          {isFromStore ? null : isRunning ? (
            <ChangeButton className="plain" onClick={() => stop.mutate(undefined)}>
              Stop
            </ChangeButton>
          ) : (
            <>
              <ChangeButton className="plain" onClick={() => index.mutate(false)}>
                Update
              </ChangeButton>
              <ChangeButton className="plain" onClick={() => index.mutate(true)}>
                Rebuild
              </ChangeButton>
            </>
          )}
        </div>
      </header>
      {[error, index.error, stop.error].map((failure) => failure && <Failure key={failure.message} error={failure} />)}
      {isRunning && <Progress indexing={indexing} label="Indexing" />}
      {status?.problem && (
        <p className="problem">
          {status.problem.message}. {status.problem.action}
        </p>
      )}
      {status && !status.problem && (
        <dl className="figures">
          <Figure name="Files" value={count(status.total_files)} />
          <Figure name="Pieces" value={count(status.total_chunks)} />
          {!isFromStore && (
            <>
              <Figure name="On disk" value={bytes(status.size_bytes)} />
              <Figure name="Indexed" value={ago(status.last_indexed_at, Date.now())} />
              <Figure name="Searchable" value={`${Math.floor(100 * (indexing?.coverage ?? status.coverage))} %`} />
              <Figure name="Follows changes" value={status.is_watched ? "yes" : "no"} />
            </>
          )}
        </dl>
      )}
      {isFromStore && (
        <p className="quiet">
          {status?.is_indexing ? "Its records are being written now. " : ""}This server asks a store: the project is indexed, set up and removed where its files
          are.
        </p>
      )}
      {indexing?.last_error && indexing.state === "error" && <p className="problem">{indexing.last_error.message}</p>}
      {indexing?.last && <LastRun last={indexing.last} />}
    </section>
  );
}

export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function LastRun({ last }: { last: NonNullable<Indexing["last"]> }) {
  const problems = [...last.errors, ...last.skipped];
  return (
    <>
      <p className="quiet">
        Last run: {last.status === "skipped" ? "nothing had changed" : `${last.status}, ${doneOf(last)}`},{" "}
        {last.duration_seconds < 1 ? "under 1 s" : seconds(last.duration_seconds)}.
      </p>
      <Warnings warnings={last.warnings} />
      {problems.length > 0 && (
        <details>
          <summary>{counted(problems.length, "file")} left out or failed</summary>
          <ul className="outcomes">
            {problems.slice(0, 200).map(({ path, reason, detail }) => (
              <li key={path}>
                <code>{path}</code> <span className="quiet">{[reason.replaceAll("_", " "), detail].filter(Boolean).join(": ")}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const doneOf = (run: IndexReport): string =>
  `${counted(run.files_indexed, "file")} indexed, ${count(run.files_unchanged)} unchanged, ${count(run.files_removed)} removed`;

const MOST_WARNINGS = 20;

/** General messages of a run, for example skipped folders; one per line. */
function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  const more = warnings.length - MOST_WARNINGS;
  return (
    <ul className="note warnings" aria-label="Warnings of the last run">
      {warnings.slice(0, MOST_WARNINGS).map((warning) => (
        <li key={warning}>{warning}.</li>
      ))}
      {more > 0 && <li>{count(more)} more</li>}
    </ul>
  );
}

function Removal({ project }: { project: Project }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useRemoval(project.project_id);
  return (
    <section className="removal">
      <ChangeButton className="plain danger" onClick={() => setAsked(true)}>
        Remove the project…
      </ChangeButton>
      <Dialog title={`Remove ${project.display_name}?`} isOpen={isAsked} onClose={() => setAsked(false)}>
        <p>
          Its index is deleted. The files in <code>{project.root}</code> stay as they are.
        </p>
        {remove.error && <Failure error={remove.error} />}
        <p className="buttons">
          <button
            type="button"
            className="primary danger"
            onClick={() => remove.mutate()}
          >
            Remove
          </button>
          <button type="button" className="plain" onClick={() => setAsked(false)}>
            Keep it
          </button>
        </p>
      </Dialog>
    </section>
  );
}
