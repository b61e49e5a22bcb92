// Start: shown before the first query; describes the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useProjects } from "../api/queries";
import type { Project, ProjectStatus } from "../api/types";
import { ago, count, counted } from "../format";
import { folderText } from "../projects/data";

export function Start({ project, status }: { project: Project | null; status: ProjectStatus | undefined }) {
  const { data } = useProjects();
  if (data?.from_store && data.projects.length === 0)
    return (
      <section className="card start">
        <h2>No project yet</h2>
        <p>This server asks a store, which has none. One is indexed where its files are, by a program with the same store.</p>
      </section>
    );
  if (data && data.projects.length === 0)
    return (
      <section className="card start">
        <h2>No project yet</h2>
        <p>A folder of code or documents becomes a project: it is read and indexed on this machine, and never written to.</p>
        <p>
          <a className="primary" href="#/projects">
            Choose a folder
          </a>
        </p>
        <p className="quiet">
          In a terminal: <code>codeweaver index FOLDER</code>
        </p>
      </section>
    );
  if (!project || !status) return null;
  const languages = Object.entries(status.languages).sort(([, n], [, m]) => m - n);
  const most = languages[0]?.[1] ?? 1;
  return (
    <section className="start" aria-label="About the project">
      <h1>{project.display_name}</h1>
      <p className="quiet path">{folderText(project)}</p>
      <dl className="figures">
        <div>
          <dt>Files</dt>
          <dd>{count(status.total_files)}</dd>
        </div>
        <div>
          <dt>Pieces</dt>
          <dd>{count(status.total_chunks)}</dd>
        </div>
        {!project.from_store && (
          <div>
            <dt>Indexed</dt>
            <dd>{ago(status.last_indexed_at, Date.now())}</dd>
          </div>
        )}
        {status.is_stale && status.changed_files > 0 && (
          <div>
            <dt>Changed since</dt>
            <dd>{counted(status.changed_files, "file")}</dd>
          </div>
        )}
      </dl>
      <ul className="bars" aria-label="Files by language">
        {languages.slice(0, 8).map(([name, files]) => (
          <li key={name}>
            <span>{name}</span>
            <meter min={0} max={most} value={files} aria-label={name} />
            <span className="quiet">{count(files)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet hint">
        <span>
          <kbd>/</kbd> search
        </span>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> through results
        </span>
        <span>
          <kbd>Enter</kbd> show the file
        </span>
        <span>
          <kbd>?</kbd> all keys
        </span>
      </p>
    </section>
  );
}
