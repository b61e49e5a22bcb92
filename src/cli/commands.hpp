// The commands: one function each, which returns the exit code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "codeweaver/text_search.hpp"
#include "evaluate/query_set.hpp"

namespace codeweaver::cli {

enum class OutputFormat { kTable, kMarkdown, kJson, kJsonLines, kVimgrep, kPaths };

struct IndexCommand {
  std::string folder;      ///< empty: the project as resolved
  std::string project_id;  ///< --id: the id of a new project
  bool force = false;
  bool resume = false;  ///< --resume: continue an interrupted run without asking
  bool quiet = false;
  bool is_estimate = false;  ///< only say what would be sent to the embedder
  OutputFormat format = OutputFormat::kTable;
};
int run_index(Session& session, const IndexCommand& command, std::stop_token stop);

struct WatchCommand {
  std::string folder;  ///< empty: the project as resolved
  OutputFormat format = OutputFormat::kTable;
};
int run_watch(Session& session, const WatchCommand& command, std::stop_token stop);

struct SearchCommand {
  std::vector<std::string>
      words;  ///< of the query, which they give joined; "-" alone: standard input
  std::string intent, task;
  std::optional<std::size_t> limit, token_limit;
  bool include_tests = true;
  std::vector<std::string> languages;
  std::string file_type, directory, file_glob, detail;
  std::vector<std::string> paths;  ///< --path: as SearchFilter::paths
  std::string purpose, chunk_strategy;
  std::vector<std::string> also;  ///< ids of further projects
  std::optional<double> min_similarity;
  bool explain = false;
  std::string ref, changed_in;
  std::string why_not;                ///< a path; empty: search
  bool is_paths = false;              ///< the paths of the matches alone
  std::size_t before = 0, after = 0;  ///< lines around what is shown
  OutputFormat format = OutputFormat::kTable;
};
int run_search(Session& session, const SearchCommand& command, std::stop_token stop);

/// codeweaver symbol and refs.
struct NameCommand {
  std::string name;
  std::size_t limit = 100;
  OutputFormat format = OutputFormat::kTable;
};
int run_symbol(Session& session, const NameCommand& command);
int run_references(Session& session, const NameCommand& command);

struct SimilarCommand {
  std::string place;  ///< FILE or FILE:LINE
  std::size_t limit = 10;
  OutputFormat format = OutputFormat::kTable;
};
int run_similar(Session& session, const SimilarCommand& command, std::stop_token stop);

/// codeweaver install and uninstall.
struct InstallCommand {
  std::vector<std::string> clients;       ///< ids; empty: those that are there
  std::vector<std::string> instructions;  ///< files that get the block for agents
  bool is_removal = false;
  bool is_dry_run = false;
  bool is_print = false;  ///< only say what would be written
};
int run_install(Session& session, const InstallCommand& command);

struct ExtractCommand {
  std::string file;    ///< "-": standard input
  std::string kind;    ///< pdf | docx | pptx | notebook; empty: by the file's name
  std::string pdfium;  ///< the library; empty: where the program finds it
};
int run_extract(Session& session, const ExtractCommand& command);

struct AskCommand {
  std::vector<std::string> words;       ///< of the question, which they give joined
  std::vector<std::string> queries;     ///< other wordings of it
  std::optional<std::size_t> passages;  ///< given to the model; unset: as the settings say
  std::size_t token_limit = 1000;       ///< of the answer
  bool is_dry_run = false;              ///< show what would be sent
  OutputFormat format = OutputFormat::kTable;
};
int run_ask(Session& session, const AskCommand& command, std::stop_token stop);

/// codeweaver tour.
struct TourCommand {
  std::string folder;  ///< empty: the project as resolved
};
int run_tour(Session& session, const TourCommand& command, std::stop_token stop);

/// codeweaver grep, with the options of ripgrep.
struct GrepCommand {
  TextSearchOptions search;             ///< without what run_grep takes from the rest
  std::vector<std::string> positional;  ///< the pattern, unless given by -e; then paths
  std::vector<std::string> expressions;
  std::optional<std::size_t> after, before, around;  ///< lines of context
  bool is_files = false;                             ///< --files: list what would be searched
  bool is_quiet = false, is_only = false, is_json = false;
  std::optional<bool> line_numbers, file_names, heading;  ///< unset: as the output asks for
  bool shows_column = false, is_type_list = false;
};
int run_grep(Session& session, const GrepCommand& command, std::stop_token stop);

int run_status(Session& session, OutputFormat format);

struct ConfigCommand {
  bool show = false;
  OutputFormat format = OutputFormat::kTable;
};
int run_config(Session& session, const ConfigCommand& command);

int run_init(Session& session, const std::string& folder, const std::string& project_id);

struct ProjectsCommand {
  enum class Action { kList, kAdd, kUse, kRename, kRemove, kShowSettings, kSetSettings };
  Action action = Action::kList;
  std::string project_id, display_name;
  std::string folder;                    ///< of a new project
  std::vector<std::string> assignments;  ///< "section.key=value"; empty value: take it out
  bool keep_index = false;
  OutputFormat format = OutputFormat::kTable;
};
int run_projects(Session& session, const ProjectsCommand& command);

struct NamespacesCommand {
  enum class Action { kList, kCreate, kDrop, kClean };
  Action action = Action::kList;
  std::string key;  ///< purpose/chunk_strategy, or with the project before it
  OutputFormat format = OutputFormat::kTable;
};
int run_namespaces(Session& session, const NamespacesCommand& command);

struct MigrateCommand {
  std::string to;                ///< a value of store.kind
  std::string url, api_key_env;  ///< empty: as the settings say, if they are of that kind
  bool replaces = false;         ///< what another project of the same id has there
  OutputFormat format = OutputFormat::kTable;
};
int run_migrate(Session& session, const MigrateCommand& command, std::stop_token stop);

struct SnapshotCommand {
  enum class Action { kExport, kImport, kPull };
  Action action = Action::kExport;
  std::string place;               ///< target, file or address
  std::vector<std::string> bases;  ///< files or addresses
  std::string key;                 ///< private for export, else public; empty: none
  std::string token_env;           ///< variable with a token for the server; empty: none
  bool quiet = false;
  OutputFormat format = OutputFormat::kTable;
};
int run_snapshot(Session& session, const SnapshotCommand& command, std::stop_token stop);

struct QueryCommand {
  std::string file;  ///< "-": standard input
};
int run_query(Session& session, const QueryCommand& command, std::stop_token stop);

struct ReconcileCommand {
  std::string request;               ///< a file that says the rest; "-": standard input
  std::string name_space, manifest;  ///< empty: the folder
  std::string mode = "dry_run", batch_id;
  std::string orphans;  ///< empty: as the settings say
  OutputFormat format = OutputFormat::kTable;
};
int run_reconcile(Session& session, const ReconcileCommand& command, std::stop_token stop);

struct PushCommand {
  std::string file;        ///< "-": standard input
  bool is_check = false;   ///< only say what would be accepted
  bool is_stream = false;  ///< --stream: lines of JSON, whatever the file is called
  OutputFormat format = OutputFormat::kTable;
};
int run_push(Session& session, const PushCommand& command, std::stop_token stop);

struct QualityCommand {
  std::string repos, queries;  ///< folder of source trees; JSONL file or folder of such files
  std::string results, versus, json, state;  ///< empty: not asked for
  std::string variant;                       ///< a row of the ablations; empty: the search as it is
  evaluate::QueryFilter filter;
  std::size_t top = 10;
  std::string intent;  ///< empty: from each query
  bool ablations = false, explain = false, reindex = false, verbose = false;
};
int run_bench_quality(Session& session, const QualityCommand& command, std::stop_token stop);

struct SelfCommand {
  std::size_t commits = 300;  ///< usable ones, newest first
  bool tune = false, apply = false;
  std::string json;  ///< file of all figures; empty: not asked for
};
int run_bench_self(Session& session, const SelfCommand& command, std::stop_token stop);

/// codeweaver bench intents; files as given, relative to the working directory.
struct IntentsCommand {
  std::string queries, split, json;  ///< empty split: all; empty json: not asked for
};
int run_bench_intents(Session& session, const IntentsCommand& command);

struct SpeedCommand {
  std::string folder, work;  ///< empty: the working directory, the system's temporary folder
  std::size_t runs = 1, queries = 100;
  bool edit = false;
  std::string json;  ///< file of all figures; empty: not asked for
};
int run_bench_speed(Session& session, const SpeedCommand& command, std::stop_token stop);

int run_mcp(Session& session, std::stop_token stop);

int run_doctor(Session& session, OutputFormat format, bool verify);

}  // namespace codeweaver::cli
