// codeweaver reconcile: a namespace against its source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fstream>
#include <memory>
#include <span>

#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "json/push_types.hpp"
#include "json/reconcile_types.hpp"

namespace codeweaver::cli {
namespace {

Error bad_choice(std::string_view option, const std::string& given, std::string_view allowed) {
  return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
          "--" + std::string(option) + " is '" + given + "'", "reading the command line",
          "Use one of: " + std::string(allowed) + "."};
}

Result<ReconcileRequest> make_request(const ReconcileCommand& command, const Project& project,
                                      const Settings& settings) {
  ReconcileRequest request;
  request.project = project.project_id;
  request.name_space = command.name_space;
  request.batch_id = command.batch_id;
  const auto mode = parse_reconcile_mode(command.mode);
  if (!mode) return bad_choice("mode", command.mode, "dry_run, fix");
  request.mode = *mode;
  const auto& policy = command.orphans.empty() ? settings.reconcile.orphan_policy : command.orphans;
  const auto orphans = parse_orphan_policy(policy);
  if (!orphans) return bad_choice("orphans", policy, "delete, keep, mark");
  request.orphans = *orphans;
  return request;
}

Result<ManifestSource> open_manifest(const Session& session, const std::string& file) {
  if (file.empty()) return ManifestSource();
  const auto path = file == "-" ? "/dev/stdin" : session.working_directory() / file;
  const auto in = std::make_shared<std::ifstream>(path, std::ios::binary);
  std::error_code ignored;
  if (!*in || std::filesystem::is_directory(path, ignored))
    return Error{ErrorCategory::kNotFound, "PATH_NOT_FOUND", "Cannot read " + path.string(),
                 "reading a manifest", "Check the path."};
  return json::read_manifest([in](std::span<char> buffer) -> Result<std::size_t> {
    in->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    return static_cast<std::size_t>(in->gcount());
  });
}

Result<ReconcileReport> reconcile(Session& session, const ReconcileCommand& command,
                                  std::stop_token stop) {
  const auto project = session.resolve_project();
  if (!project) return project.error();
  auto workspace = session.open(*project);
  if (!workspace) return workspace.error();
  const auto request = make_request(command, *project, session.effective().settings);
  if (!request) return request.error();
  const auto manifest = open_manifest(session, command.manifest);
  if (!manifest) return manifest.error();
  return workspace->reconcile(*request, *manifest, std::move(stop));
}

void print_report(const ReconcileReport& report, std::ostream& out) {
  out << report.name_space << ": " << grouped(report.summary.missing) << " missing, "
      << grouped(report.summary.stale) << " stale, " << grouped(report.summary.orphan)
      << " orphaned\n";
  if (report.mode == ReconcileMode::kDryRun) {
    for (const auto& [kind, node_id] : report.differences)
      out << "  " << to_string(kind) << "  " << node_id << '\n';
    return;
  }
  for (const auto& action : report.actions) {
    out << "  " << action.action << "  " << action.node_id;
    if (action.status != "applied") out << "  (" << action.status << ')';
    if (!action.message.empty()) out << ": " << action.message;
    out << '\n';
  }
}

}  // namespace

int run_reconcile(Session& session, const ReconcileCommand& command, std::stop_token stop) {
  const auto report = reconcile(session, command, std::move(stop));
  const bool is_json = command.format == OutputFormat::kJson;
  if (!report) {
    if (!is_json) return session.fail(report.error());
    print_json(session.streams(), json::error_envelope(report.error()));
    return kFailed;
  }
  if (is_json)
    print_json(session.streams(), json::to_json(*report));
  else
    print_report(*report, session.streams().out);
  return kOk;
}

}  // namespace codeweaver::cli
