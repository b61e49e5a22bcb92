// The commands of the program. Each has a struct of options and a function that returns the exit
// code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/render/output_format.hpp"
#include "cli/session/session.hpp"
#include "codeweaver/call_graph.hpp"
#include "codeweaver/text_search.hpp"
#include "json/given_search_options.hpp"

namespace codeweaver::cli {

struct IndexCommand {
  std::string folder;      ///< empty: see Session::resolve_project()
  std::string project_id;  ///< --id: the ID of a new project
  bool force = false;
  bool resume = false;  ///< --resume: continue an interrupted run without asking
  bool quiet = false;
  bool is_estimate = false;  ///< only print how much would be sent to the embedder
  OutputFormat format = OutputFormat::kTable;
};
int run_index(Session& session, const IndexCommand& command, std::stop_token stop);

struct WatchCommand {
  std::string folder;  ///< empty: see Session::resolve_project()
  OutputFormat format = OutputFormat::kTable;
};
int run_watch(Session& session, const WatchCommand& command, std::stop_token stop);

struct SearchCommand {
  std::vector<std::string> words;     ///< words of the query; "-" alone: standard input
  json::GivenSearchOptions given;     ///< the options of the table of search options
  std::vector<std::string> places;    ///< patterns of the files and folders after the query
  std::vector<std::string> also;      ///< IDs of more projects to search
  std::string why_not;                ///< a path to explain; empty: search
  bool is_paths = false;              ///< print only the paths of the matches
  std::size_t before = 0, after = 0;  ///< extra lines around the shown lines
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

/// codeweaver callers, callees, impact, tests, implementations, path, imports and importers.
struct CallGraphCommand {
  std::string start;  ///< name, FILE or FILE:LINE; empty: a difference
  CallGraphOptions options;
  bool exclude_tests = false;
  OutputFormat format = OutputFormat::kTable;
};
int run_call_graph(Session& session, const CallGraphCommand& command);

/// codeweaver rename NAME NEW --preview.
struct RenameCommand {
  std::string name;  ///< or FILE:LINE
  std::string new_name;
  std::size_t limit = 100;
  OutputFormat format = OutputFormat::kTable;
};
int run_rename(Session& session, const RenameCommand& command);

/// codeweaver map.
struct MapCommand {
  CodeMapOptions options;  ///< folder: relative to the working directory
  OutputFormat format = OutputFormat::kTable;
};
int run_map(Session& session, const MapCommand& command);

struct SimilarCommand {
  std::string place;  ///< FILE or FILE:LINE
  std::size_t limit = 10;
  OutputFormat format = OutputFormat::kTable;
};
int run_similar(Session& session, const SimilarCommand& command, std::stop_token stop);

/// codeweaver install and uninstall.
struct InstallCommand {
  std::vector<std::string> clients;       ///< IDs; empty: all installed clients
  std::vector<std::string> instructions;  ///< files that get the instructions for agents
  bool is_removal = false;
  bool is_dry_run = false;
  bool is_print = false;  ///< only print the entries
};
int run_install(Session& session, const InstallCommand& command);

struct ExtractCommand {
  std::string file;    ///< "-": standard input
  std::string kind;    ///< pdf | docx | pptx | notebook; empty: from the file name
  std::string pdfium;  ///< path of the library; empty: see find_pdfium()
};
int run_extract(Session& session, const ExtractCommand& command);

struct AskCommand {
  std::vector<std::string> words;       ///< words of the question
  std::vector<std::string> queries;     ///< other wordings of the question
  std::optional<std::size_t> passages;  ///< number of chunks for the model; unset: answer.passages
  std::size_t token_limit = 1000;       ///< maximum length of the answer
  bool is_dry_run = false;              ///< only print the prompt
  OutputFormat format = OutputFormat::kTable;
};
int run_ask(Session& session, const AskCommand& command, std::stop_token stop);

/// codeweaver tour.
struct TourCommand {
  std::string folder;  ///< empty: see Session::resolve_project()
};
int run_tour(Session& session, const TourCommand& command, std::stop_token stop);

/// codeweaver grep, with the options of ripgrep.
struct GrepCommand {
  TextSearchOptions search;             ///< run_grep() adds the members below
  std::vector<std::string> positional;  ///< the pattern, unless -e gave it; then paths
  std::vector<std::string> expressions;
  std::optional<std::size_t> after, before, around;  ///< lines of context
  bool is_files = false;                             ///< --files: list the files to search
  bool is_quiet = false, is_only = false, is_json = false;
  std::optional<bool> line_numbers, file_names, heading;  ///< unset: depends on the output
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
  std::vector<std::string> assignments;  ///< "section.key=value"; an empty value removes the key
  bool keep_index = false;
  OutputFormat format = OutputFormat::kTable;
};
int run_projects(Session& session, const ProjectsCommand& command);

struct NamespacesCommand {
  enum class Action { kList, kCreate, kDrop, kClean };
  Action action = Action::kList;
  std::string key;  ///< [project/]purpose/chunk_strategy
  OutputFormat format = OutputFormat::kTable;
};
int run_namespaces(Session& session, const NamespacesCommand& command);

struct MigrateCommand {
  std::string to;                ///< a value of store.kind
  std::string url, api_key_env;  ///< empty: from the settings, if they name the same kind of store
  bool replaces = false;         ///< deletes records of another project with the same ID there
  OutputFormat format = OutputFormat::kTable;
};
int run_migrate(Session& session, const MigrateCommand& command, std::stop_token stop);

struct SnapshotCommand {
  enum class Action { kExport, kImport, kPull };
  Action action = Action::kExport;
  std::string place;               ///< target, file or address
  std::vector<std::string> bases;  ///< files or addresses
  std::string key;                 ///< private key for export, else public key; empty: none
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
  std::string request;               ///< file with a whole request; "-": standard input
  std::string name_space, manifest;  ///< empty: the project's folder
  std::string mode = "dry_run", batch_id;
  std::string orphans;  ///< empty: from the settings
  OutputFormat format = OutputFormat::kTable;
};
int run_reconcile(Session& session, const ReconcileCommand& command, std::stop_token stop);

struct PushCommand {
  std::string file;        ///< "-": standard input
  bool is_check = false;   ///< check the batch without storing it
  bool is_stream = false;  ///< --stream: one JSON item per line, for any file name
  OutputFormat format = OutputFormat::kTable;
};
int run_push(Session& session, const PushCommand& command, std::stop_token stop);

struct SelfCommand {
  std::size_t commits = 300;  ///< number of usable commits, newest first
  bool tune = false, apply = false;
  std::string json;  ///< file for all figures; empty: none
};
int run_bench_self(Session& session, const SelfCommand& command, std::stop_token stop);

int run_mcp(Session& session, std::stop_token stop);

int run_doctor(Session& session, OutputFormat format, bool verify);

}  // namespace codeweaver::cli
