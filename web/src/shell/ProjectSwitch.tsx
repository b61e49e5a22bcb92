// ProjectSwitch: chooses the project to search.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useProjects } from "../api/queries";
import type { Project } from "../api/types";

export function ProjectSwitch({ current, onChoose }: { current: Project | null; onChoose: (id: string) => void }) {
  const { data } = useProjects();
  if (!data || data.projects.length === 0) return null;
  return (
    <label className="project">
      <span className="quiet">in</span>
      <select aria-label="Project" value={current?.project_id ?? ""} onChange={(event) => onChoose(event.target.value)}>
        {!current && <option value="">unknown project</option>}
        {data.projects.map((project) => (
          <option key={project.project_id} value={project.project_id}>
            {project.display_name}
          </option>
        ))}
      </select>
    </label>
  );
}
