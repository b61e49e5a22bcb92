// ProjectsPage: lists all projects and adds new ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useState } from "react";
import { useProjects, useStatus } from "../api/queries";
import type { Project } from "../api/types";
import { ago, bytes, count, counted } from "../format";
import { formatRoute } from "../route";
import { ChangeButton, ReadOnly } from "../shell/ChangeButton";
import { Failure } from "../shell/Failure";
import { folderText, useIndexingPolled } from "./data";
import { FolderDialog } from "./FolderDialog";
import { Progress } from "./Progress";

export function ProjectsPage() {
  const { data, error } = useProjects();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <section>
      <header className="page-head">
        <h1>Projects</h1>
        {data && !data.from_store && (
          <ChangeButton className="primary" onClick={() => setChoosing(true)}>
            Add a folder
          </ChangeButton>
        )}
      </header>
      {data && !data.from_store && <ReadOnly />}
      {error && <Failure error={error} />}
      <ul className="projects">
        {data?.projects.map((project) => (
          <li key={project.project_id}>
            <ProjectCard project={project} isActive={project.project_id === data.active} />
          </li>
        ))}
      </ul>
      {data && data.projects.length === 0 && <p className="quiet">{data.from_store ? "The store has none yet: one is indexed where its files are." : "There is none yet: add a folder of code or documents."}</p>}
      <FolderDialog isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </section>
  );
}

function ProjectCard({ project, isActive }: { project: Project; isActive: boolean }) {
  const id = project.project_id;
  const status = useStatus(id);
  const { data: indexing } = useIndexingPolled(id);
  const warnings = indexing?.last?.warnings.length ?? 0;
  const languages = Object.entries(status.data?.languages ?? {}).sort(([, n], [, m]) => m - n);
  return (
    <article className="card project-card">
      <header>
        <h2>
          <a href={formatRoute(["projects", id])}>{project.display_name}</a>
        </h2>
        {isActive && <span className="badge">active</span>}
        <a className="search-link" href={formatRoute(["search"], new URLSearchParams({ project: id }))}>
          Search
        </a>
      </header>
      <p className="quiet path">{folderText(project)}</p>
      {indexing?.state === "indexing" ? (
        <Progress indexing={indexing} label={`Indexing ${project.display_name}`} />
      ) : status.data?.problem ? (
        <p className="problem">{status.data.problem.message}.</p>
      ) : status.data ? (
        <p className="facts">
          <span>{count(status.data.total_files)} files</span>
          <span>{count(status.data.total_chunks)} pieces</span>
          {!project.from_store && (
            <>
              <span>{bytes(status.data.size_bytes)}</span>
              <span>indexed {ago(status.data.last_indexed_at, Date.now())}</span>
            </>
          )}
          {warnings > 0 && <a href={formatRoute(["projects", id])}>{counted(warnings, "warning")}</a>}
          {languages.length > 0 && <span className="quiet">{languages.slice(0, 4).map(([name]) => name).join(", ")}</span>}
        </p>
      ) : status.error ? (
        <p className="problem">{status.error.message}</p>
      ) : (
        <p className="quiet">…</p>
      )}
    </article>
  );
}
