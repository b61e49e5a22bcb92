// codeweaver bench self.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <filesystem>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/render_self.hpp"
#include "evaluate/self_evaluation.hpp"
#include "json/writer.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"
#include "settings/toml_edit.hpp"

namespace codeweaver::cli {
namespace {

Result<evaluate::SelfOptions> self_options(const Session& session, const SelfCommand& command,
                                           const Project& project) {
  CODEWEAVER_ASSIGN(auto loaded, session.load_settings(project));
  CODEWEAVER_TRY(settings::check_providers(loaded));
  evaluate::SelfOptions options;
  options.commits.root = project.root;
  options.commits.repo = project.project_id;
  options.commits.index = settings::index_options(loaded.settings);
  options.commits.max_queries = command.commits;
  options.state = project.state_dir;
  options.display_name = project.display_name;
  options.search = settings::search_options(loaded.settings, 0);
  options.search.top_k = evaluate::kDepth;
  options.search.deadline = {};  // a slow machine must not change the results
  options.search.filter.include_tests = true;
  options.tune = command.tune;
  const auto& streams = session.streams();
  options.on_step = [&streams](const std::string& step) { streams.err << step << std::endl; };
  return options;
}

/// Writes better settings to the project's codeweaver.toml. Returns a message about it; empty if
/// the settings are not better.
Result<std::string> apply(const evaluate::Tuning& tuning, const std::filesystem::path& root) {
  if (!tuning.is_better()) return std::string();
  const auto file = root / "codeweaver.toml";
  CODEWEAVER_TRY(
      settings::set_toml_values(file, evaluate::changed_settings(tuning.present, tuning.best)));
  return "\nWritten to " + file.string() + '\n';
}

Result<std::string> run_self(Session& session, const SelfCommand& command, std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto project, session.resolve_project());
  CODEWEAVER_ASSIGN(const auto options, self_options(session, command, project));
  CODEWEAVER_ASSIGN(const auto self, evaluate::evaluate_self(options, std::move(stop)));
  if (!command.json.empty())
    CODEWEAVER_TRY(
        base::write_user_file(session.working_directory() / command.json,
                              json::dump(evaluate::to_json(self), json::Layout::kIndented) + '\n'));
  auto text = render_self(self, session.streams());
  if (!command.apply) return text;
  CODEWEAVER_ASSIGN(auto applied, apply(*self.tuning, project.root));
  return text + applied;
}

}  // namespace

int run_bench_self(Session& session, const SelfCommand& command, std::stop_token stop) {
  const auto text = run_self(session, command, std::move(stop));
  if (!text) return session.fail(text.error());
  session.streams().out << *text;
  return kOk;
}

}  // namespace codeweaver::cli
