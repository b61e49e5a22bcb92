// Page: the bar at the top, the page named in the address, and overlays.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useMemo, useState } from "react";
import { connection } from "../api/connection";
import type { Project } from "../api/types";
import { queries, useCurrentProject } from "../api/queries";
import { useKeys } from "../keyboard";
import { changePreferences, preferences, type Theme } from "../preferences";
import { formatRoute, go, parseRoute, useHash } from "../route";
import { AskPage } from "../ask/AskPage";
import { FilePage } from "../file/FilePage";
import { HealthPage } from "../health/HealthPage";
import { useIndexing } from "../projects/data";
import { ProjectPage } from "../projects/ProjectPage";
import { ProjectsPage } from "../projects/ProjectsPage";
import { readState, type SearchState } from "../search/state";
import { SearchPage } from "../search/SearchPage";
import { useStore } from "../store";
import { Tour } from "../tour/Tour";
import { Help } from "./Help";
import { Icon } from "./icons";
import { PreferencesPage } from "./PreferencesPage";
import { ProjectSwitch } from "./ProjectSwitch";
import { ServerGone } from "./ServerGone";
import { TokenForm } from "./TokenForm";

export function Page() {
  const hash = useHash();
  const route = useMemo(() => parseRoute(hash), [hash]);
  const state = useMemo(() => readState(route.parameters), [route]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const standing = useStore(connection);
  const project = useCurrentProject(state.project);

  const part = PARTS.find(({ path }) => path === route.path[0]) ?? PARTS[0]!;
  const file = route.path[0] === "file" ? (route.parameters.get("path") ?? "") : "";
  const indexing = useIndexing(standing === "open" ? (project?.project_id ?? "") : "");

  useKeys({ "?": () => setHelpOpen(true), ...Object.fromEntries(PARTS.map(({ key, path }) => [`g ${key}`, () => go(partHref(path, state.project))])) });
  const title = file || state.query || route.path[1] || (part.path === "search" ? "" : part.name);
  useEffect(() => {
    document.title = title ? `${title} · codeweaver` : "codeweaver";
  }, [title]);
  const choose = (id: string) =>
    go(part.path === "projects" ? formatRoute(["projects", id]) : formatRoute(route.path, withProject(route.parameters, id)));

  return (
    <>
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href="#/search" aria-label="codeweaver, search">
          <Mark />
          <span>codeweaver</span>
        </a>
        <ProjectSwitch current={project} onChoose={choose} />
        <nav aria-label="Parts">
          {PARTS.map(({ path, name }) => (
            <a key={path} href={partHref(path, state.project)} aria-current={path === part.path ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div className="bar-end">
          <ThemeSwitch />
          <button type="button" className="tool" onClick={() => setHelpOpen(true)} aria-label="Keys and help" title="Keys and help (?)">
            <Icon name="help" />
          </button>
        </div>
      </header>
      {indexing?.state === "indexing" && (
        <progress
          className="thin"
          aria-label={`Indexing ${project?.display_name}`}
          max={Math.max(1, indexing.progress.files_discovered)}
          value={indexing.progress.files_processed}
        />
      )}
      {standing === "lost" && <ServerGone />}
      {standing !== "needs_token" && <Tour isAsked={route.path[0] === "tour"} />}
      <main id="main" tabIndex={-1}>
        {standing === "needs_token" ? (
          <TokenForm onGiven={() => void queries.resetQueries()} />
        ) : (
          <Part path={route.path} state={state} parameters={route.parameters} project={project} />
        )}
      </main>
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

const PARTS = [
  { path: "search", name: "Search", key: "s" },
  { path: "ask", name: "Ask", key: "a" },
  { path: "projects", name: "Projects", key: "p" },
  { path: "health", name: "Health", key: "h" },
  { path: "preferences", name: "Preferences", key: "o" },
];

/** A link to another page of the same project. */
function partHref(path: string, project: string): string {
  return formatRoute([path], withProject(new URLSearchParams(), project));
}

function withProject(parameters: URLSearchParams, project: string): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  if (project) changed.set("project", project);
  return changed;
}

interface PartProps {
  path: string[];
  state: SearchState;
  parameters: URLSearchParams;
  project: Project | null;
}

function Part({ path, state, parameters, project }: PartProps) {
  switch (path[0]) {
    case "ask":
      return <AskPage parameters={parameters} project={project} />;
    case "file":
      return <FilePage parameters={parameters} project={project} />;
    case "projects":
      return path[1] ? <ProjectPage key={path[1]} id={path[1]} /> : <ProjectsPage />;
    case "health":
      return <HealthPage project={state.project} />;
    case "preferences":
      return <PreferencesPage />;
    default:
      return <SearchPage state={state} project={project} />;
  }
}

function skipToMain(event: React.MouseEvent) {
  event.preventDefault(); // the part after '#' is the route
  document.getElementById("main")?.focus();
}

function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M10 5v9m0 5v8M22 5v8m0 5v9" />
      <path d="M5 10h8m5 0h9M5 22h9m5 0h8" className="weft" />
    </svg>
  );
}

const THEMES: { theme: Theme; icon: "auto" | "sun" | "moon"; name: string }[] = [
  { theme: "system", icon: "auto", name: "as the system" },
  { theme: "light", icon: "sun", name: "light" },
  { theme: "dark", icon: "moon", name: "dark" },
];

function ThemeSwitch() {
  const { theme } = useStore(preferences);
  const at = THEMES.findIndex((one) => one.theme === theme);
  const next = THEMES[(at + 1) % THEMES.length]!;
  const turn = () => changePreferences({ theme: next.theme });
  useKeys({ t: turn });
  const label = `Theme: ${THEMES[at]!.name}; change to ${next.name}`;
  return (
    <button type="button" className="tool" onClick={turn} aria-label={label} title={`${label} (t)`}>
      <Icon name={THEMES[at]!.icon} />
    </button>
  );
}
