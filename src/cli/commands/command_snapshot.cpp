// codeweaver snapshot: export, import, pull.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/index_summary.hpp"
#include "cli/render/print_json.hpp"
#include "cli/render/progress_bar.hpp"
#include "json/snapshot_types.hpp"
#include "opening/snapshot_source.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kShownIdDigits = 12;

void print_facts(const SnapshotFacts& facts, std::ostream& out) {
  out << "Snapshot " << facts.id.substr(0, kShownIdDigits) << ": " << counted(facts.chunks, "chunk")
      << " of " << counted(facts.contents, "file content") << ", " << counted(facts.bytes, "byte")
      << (facts.public_key.empty() ? "" : ", signed by " + facts.public_key) << "\n  " << facts.name
      << '\n';
}

class SnapshotRun {
 public:
  SnapshotRun(Session& session, const SnapshotCommand& command, std::stop_token stop)
      : session_(session), command_(command), stop_(std::move(stop)) {}

  Result<int> execute() {
    CODEWEAVER_ASSIGN(const auto resolved, session_.resolve_project());
    CODEWEAVER_ASSIGN(const auto project, session_.register_project(resolved));
    CODEWEAVER_ASSIGN(auto workspace, session_.open(project));
    return command_.action == SnapshotCommand::Action::kExport ? write(workspace)
                                                               : take(workspace, project);
  }

 private:
  bool is_table() const { return command_.format == OutputFormat::kTable && !command_.quiet; }
  std::filesystem::path place(const std::string& name) const {
    return session_.working_directory() / name;
  }
  /// Returns the path of the key; relative paths start at the working directory.
  std::filesystem::path key() const {
    return command_.key.empty() ? std::filesystem::path() : place(command_.key);
  }

  Result<int> write(CodeWeaver& workspace) {
    SnapshotRequest request;
    request.file = place(command_.place);
    request.private_key = key();
    if (!command_.bases.empty()) {
      std::vector<std::filesystem::path> bases;
      for (const auto& base : command_.bases) bases.push_back(place(base));
      CODEWEAVER_ASSIGN(request.base, Snapshot::open(bases));
    }
    CODEWEAVER_ASSIGN(const auto made, workspace.make_snapshot(request, stop_));
    if (command_.format == OutputFormat::kJson) print_json(session_.streams(), json::to_json(made));
    if (is_table()) print_facts(made, session_.streams().out);
    return kOk;
  }

  Result<std::shared_ptr<const Snapshot>> open(const CodeWeaver& workspace) const {
    opening::SnapshotWish wish{{command_.place,
                                {},
                                session_.working_directory(),
                                {},
                                session_.effective().settings.network.ca_file},
                               command_.bases,
                               key()};
    const auto token = session_.environment().find(command_.token_env);
    if (token != session_.environment().end()) wish.snapshot.token = token->second;
    return opening::open_snapshot_of(workspace, std::move(wish), stop_);
  }

  Result<int> take(CodeWeaver& workspace, const Project& project) {
    IndexRequest request;
    CODEWEAVER_ASSIGN(request.snapshot, open(workspace));
    ProgressBar bar(session_.streams());
    request.wait_for_others = true;
    if (is_table())
      request.on_progress = [&](const IndexProgress& progress) { bar.show(progress); };
    auto report = workspace.index(request, stop_);
    bar.finish();
    if (!report) return report.error();
    if (command_.format == OutputFormat::kJson) {
      json::Value facts = json::Array{};
      for (const auto& one : request.snapshot->facts()) facts.push_back(json::to_json(one));
      print_json(session_.streams(),
                 json::Object{{"snapshots", std::move(facts)},
                              {"files_from_snapshot", report->files_from_snapshot},
                              {"report", service::report_json(*report, project)}});
    } else if (is_table()) {
      print_taken(*request.snapshot, *report);
      print_index_summary(*report, project, session_.streams());
    }
    return report->status == IndexStatus::kCancelled ? kFailed : kOk;
  }

  void print_taken(const Snapshot& snapshot, const IndexReport& report) const {
    auto& out = session_.streams().out;
    const auto& all = snapshot.facts();
    for (const auto& facts : all) {
      print_facts(facts, out);
      for (const auto& base : facts.bases)
        if (std::ranges::find(all, base, &SnapshotFacts::id) == all.end())
          out << "  builds on " << base.substr(0, kShownIdDigits)
              << ", which was not given; its files are parsed here if the index lacks them\n";
    }
    out << counted(report.files_from_snapshot, "file") << " from the snapshot, "
        << counted(report.files_indexed - report.files_from_snapshot, "file")
        << " parsed here or already indexed\n";
  }

  Session& session_;
  const SnapshotCommand& command_;
  std::stop_token stop_;
};

}  // namespace

int run_snapshot(Session& session, const SnapshotCommand& command, std::stop_token stop) {
  const auto code = SnapshotRun(session, command, std::move(stop)).execute();
  return code ? *code : session.fail(code.error());
}

}  // namespace codeweaver::cli
