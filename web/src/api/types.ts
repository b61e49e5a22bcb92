// Requests and answers of the HTTP API that the page uses (docs/contracts, docs/reference/json.md).
// SPDX-License-Identifier: MIT OR Apache-2.0

export interface Project {
  project_id: string;
  display_name: string;
  root: string;
  is_active: boolean;
  /** The project is searched in a store and indexed elsewhere; `root` is empty. */
  from_store?: true;
}

export interface ProjectList {
  projects: Project[];
  /** The server is a query node: all projects are in its store. */
  from_store?: true;
  active?: string;
}

export interface ProjectStatus extends Project {
  indexed: boolean;
  is_indexing: boolean;
  is_watched: boolean;
  is_stale: boolean;
  changed_files: number;
  coverage: number;
  total_files: number;
  total_chunks: number;
  last_indexed_at?: string;
  size_bytes: number;
  source_bytes: number;
  languages: Record<string, number>;
  embedder: { provider: string; model: string };
  secrets: { masked_values: number; masked_files: number; left_out_files: number };
  /** Why the index cannot be searched with the current settings. */
  problem?: { message: string; action: string };
}

export interface FileOutcome {
  path: string;
  reason: string;
  detail?: string;
}

export interface IndexReport {
  status: string;
  files_indexed: number;
  files_removed: number;
  files_unchanged: number;
  total_files: number;
  total_chunks: number;
  chunks_created: number;
  duration_seconds: number;
  errors: FileOutcome[];
  skipped: FileOutcome[];
  warnings: string[];
}

export interface Indexing {
  state: "idle" | "indexing" | "error";
  job_id?: string;
  coverage: number;
  progress: {
    stage: "discover" | "index" | "derive" | "done";
    files_discovered: number;
    files_processed: number;
    chunks_created: number;
    errors: number;
    current_file?: string;
    start_time?: string;
    estimated_completion?: string;
  };
  files_per_second?: number;
  last?: IndexReport;
  last_finished_at?: string;
  last_error?: { code: string; message: string };
}

export type Span = [number, number];

export interface Ranks {
  lexical?: number;
  dense?: number;
  fused?: number;
  reranked?: number;
  answer?: number;
}

export interface Match {
  file: {
    path: string;
    absolute_path: string;
    language: string;
    is_test: boolean;
    is_generated: boolean;
  };
  content: {
    content: string;
    chunk_id?: string;
    chunk_name?: string;
    semantic_class?: string;
    metadata: Record<string, string>;
  };
  span: Span;
  relevance_score: number;
  similarity: number;
  dense_score?: number;
  sparse_score?: number;
  rerank_score?: number;
  semantic_score?: number;
  match_type: string;
  related_symbols: string[];
  callers?: { total: number; tests: number };
  context_before: string[];
  context_after: string[];
  audit: { project: string; namespace: string; node_id: string; git_commit?: string };
  explanation?: string[];
  effects?: Record<string, number>;
  ranks?: Ranks;
}

/** The question to the call graph that a search was answered by. */
export interface AskedCallGraph {
  relation: "callers" | "callees" | "tests" | "implementations" | "path";
  start: string;
  depth: number;
  count: number;
  by_name: number;
  is_cut: boolean;
}

export interface SearchAnswer {
  matches: Match[];
  summary: string;
  query_intent?: string;
  total_matches: number;
  total_results: number;
  execution_time_ms: number;
  search_strategy: string[];
  languages_found: string[];
  warnings: string[];
  suggestions?: string[];
  interpreted_query?: string;
  exact_files?: number;
  call_graph?: AskedCallGraph;
  searched_chunks: number;
  searched_files: number;
  confidence?: number;
  coverage?: number;
  seconds_left?: number;
  ref?: string;
  commit?: string;
  changed_in?: string;
}

export interface SearchRequest {
  query: string;
  project_id?: string;
  intent?: string;
  limit?: number;
  context_lines?: number;
  include_tests?: boolean;
  focus_languages?: string[];
  paths?: string[];
  ref?: string;
  changed_in?: string;
  count_callers?: boolean;
  explain?: boolean;
}

/** A definition in a file; in prose a heading. */
export interface Definition {
  name: string;
  qualified_name: string;
  kind: string;
  lines: Span;
}

export interface IndexedFile {
  path: string;
  text: string;
  definitions: Definition[];
}

/** How sure it is that a use means a definition. */
export type CallLink = "resolved" | "candidates" | "by_name";

export interface CallMatch {
  /** Its name is empty for code outside of all definitions. Its path is empty if only its name is known. */
  symbol: Definition & { path: string };
  depth: number;
  via: string;
  /** Where one of the two uses the other. */
  path: string;
  lines: number[];
  link: CallLink;
  is_test: boolean;
}

export interface CallGraphAnswer {
  definitions: CallMatch["symbol"][];
  matches: CallMatch[];
  outside: { name: string; count: number }[];
  elsewhere: number;
  by_name: number;
  /** Definitions that a difference removes, and the lines that still have their names. */
  removed: { symbol: CallMatch["symbol"]; uses: { path: string; line: number }[] }[];
  depth: number;
  /** Definitions one step beyond the depth, at least. */
  deeper: number;
  is_over_limit: boolean;
  is_out_of_time: boolean;
  warnings: string[];
}

export interface WhyNotAnswer {
  path: string;
  stage: string;
  reason: string;
  lexical_rank?: number;
  dense_rank?: number;
  fused_rank?: number;
  rank?: number;
}
