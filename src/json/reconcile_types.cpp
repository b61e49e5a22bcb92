// Converts source manifests from JSON, and reconciliation reports to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/reconcile_types.hpp"

#include <memory>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "json/body.hpp"
#include "json/member_reader.hpp"
#include "json/push_types.hpp"

namespace codeweaver::json {
namespace {

constexpr BodyRules kManifestRules{.max_depth = 32, .replaces_bad_text = false};

Error at_line(std::size_t line, const std::string& cause) {
  return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
          "Line " + std::to_string(line) + " of the manifest: " + cause, "reading a manifest",
          "Correct that line."};
}

}  // namespace

Result<ManifestEntry> read_manifest_entry(const Value& value) {
  ManifestEntry out;
  if (value.find("content") != nullptr) {
    CODEWEAVER_ASSIGN(auto item, read_push_item(value));
    out.entry.node_id = item.node_id;
    out.entry.git_commit = item.source_audit.git_commit;
    out.item = std::move(item);
    return out;
  }
  MemberReader reader(value, "entry");
  reader.required("node_id", out.entry.node_id);
  reader.optional("hash", out.entry.hash);
  reader.optional("git_commit", out.entry.git_commit);
  auto read_entry = reader.finish(std::move(out));
  if (!read_entry) return push_rules::invalid(read_entry.error().cause);
  const auto valid =
      push_rules::check_text("node_id", read_entry->entry.node_id, PushLimits::kNodeIdBytes, true);
  if (!valid) return valid.error();
  return read_entry;
}

ManifestSource read_manifest(ByteSource source) {
  const auto lines = std::make_shared<LineReader>(std::move(source), PushLimits::kLineBytes);
  return [lines, number = std::size_t{0}]() mutable -> Result<std::optional<ManifestEntry>> {
    CODEWEAVER_ASSIGN(const auto state, lines->next());
    if (state == LineReader::State::kEnd) return std::optional<ManifestEntry>{};
    ++number;
    if (state == LineReader::State::kTooLong) return at_line(number, "it is too long");
    const auto value = parse_body(lines->line(), kManifestRules);
    if (!value) return at_line(number, value.error().cause);
    auto entry = read_manifest_entry(*value);
    if (!entry) return at_line(number, entry.error().cause);
    return std::optional(std::move(*entry));
  };
}

Value to_json(const ReconcileReport& report) {
  Array differences, actions;
  for (const auto& [kind, node_id] : report.differences)
    differences.push_back(Object{{"kind", to_string(kind)}, {"node_id", node_id}});
  for (const auto& action : report.actions) {
    Value object = Object{{"action", to_string(action.action)},
                          {"node_id", action.node_id},
                          {"status", to_string(action.status)}};
    if (!action.message.empty()) object.set("message", action.message);
    actions.push_back(std::move(object));
  }
  return Object{{"project", report.project},
                {"namespace", report.name_space},
                {"mode", to_string(report.mode)},
                {"summary", Object{{"missing", report.summary.missing},
                                   {"stale", report.summary.stale},
                                   {"orphan", report.summary.orphan}}},
                {"differences", std::move(differences)},
                {"actions", std::move(actions)}};
}

}  // namespace codeweaver::json
