// Data of the server, fetched once and shared by all parts of the page.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import { searchRequest, type SearchState } from "../search/state";
import { ApiError, call, get, ofProject } from "./client";
import type { CallGraphAnswer, IndexedFile, ProjectList, ProjectStatus, SearchAnswer, WhyNotAnswer } from "./types";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Other errors would come again; `connection` waits for a server that does not answer.
      retry: (failures, error) => error instanceof ApiError && error.status === 503 && failures < 2,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    },
  },
});

export const useProjects = () =>
  useQuery({ queryKey: ["projects"], queryFn: ({ signal }) => get<ProjectList>("/api/v1/projects", signal) });

export const useStatus = (project: string) =>
  useQuery({
    queryKey: ["status", project],
    queryFn: ({ signal }) => get<ProjectStatus>(ofProject(project, "/status"), signal),
    enabled: project !== "",
  });

/** The project to search: the one in the address, else the server's active one. */
export function useCurrentProject(named: string) {
  const { data } = useProjects();
  const id = named || data?.active || data?.projects[0]?.project_id || "";
  return data?.projects.find((project) => project.project_id === id) ?? null;
}

export const useFile = (project: string, path: string) =>
  useQuery({
    queryKey: ["file", project, path],
    queryFn: ({ signal }) => get<IndexedFile>(ofProject(project, `/file?path=${encodeURIComponent(path)}`), signal),
    enabled: project !== "" && path !== "",
  });

export const useCallGraph = (project: string, start: string, relation: "callers" | "callees") => {
  const body = { project_id: project, start, relation };
  return useQuery({
    queryKey: ["call_graph", body],
    queryFn: ({ signal }) => call<CallGraphAnswer>("POST", "/api/v1/call_graph", body, signal),
  });
};

export const useSearch = (state: SearchState) =>
  useQuery({
    queryKey: ["search", searchRequest(state)],
    queryFn: ({ signal }) => call<SearchAnswer>("POST", "/api/v1/search", searchRequest(state), signal),
    enabled: state.query.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  });

/** The same search with explanations, fetched when the user asks for one. */
export const useExplained = (state: SearchState) => {
  const request = { ...searchRequest(state), explain: true };
  return useQuery({
    queryKey: ["search", request],
    queryFn: ({ signal }) => call<SearchAnswer>("POST", "/api/v1/search", request, signal),
  });
};

export const useWhyNot = (state: SearchState, path: string) => {
  const body = { path, search: searchRequest(state) };
  return useQuery({
    queryKey: ["why-not", body],
    queryFn: ({ signal }) => call<WhyNotAnswer>("POST", "/api/v1/why-not", body, signal),
    enabled: path !== "",
  });
};
