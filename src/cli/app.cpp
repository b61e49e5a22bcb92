// The program: declares every option with CLI11 and starts the chosen command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <map>

#include "cli/commands.hpp"

namespace codeweaver::cli {
namespace {

const std::map<std::string, OutputFormat> kFormats = {{"table", OutputFormat::kTable},
                                                      {"markdown", OutputFormat::kMarkdown},
                                                      {"json", OutputFormat::kJson}};

void add_format(CLI::App& app, OutputFormat& format) {
  app.add_option("-o,--output-format", format, "table, markdown or json")
      ->transform(CLI::CheckedTransformer(kFormats, CLI::ignore_case))
      ->default_str("table");
}

/// All commands with the variables their options fill.
struct Commands {
  CommonOptions common;
  IndexCommand index;
  WatchCommand watch;
  SearchCommand search;
  ConfigCommand config;
  ProjectsCommand projects;
  NamespacesCommand namespaces;
  PushCommand push;
  ReconcileCommand reconcile;
  QueryCommand query;
  QualityCommand quality;
  SelfCommand self;
  IntentsCommand intents;
  SpeedCommand speed;
  OutputFormat status_format = OutputFormat::kTable, doctor_format = OutputFormat::kTable;
  std::string init_folder, init_id;
  std::function<int(Session&, std::stop_token)> chosen;

  CLI::App& command(CLI::App& app, const std::string& name, const std::string& about) {
    auto& added = *app.add_subcommand(name, about);
    added.add_option("-p,--project", common.project, "Project folder or id");
    add_settings(added);
    added.add_flag("--debug", common.debug, "Log to stderr, in detail");
    return added;
  }

  void add_settings(CLI::App& added) {
    added.add_option("-c,--config", common.config_file, "Settings file")->check(CLI::ExistingFile);
    added.add_option("--env-file", common.env_file, "File of environment variables (keys)")
        ->check(CLI::ExistingFile);
    added.add_option("--set", common.overrides, "Setting as section.key=value; may be repeated");
  }

  void declare(CLI::App& app) {
    declare_index(app);
    declare_watch(app);
    declare_search(app);
    auto& status = command(app, "status", "Show what is indexed and whether it is fresh");
    add_format(status, status_format);
    status.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_status(session, status_format);
      };
    });
    auto& configuration = command(app, "config", "Show the settings in force");
    configuration.add_flag("--show", config.show, "Print every setting with its origin");
    add_format(configuration, config.format);
    configuration.callback([this] {
      chosen = [this](Session& session, std::stop_token) { return run_config(session, config); };
    });
    auto& init = command(app, "init", "Keep a project's index in its own .codeweaver folder");
    init.add_option("folder", init_folder, "Folder of the project (default: here)");
    init.add_option("--id", init_id, "Project id");
    init.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_init(session, init_folder, init_id);
      };
    });
    declare_projects(app);
    declare_namespaces(app);
    declare_push(app);
    declare_reconcile(app);
    declare_query(app);
    declare_bench(app);
    auto& doctor = command(app, "doctor", "Check every prerequisite and say what to do");
    add_format(doctor, doctor_format);
    doctor.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_doctor(session, doctor_format);
      };
    });
  }

  void declare_index(CLI::App& app) {
    auto& sub = command(app, "index", "Index a folder, or bring its index up to date");
    sub.add_option("folder", index.folder, "Folder to index (default: the project)");
    sub.add_option("--id", index.project_id, "Id of a new project");
    auto* const force = sub.add_flag("-f,--force,--reindex", index.force, "Rebuild everything");
    sub.add_flag("--resume", index.resume, "Continue an interrupted run, without asking")
        ->excludes(force);
    sub.add_flag("-q,--quiet", index.quiet, "No progress");
    add_format(sub, index.format);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_index(session, index, std::move(stop));
      };
    });
  }

  void declare_watch(CLI::App& app) {
    auto& sub = command(app, "watch", "Keep the index up to date while files change");
    sub.add_option("folder", watch.folder, "Folder to watch (default: the project)");
    add_format(sub, watch.format);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_watch(session, watch, std::move(stop));
      };
    });
  }

  void declare_search(CLI::App& app) {
    auto& sub = command(app, "search", "Find code by meaning, name or snippet");
    sub.add_option("query", search.query, "What to look for")->required();
    sub.add_option("-i,--intent", search.intent,
                   "understand, implement, debug, optimize, test, configure or document");
    sub.add_option(
        "--task", search.task,
        "debug, default, document, implement, local_edit, refactor, review, search, test");
    sub.add_option("-l,--limit", search.limit, "Matches to show (default: 10)");
    sub.add_option("--token-limit", search.token_limit, "Tokens of all matches together");
    sub.add_flag("--include-tests,!--no-include-tests", search.include_tests,
                 "Test files too (default: on)");
    sub.add_option("--language", search.languages, "Only this language; may be repeated");
    sub.add_option("--file-type", search.file_type, "Only this extension, e.g. py");
    sub.add_option("--directory", search.directory, "Only this folder and below");
    sub.add_option("--file-glob", search.file_glob, "Only paths that match, e.g. 'src/**/*.ts'");
    sub.add_option("--purpose", search.purpose,
                   "Only namespaces for this: code_search, atlas_graph or docs_search");
    sub.add_option("--chunk-strategy", search.chunk_strategy, "Only namespaces of this strategy");
    sub.add_option("--ref", search.ref,
                   "Search a branch, tag or commit instead of the working tree");
    sub.add_option("--changed-in", search.changed_in,
                   "Only code that a difference touches: A..B, A...B, or A (to the working tree)");
    sub.add_option("--min-similarity", search.min_similarity, "Leave out weaker matches, 0 to 1");
    sub.add_option("--detail", search.detail, "summary, snippet or full");
    sub.add_flag("--explain", search.explain, "Say why each match ranks where it does");
    auto& also = *sub.add_option("--also", search.also,
                                 "Search this project too, by its id; may be repeated");
    sub.add_option("--why-not", search.why_not, "Say why this file is not among the matches")
        ->excludes(&also);
    add_format(sub, search.format);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_search(session, search, std::move(stop));
      };
    });
  }

  void declare_bench(CLI::App& app) {
    auto& bench = *app.add_subcommand("bench", "Measure how good and how fast the search is");
    bench.require_subcommand(1);
    declare_bench_quality(bench);
    declare_bench_self(bench);
    declare_bench_intents(bench);
    declare_bench_speed(bench);
  }

  void declare_bench_quality(CLI::App& bench) {
    auto& sub = *bench.add_subcommand("quality", "Ask queries with known answers, and score");
    add_settings(sub);
    sub.add_option("--repos", quality.repos, "Folder with the source tree of each repository")
        ->required();
    sub.add_option("--queries", quality.queries, "JSONL file, or a folder of them")->required();
    sub.add_option("--repo", quality.filter.repos, "Only this repository; may be repeated");
    sub.add_option("--category", quality.filter.categories, "Only this category; may be repeated");
    sub.add_option("--split", quality.filter.splits, "Only this split; may be repeated");
    sub.add_option("--top", quality.top, "Results asked for (default: 10)")
        ->check(CLI::Range(1, 1000));
    sub.add_option("--state", quality.state, "Keep the indexes here (default: removed at the end)");
    sub.add_flag("-f,--force,--reindex", quality.reindex, "Rebuild indexes that are there");
    sub.add_flag("--ablations", quality.ablations, "Measure the search part by part, too");
    sub.add_option("--variant", quality.variant, "Search as this row of the ablations does");
    sub.add_flag("--explain", quality.explain,
                 "Write what the reranker measured to --results, too");
    sub.add_option("--results", quality.results, "Write the ranked lists here, as JSONL");
    sub.add_option("--vs", quality.versus, "Compare with ranked lists that such a file holds");
    sub.add_option("--json", quality.json, "Write all figures here, as JSON");
    sub.add_flag("--verbose", quality.verbose, "A row for each repository, too");
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_bench_quality(session, quality, std::move(stop));
      };
    });
  }

  void declare_bench_intents(CLI::App& bench) {
    auto& sub = *bench.add_subcommand("intents", "Classify labelled queries, and score");
    sub.add_option("--queries", intents.queries, "JSONL file")->required();
    sub.add_option("--split", intents.split, "Only this split");
    sub.add_option("--json", intents.json, "Write all figures here, as JSON");
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_bench_intents(session, intents);
      };
    });
  }

  void declare_bench_speed(CLI::App& bench) {
    auto& sub = *bench.add_subcommand("speed", "Index a folder and time it, queries and updates");
    add_settings(sub);
    sub.add_option("folder", speed.folder, "Folder to index (default: here)");
    sub.add_option("--runs", speed.runs, "Full indexing runs (default: 1)")
        ->check(CLI::Range(1, 100));
    sub.add_option("--queries", speed.queries, "Queries of each kind (default: 100)")
        ->check(CLI::Range(1, 10'000));
    sub.add_flag("--edit", speed.edit, "Change files of the folder, too, and put them back");
    sub.add_option("--work", speed.work, "Make the indexes below this folder")
        ->check(CLI::ExistingDirectory);
    sub.add_option("--json", speed.json, "Write all figures here, as JSON");
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_bench_speed(session, speed, std::move(stop));
      };
    });
  }

  void declare_bench_self(CLI::App& bench) {
    auto& sub = command(bench, "self", "Ask this project what its own commits say, and score");
    sub.add_option("--commits", self.commits, "Usable commits, newest first (default: 300)")
        ->check(CLI::Range(1, 100'000));
    auto* const tune = sub.add_flag("--tune", self.tune, "Look for better settings, too");
    sub.add_flag("--apply", self.apply, "Write better settings to the project's codeweaver.toml")
        ->needs(tune);
    sub.add_option("--json", self.json, "Write all figures here, as JSON");
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_bench_self(session, self, std::move(stop));
      };
    });
  }

  void declare_namespaces(CLI::App& app) {
    using Action = NamespacesCommand::Action;
    auto& sub = command(app, "namespaces", "List, create, drop or clean up a project's namespaces");
    add_format(sub, namespaces.format);
    const auto action = [&](const std::string& name, const std::string& about, Action what) {
      auto& added = *sub.add_subcommand(name, about);
      add_format(added, namespaces.format);
      added.callback([this, what] { namespaces.action = what; });
      if (what == Action::kCreate || what == Action::kDrop)
        added.add_option("namespace", namespaces.key, "[PROJECT/]PURPOSE/CHUNK_STRATEGY")
            ->required();
    };
    action("list", "List them with the number of their records", Action::kList);
    action("create", "Make an empty one for another tool to fill", Action::kCreate);
    action("drop", "Delete one with all its records", Action::kDrop);
    action("clean", "Drop those without records", Action::kClean);
    sub.require_subcommand(0, 1);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_namespaces(session, namespaces);
      };
    });
  }

  void declare_push(CLI::App& app) {
    const auto add_input = [this](CLI::App& added) {
      added.add_option("file", push.file, "Batch; - for standard input");
      added.add_flag("--stream", push.is_stream,
                     "One item a line (default: by the ending, .ndjson or .jsonl)");
      add_format(added, push.format);
    };
    auto& sub = *app.add_subcommand("push", "Take a batch of what another tool describes");
    add_input(sub);
    add_settings(sub);
    sub.add_flag("--debug", common.debug, "Log to stderr, in detail");
    auto& check = *sub.add_subcommand("check", "Only say what of a batch would be accepted");
    add_input(check);
    check.callback([this] { push.is_check = true; });
    sub.require_subcommand(0, 1);
    sub.callback([this] {
      if (push.file.empty()) throw CLI::RequiredError("file");
      chosen = [this](Session& session, std::stop_token stop) {
        return run_push(session, push, std::move(stop));
      };
    });
  }

  void declare_reconcile(CLI::App& app) {
    auto& sub = command(app, "reconcile", "Compare a namespace with its source, and mend it");
    auto& request = *sub.add_option("--request", reconcile.request,
                                    "Request of the reconcile contract; - for standard input");
    const auto add = [&](const std::string& name, std::string& value, const std::string& about) {
      return sub.add_option(name, value, about)->excludes(&request);
    };
    add("--namespace", reconcile.name_space,
        "PROJECT/PURPOSE/CHUNK_STRATEGY (default: the project's folder)");
    sub.add_option("--manifest", reconcile.manifest,
                   "What the source has, an entry a line; - for standard input");
    add("--mode", reconcile.mode, "dry_run: only report; fix")->default_str("dry_run");
    add("--batch", reconcile.batch_id, "Only what this batch wrote, and what is missing");
    add("--orphans", reconcile.orphans, "What a fix does about them: delete, keep, mark");
    add_format(sub, reconcile.format);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_reconcile(session, reconcile, std::move(stop));
      };
    });
  }

  void declare_query(CLI::App& app) {
    auto& sub = *app.add_subcommand("query", "Answer a request of the query contract");
    sub.add_option("file", query.file, "Request; - for standard input")->required();
    add_settings(sub);
    sub.add_flag("--debug", common.debug, "Log to stderr, in detail");
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token stop) {
        return run_query(session, query, std::move(stop));
      };
    });
  }

  void declare_projects(CLI::App& app) {
    using Action = ProjectsCommand::Action;
    auto& sub = command(app, "projects", "List, add, choose, rename, set up or forget projects");
    add_format(sub, projects.format);
    const auto action = [&](CLI::App& parent, const std::string& name, const std::string& about,
                            Action what) -> CLI::App& {
      auto& added = *parent.add_subcommand(name, about);
      add_format(added, projects.format);
      added.callback([this, what] { projects.action = what; });
      return added;
    };
    const auto on_project = [&](CLI::App& parent, const std::string& name, const std::string& about,
                                Action what) -> CLI::App& {
      auto& added = action(parent, name, about, what);
      added.add_option("id", projects.project_id, "Project id")->required();
      return added;
    };
    action(sub, "list", "List all projects", Action::kList);
    auto& add = action(sub, "add", "Make a folder a project, without indexing it", Action::kAdd);
    add.add_option("folder", projects.folder, "Folder of the project")->required();
    add.add_option("--id", projects.project_id, "Project id (default: from the folder's name)");
    add.add_option("--name", projects.display_name, "Display name (default: the folder's name)");
    on_project(sub, "use", "Make a project the active one", Action::kUse);
    on_project(sub, "rename", "Change a project's display name", Action::kRename)
        .add_option("name", projects.display_name, "New display name")
        ->required();
    on_project(sub, "remove", "Forget a project and delete its index", Action::kRemove)
        .add_flag("--keep-index", projects.keep_index, "Forget only");
    auto& settings = *sub.add_subcommand("settings", "Settings kept with a project's index");
    on_project(settings, "show", "Print them", Action::kShowSettings);
    on_project(settings, "set", "Change them", Action::kSetSettings)
        .add_option("setting", projects.assignments, "section.key=value; without value: take out")
        ->required();
    settings.require_subcommand(1);
    sub.require_subcommand(0, 1);
    sub.callback([this] {
      chosen = [this](Session& session, std::stop_token) {
        return run_projects(session, projects);
      };
    });
  }
};

}  // namespace

int run(const std::vector<std::string>& arguments, settings::Environment environment,
        const std::filesystem::path& working_directory, const Streams& streams,
        std::stop_token stop) {
  CLI::App app("codeweaver finds code by meaning, offline.", "codeweaver");
  app.set_version_flag("--version", CODEWEAVER_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Settings: codeweaver config --show. Exit codes: 0 success, 1 refused or failed, 2 usage.");
  Commands commands;
  commands.declare(app);
  try {
    auto reversed = std::vector<std::string>(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, streams.out, streams.err) == 0 ? kOk : kUsage;
  }
  Session session(commands.common, std::move(environment), working_directory, streams);
  return commands.chosen(session, std::move(stop));
}

}  // namespace codeweaver::cli
