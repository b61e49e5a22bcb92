// Page: the bar above, the part that the address names, and what lies over it.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useEffect, useState } from "react";
import { connection } from "../api/connection";
import { queries, useCurrentProject } from "../api/queries";
import { useKeys } from "../keyboard";
import { changePreferences, preferences, type Theme } from "../preferences";
import { go, parseRoute, useHash } from "../route";
import { readState, stateHref } from "../search/state";
import { SearchPage } from "../search/SearchPage";
import { useStore } from "../store";
import { Help } from "./Help";
import { Icon } from "./icons";
import { ProjectSwitch } from "./ProjectSwitch";
import { ServerGone } from "./ServerGone";
import { TokenForm } from "./TokenForm";

export function Page() {
  const hash = useHash();
  const route = parseRoute(hash);
  const state = readState(route.parameters);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const standing = useStore(connection);
  const project = useCurrentProject(state.project);

  useKeys({ "?": () => setHelpOpen(true), "g s": () => go("#/search") });
  useEffect(() => {
    document.title = state.query ? `${state.query} · codeweaver` : "codeweaver";
  }, [state.query]);

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
        <ProjectSwitch current={project} onChoose={(id) => go(stateHref({ ...state, project: id }))} />
        <div className="bar-end">
          <ThemeSwitch />
          <button type="button" className="tool" onClick={() => setHelpOpen(true)} aria-label="Keys and help" title="Keys and help (?)">
            <Icon name="help" />
          </button>
        </div>
      </header>
      {standing === "lost" && <ServerGone />}
      <main id="main" tabIndex={-1}>
        {standing === "needs_token" ? (
          <TokenForm onGiven={() => void queries.resetQueries()} />
        ) : (
          <SearchPage state={state} project={project} />
        )}
      </main>
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

function skipToMain(event: React.MouseEvent) {
  event.preventDefault(); // the part behind '#' says where one is
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
