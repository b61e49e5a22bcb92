// codeweaver push: stores a batch in its namespace, or only checks it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <unordered_set>
#include <variant>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/session/push_input.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/error_envelope.hpp"
#include "json/push_types.hpp"

namespace codeweaver::cli {
namespace {

bool is_stream(const PushCommand& command) {
  return command.is_stream || command.file.ends_with(".ndjson") || command.file.ends_with(".jsonl");
}

/// Returns the reply of a push, from checks of the contract only.
Result<PushReply> check(const PushInput& input, const std::stop_token& stop) {
  PushReply reply;
  reply.batch_id = input.envelope.batch_id;
  std::unordered_set<std::uint64_t> seen;
  const auto take = [&](const std::string& node_id, std::size_t index) {
    if (seen.insert(base::hash64(node_id)).second)
      ++reply.accepted;
    else
      reply.reject({node_id, index, std::string(contract::kValidationError),
                    std::string(push_rules::kRepeated)});
  };
  while (!stop.stop_requested()) {
    CODEWEAVER_ASSIGN(auto entry, input.next());
    if (!entry) return reply;
    auto& content = entry->content;
    if (auto* error = std::get_if<PushError>(&content))
      reply.reject(std::move(*error));
    else if (const auto* item = std::get_if<PushItem>(&content))
      take(item->node_id, entry->index);
    else
      take(std::get<PushDeletion>(content).node_id, entry->index);
  }
  return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The check was stopped",
               "reading a push batch", ""};
}

Result<PushReply> push(Session& session, const PushInput& input, std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto workspace, session.open(input.envelope.project));
  return workspace.push(input.envelope, input.next, std::move(stop));
}

void print_reply(const PushReply& reply, bool is_check, std::ostream& out) {
  out << reply.batch_id << ": " << grouped(reply.accepted)
      << (is_check ? " would be accepted, " : " accepted, ") << grouped(reply.rejected)
      << " rejected\n";
  for (const auto& error : reply.errors)
    out << "  item " << error.index << (error.node_id ? " (" + *error.node_id + ')' : "") << ": "
        << error.code << ", " << error.message << '\n';
}

}  // namespace

int run_push(Session& session, const PushCommand& command, std::stop_token stop) {
  const auto answer = [&]() -> Result<PushReply> {
    CODEWEAVER_ASSIGN(const auto input,
                      open_push(session.working_directory(), command.file, is_stream(command)));
    return command.is_check ? check(input, stop) : push(session, input, stop);
  };
  const auto reply = answer();
  const bool is_json = command.format == OutputFormat::kJson;
  if (!reply) {
    if (!is_json) return session.fail(reply.error());
    print_json(session.streams(), json::error_envelope(reply.error()));
    return kFailed;
  }
  if (is_json)
    print_json(session.streams(), json::to_json(*reply));
  else
    print_reply(*reply, command.is_check, session.streams().out);
  return reply->rejected == 0 ? kOk : kFailed;
}

}  // namespace codeweaver::cli
