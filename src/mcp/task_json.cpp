// Tasks on the wire, in both eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/clock.hpp"
#include "mcp/conversation.hpp"
#include "mcp/task.hpp"

namespace codeweaver::mcp {
namespace {

/// In the legacy era a call with a tool error has the status "failed".
std::string_view status_name(const TaskView& task, bool is_modern) {
  switch (task.status) {
    case TaskStatus::kWorking:
      return "working";
    case TaskStatus::kInputRequired:
      return "input_required";
    case TaskStatus::kCompleted:
      return !is_modern && task.result && task.result->is_error ? "failed" : "completed";
    case TaskStatus::kFailed:
      return "failed";
    case TaskStatus::kCancelled:
      return "cancelled";
  }
  return {};
}

json::Value common_json(const TaskView& task, bool is_modern) {
  return json::Object{{"taskId", task.id},
                      {"status", status_name(task, is_modern)},
                      {"statusMessage", task.message},
                      {"createdAt", base::iso8601(task.created)},
                      {"lastUpdatedAt", base::iso8601(task.updated)}};
}

}  // namespace

json::Value modern_json(const TaskView& task, bool is_detailed) {
  auto out = common_json(task, true);
  out.set("ttlMs", task.ttl.count());
  out.set("pollIntervalMs", task.poll_interval.count());
  if (!is_detailed) return out;
  if (task.status == TaskStatus::kInputRequired)
    out.set("inputRequests", requests_json(task.questions));
  if (task.result) {
    auto result = task.result->result;
    result.set("resultType", "complete");
    out.set("result", std::move(result));
  }
  if (task.error) {
    json::Value error = json::Object{{"code", task.error->code}, {"message", task.error->message}};
    if (task.error->data) error.set("data", *task.error->data);
    out.set("error", std::move(error));
  }
  return out;
}

json::Value legacy_json(const TaskView& task) {
  auto out = common_json(task, false);
  out.set("ttl", task.ttl.count());
  out.set("pollInterval", task.poll_interval.count());
  return out;
}

}  // namespace codeweaver::mcp
