// Options of `callers`, `callees`, `impact`, `tests`, `implementations`, `path`, `imports`,
// `importers`, `rename` and `map`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>

#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"

namespace codeweaver::cli {
namespace {

constexpr const char* kStartHelp =
    "Name, with or without its class: close, Pool.close; or FILE or FILE:LINE";

void add_depth(CLI::App& sub, CallGraphOptions& options, const std::string& usual) {
  sub.add_option("-d,--depth", options.depth,
                 "1: direct ones; 2: also theirs; ... (default: " + usual + ")")
      ->check(CLI::Range(1, 20));
}

void add_start(CLI::App& sub, CallGraphCommand& into) {
  sub.add_option("start", into.start, kStartHelp)->required()->check(not_empty());
}

/// A start, or the changes since a commit.
void add_start_or_difference(CLI::App& sub, CallGraphCommand& into) {
  sub.add_option("start", into.start, kStartHelp)->check(not_empty());
  sub.add_option("--diff", into.options.changed_in,
                 "Begin with the definitions changed since a commit (default: HEAD), or in a range "
                 "A..B")
      ->expected(0, 1)
      ->default_str("HEAD");
}

void check_start(const CLI::App& sub, CallGraphCommand& into) {
  const bool has_difference = sub.count("--diff") > 0;
  if (has_difference && into.options.changed_in.empty()) into.options.changed_in = "HEAD";
  if (has_difference && !into.start.empty())
    throw CLI::ValidationError("--diff", "A name and a difference exclude each other");
  if (!has_difference && into.start.empty()) throw CLI::RequiredError("start");
}

}  // namespace

CLI::App& Commands::add_call_graph(CLI::App& app, const std::string& name, const std::string& about,
                                   CallRelation relation, CallGraphCommand& into) {
  auto& sub = command(app, name, about);
  into.options.relation = relation;
  sub.add_option("-l,--limit", into.options.limit, "Number of results (default: 100)")
      ->check(CLI::Range(1, 100'000));
  add_format(sub, into.format);
  sub.callback([this, &sub, &into] {
    if (sub.get_option_no_throw("--diff") != nullptr) check_start(sub, into);
    chosen = [&into](Session& session, std::stop_token) { return run_call_graph(session, into); };
  });
  return sub;
}

void Commands::declare_call_graph(CLI::App& app) {
  const auto exclude_tests = [](CLI::App& sub, CallGraphCommand& into) {
    sub.add_flag("--exclude-tests", into.exclude_tests, "Leave out tests");
  };
  auto& of_callers =
      add_call_graph(app, "callers", "Show what calls a function", CallRelation::kCallers, callers);
  add_start(of_callers, callers);
  add_depth(of_callers, callers.options, "1; 3 for a file");
  exclude_tests(of_callers, callers);
  auto& of_callees =
      add_call_graph(app, "callees", "Show what a function calls", CallRelation::kCallees, callees);
  add_start(of_callees, callees);
  add_depth(of_callees, callees.options, "1; 3 for a file");
  exclude_tests(of_callees, callees);
  auto& of_impact = add_call_graph(app, "impact", "Show what may break if a name or file changes",
                                   CallRelation::kCallers, impact);
  add_start_or_difference(of_impact, impact);
  impact.options.depth = 3;
  add_depth(of_impact, impact.options, "3");
  exclude_tests(of_impact, impact);
  auto& of_tests = add_call_graph(app, "tests", "Show the tests that reach a function or a change",
                                  CallRelation::kTests, tests);
  add_start_or_difference(of_tests, tests);
  add_depth(of_tests, tests.options, "5");
  auto& of_implementations =
      add_call_graph(app, "implementations", "Show what implements, extends or overrides a name",
                     CallRelation::kImplementations, implementations);
  of_implementations.alias("overrides")->alias("subclasses");
  add_start(of_implementations, implementations);
  add_depth(of_implementations, implementations.options, "20");
  exclude_tests(of_implementations, implementations);
  auto& of_path = add_call_graph(app, "path", "Show how one function calls another, step by step",
                                 CallRelation::kPath, path);
  add_start(of_path, path);
  of_path.add_option("to", path.options.to, "The called one, in the same form")
      ->required()
      ->check(not_empty());
  add_depth(of_path, path.options, "20");
  exclude_tests(of_path, path);
  declare_imports(app);
}

void Commands::declare_imports(CLI::App& app) {
  auto& of_imports = add_call_graph(app, "imports", "Show what a file or folder imports, or cycles",
                                    CallRelation::kImports, imports);
  of_imports.add_option("start", imports.start, "FILE or FOLDER");
  add_depth(of_imports, imports.options, "1");
  of_imports.add_flag("--exclude-tests", imports.exclude_tests, "Leave out tests");
  of_imports.add_flag_callback(
      "--cycles", [this] { imports.options.relation = CallRelation::kCycles; },
      "Files that import each other, in FOLDER or in the whole project");
  of_imports.parse_complete_callback([this] {
    if (imports.start.empty() && imports.options.relation == CallRelation::kImports)
      throw CLI::RequiredError("start");
  });
  auto& of_importers = add_call_graph(app, "importers", "Show which files import a file or library",
                                      CallRelation::kImporters, importers);
  of_importers.add_option("start", importers.start, "FILE, FOLDER or the name of a library")
      ->required()
      ->check(not_empty());
  add_depth(of_importers, importers.options, "1");
  of_importers.add_flag("--exclude-tests", importers.exclude_tests, "Leave out tests");
}

void Commands::declare_rename(CLI::App& app) {
  auto& sub = command(app, "rename", "Show what a rename would change, as a diff");
  sub.add_option("name", rename.name, "Name, with or without its class, or FILE:LINE")
      ->required()
      ->check(not_empty());
  sub.add_option("new_name", rename.new_name, "The new name, without its class")
      ->required()
      ->check(not_empty());
  sub.add_flag("--preview")
      ->description("Only show the changes; needed, as nothing else is offered")
      ->required();
  sub.add_option("-l,--limit", rename.limit,
                 "Number of places that are listed because they are not in the diff (default: 100)")
      ->check(CLI::Range(1, 100'000));
  add_format(sub, rename.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_rename(session, rename); };
  });
}

void Commands::declare_map(CLI::App& app) {
  auto& sub = command(app, "map", "Show the main files and their definitions");
  sub.add_option("folder", map.options.folder, "Only files below FOLDER");
  sub.add_option("--token-limit,--tokens", map.options.token_limit,
                 "Maximum length in tokens (default: 2000)")
      ->check(CLI::Range(100, 100'000));
  sub.add_flag("--include-tests", map.options.include_tests, "Also map tests");
  add_format(sub, map.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_map(session, map); };
  });
}

}  // namespace codeweaver::cli
