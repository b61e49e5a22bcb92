// Project data, and actions on projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, call, get, ofProject } from "../api/client";
import { connection } from "../api/connection";
import { events } from "../api/events";
import type { Indexing, Project, ProjectList } from "../api/types";
import { go } from "../route";

/** The place of a project. */
export const folderText = (project: Project): string => (project.from_store ? "from the store" : project.root);

/** Cleans a typed path: removes white space around it and slashes at the end; replaces "~" with the home folder if that is known. */
export function fullPath(typed: string, home: string): string {
  const path = typed.trim().replace(/(?<=.)\/+$/, "");
  return home && (path === "~" || path.startsWith("~/")) ? home + path.slice(1) : path;
}

export interface Setting {
  key: string;
  /** In TOML syntax. */
  value: string;
  origin: string;
  type: string;
  doc: string;
}

export interface ProjectSettings {
  kept: Record<string, string>;
  effective: Setting[];
}

export interface Provider {
  role: string;
  name: string;
  setting: string;
  is_available: boolean;
  is_chosen: boolean;
  missing?: string;
  service?: string;
}

export interface Folders {
  path?: string;
  parent?: string;
  folders: { name: string; path: string; project_id?: string }[];
  is_cut: boolean;
}

export interface Namespace {
  namespace: string;
  records: number;
  is_local: boolean;
}

export interface ReconcileReport {
  namespace: string;
  mode: "dry_run" | "fix";
  summary: { missing: number; stale: number; orphan: number };
  differences: { kind: string; node_id: string }[];
  actions: { action: string; node_id: string; status: string; message?: string }[];
}

const AGAIN_MS = 2000;

/** Live indexing state; the server sends each change. One stream for each component. */
export function useIndexing(project: string): Indexing | undefined {
  const queries = useQueryClient();
  useEffect(() => {
    if (!project) return;
    const stop = new AbortController();
    void follow(project, stop.signal, (now) => {
      const before = queries.getQueryData<Indexing>(["indexing", project]);
      queries.setQueryData(["indexing", project], now);
      if (before && before.state === "indexing" && now.state !== "indexing") void refreshProject(queries, project);
    });
    return () => stop.abort();
  }, [project, queries]);
  return useQuery<Indexing>({ queryKey: ["indexing", project], enabled: false, queryFn: () => Promise.reject() }).data;
}

async function follow(project: string, signal: AbortSignal, tell: (now: Indexing) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of events(ofProject(project, "/index/events"), { signal })) tell(JSON.parse(event.data) as Indexing);
    } catch (failure) {
      if (signal.aborted || (failure instanceof ApiError && failure.status !== 503)) return;
    }
    await new Promise((done) => setTimeout(done, connection.get() === "open" ? AGAIN_MS : 2 * AGAIN_MS));
  }
}

type Client = ReturnType<typeof useQueryClient>;

/** Invalidates all data that a run or a change of the project may have changed. */
async function refreshProject(queries: Client, project: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["status", project] }),
    queries.invalidateQueries({ queryKey: ["search"] }),
    queries.invalidateQueries({ queryKey: ["namespaces", project] }),
    queries.invalidateQueries({ queryKey: ["settings", project] }),
  ]);
}

/** Uses polling, because a list of projects would need more streams than browsers allow. */
export const useIndexingPolled = (project: string) =>
  useQuery({
    queryKey: ["indexing-polled", project],
    queryFn: ({ signal }) => get<Indexing>(ofProject(project, "/index"), signal),
    refetchInterval: ({ state }) => (state.data?.state === "indexing" ? 1000 : 15_000),
    staleTime: 0,
  });

export const useSettings = (project: string) =>
  useQuery({ queryKey: ["settings", project], queryFn: ({ signal }) => get<ProjectSettings>(ofProject(project, "/settings"), signal) });

export const useProviders = (project: string) =>
  useQuery({
    queryKey: ["providers", project],
    queryFn: ({ signal }) =>
      get<{ providers: Provider[] }>(`/api/v1/providers?project_id=${encodeURIComponent(project)}`, signal).then((told) => told.providers),
  });

export const useFolders = (path: string, isAsked: boolean) =>
  useQuery({
    queryKey: ["folders", path],
    queryFn: ({ signal }) => get<Folders>(`/api/v1/folders${path ? `?path=${encodeURIComponent(path)}` : ""}`, signal),
    enabled: isAsked,
  });

/** Only for a project with an index; without one there is no data to request. */
export const useNamespaces = (project: string, isIndexed: boolean) =>
  useQuery({
    queryKey: ["namespaces", project],
    queryFn: ({ signal }) =>
      get<{ namespaces: Namespace[] }>(`/api/v1/namespaces?project_id=${encodeURIComponent(project)}`, signal).then((told) => told.namespaces),
    enabled: isIndexed,
  });

/** A call that changes something. Afterwards the data is fetched again. */
export function useChange<Given, Answer = unknown>(change: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Given>({ mutationFn: change, onSuccess: () => queries.invalidateQueries() });
}

/** Removes a project and leaves its page, so that nothing requests it any more. */
export function useRemoval(id: string) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, void>({
    mutationFn: () => call("DELETE", ofProject(id)),
    onSuccess: () => {
      queries.setQueryData<ProjectList>(["projects"], (known) => known && without(known, id));
      go("#/projects");
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
      return queries.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}

function without({ projects, active }: ProjectList, id: string): ProjectList {
  return { projects: projects.filter((one) => one.project_id !== id), active: active === id ? undefined : active };
}

export const changes = {
  add: (root: string) => call<{ project_id: string }>("POST", "/api/v1/projects", { root }),
  rename: (id: string, display_name: string) => call("PATCH", ofProject(id), { display_name }),
  activate: (id: string) => call("POST", ofProject(id, "/activate")),
  index: (id: string, force: boolean) => call<Indexing>("POST", ofProject(id, "/index"), { force }),
  stop: (id: string) => call<Indexing>("DELETE", ofProject(id, "/index")),
  settings: (id: string, settings: Record<string, string | number | boolean | null>) => call("PATCH", ofProject(id, "/settings"), { settings }),
  reconcile: (project: string, namespace: string, mode: "dry_run" | "fix") =>
    call<ReconcileReport>("POST", "/api/v1/reconcile", { project, namespace, mode }),
};
