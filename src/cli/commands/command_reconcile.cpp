// codeweaver reconcile: compares a namespace with its source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/session/input_file.hpp"
#include "json/error_envelope.hpp"
#include "json/reconcile_types.hpp"
#include "json/request_types.hpp"

namespace codeweaver::cli {
namespace {

/// Makes a request from options that declare_reconcile() has checked.
Result<ReconcileRequest> request_of(Session& session, const ReconcileCommand& command) {
  ReconcileRequest request;
  CODEWEAVER_ASSIGN(const auto project, session.resolve_project());
  request.project = project.project_id;
  request.name_space = command.name_space;
  request.batch_id = command.batch_id;
  request.mode = parse_reconcile_mode(command.mode).value_or(request.mode);
  if (!command.orphans.empty()) request.orphans = parse_orphan_policy(command.orphans);
  return request;
}

Result<ReconcileRequest> read_request(const Session& session, const std::string& file) {
  CODEWEAVER_ASSIGN(const auto in, open_input(session.working_directory(), file));
  return json::read_reconcile_request(read_up_to(*in, json::kMaxRequestBytes + 1));
}

Result<ManifestSource> open_manifest(const Session& session, const std::string& file) {
  if (file.empty()) return ManifestSource();
  CODEWEAVER_ASSIGN(auto in, open_input(session.working_directory(), file));
  return json::read_manifest(bytes_of(std::move(in)));
}

Result<ReconcileReport> reconcile(Session& session, const ReconcileCommand& command,
                                  std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto request, command.request.empty() ? request_of(session, command)
                                                          : read_request(session, command.request));
  CODEWEAVER_ASSIGN(auto workspace, session.open(request.project));
  if (!request.orphans) request.orphans = session.effective().settings.reconcile.orphan_policy;
  CODEWEAVER_ASSIGN(const auto manifest, open_manifest(session, command.manifest));
  return workspace.reconcile(request, manifest, std::move(stop));
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
    out << "  " << to_string(action.action) << "  " << action.node_id;
    if (action.status != ReconcileActionStatus::kApplied)
      out << "  (" << to_string(action.status) << ')';
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
    print_json(session.streams(), json::error_envelope(report.error(), contract::kReconcileFailed));
    return kFailed;
  }
  if (is_json)
    print_json(session.streams(), json::to_json(*report));
  else
    print_report(*report, session.streams().out);
  return kOk;
}

}  // namespace codeweaver::cli
