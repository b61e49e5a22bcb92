// codeweaver push check: a batch against the push contract.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <fstream>
#include <span>
#include <unordered_set>
#include <variant>

#include "base/hash.hpp"
#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "json/push_stream.hpp"
#include "json/push_types.hpp"

namespace codeweaver::cli {
namespace {

bool is_stream(const PushCommand& command) {
  return command.is_stream || command.file.ends_with(".ndjson") || command.file.ends_with(".jsonl");
}

Result<std::ifstream> open_input(const Session& session, const std::string& file) {
  const auto path =
      file == "-" ? std::filesystem::path("/dev/stdin") : session.working_directory() / file;
  std::ifstream in(path, std::ios::binary);
  std::error_code ignored;
  if (in && !std::filesystem::is_directory(path, ignored)) return in;
  return Error{ErrorCategory::kNotFound, "PATH_NOT_FOUND", "Cannot read " + path.string(),
               "reading a push batch", "Check the path."};
}

/// Up to `limit` bytes.
std::string read_up_to(std::istream& in, std::size_t limit) {
  std::string text;
  std::string buffer(64 << 10, '\0');
  while (text.size() < limit && in) {
    in.read(buffer.data(), static_cast<std::streamsize>(std::min(buffer.size(), limit)));
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

Result<PushReply> check_document(std::istream& in) {
  auto batch = json::read_push_batch(read_up_to(in, PushLimits::kBatchBytes + 1));
  if (!batch) return batch.error();
  PushReply reply{batch->envelope.batch_id, batch->items.size() + batch->deletions.size(), 0, {}};
  for (auto& error : batch->errors) reply.reject(std::move(error));
  return reply;
}

Result<PushReply> check_stream(std::istream& in, const std::stop_token& stop) {
  auto stream = json::PushStream::open([&](std::span<char> buffer) -> Result<std::size_t> {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    return static_cast<std::size_t>(in.gcount());
  });
  if (!stream) return stream.error();
  PushReply reply;
  reply.batch_id = stream->envelope().batch_id;
  std::unordered_set<std::uint64_t> seen;
  const auto take = [&](const std::string& node_id, std::size_t index) {
    if (seen.insert(base::hash64(node_id)).second)
      ++reply.accepted;
    else
      reply.reject({node_id, index, std::string(contract::kValidationError),
                    std::string(push_rules::kRepeated)});
  };
  while (!stop.stop_requested()) {
    auto entry = stream->next();
    if (!entry) return entry.error();
    if (!*entry) return reply;
    auto& content = (*entry)->content;
    if (auto* error = std::get_if<PushError>(&content))
      reply.reject(std::move(*error));
    else if (const auto* item = std::get_if<PushItem>(&content))
      take(item->node_id, (*entry)->index);
    else
      take(std::get<PushDeletion>(content).node_id, (*entry)->index);
  }
  return Error{ErrorCategory::kCancelled, "CANCELLED", "The check was stopped",
               "reading a push batch", ""};
}

void print_reply(const PushReply& reply, std::ostream& out) {
  out << reply.batch_id << ": " << grouped(reply.accepted) << " would be accepted, "
      << grouped(reply.rejected) << " rejected\n";
  for (const auto& error : reply.errors)
    out << "  item " << error.index << (error.node_id ? " (" + *error.node_id + ')' : "") << ": "
        << error.code << ", " << error.message << '\n';
}

}  // namespace

int run_push_check(Session& session, const PushCommand& command, std::stop_token stop) {
  auto in = open_input(session, command.file);
  if (!in) return session.fail(in.error());
  const auto reply = is_stream(command) ? check_stream(*in, stop) : check_document(*in);
  const bool is_json = command.format == OutputFormat::kJson;
  if (!reply) {
    if (!is_json) return session.fail(reply.error());
    print_json(session.streams(), json::error_envelope(reply.error()));
    return kFailed;
  }
  if (is_json)
    print_json(session.streams(), json::to_json(*reply));
  else
    print_reply(*reply, session.streams().out);
  return reply->rejected == 0 ? kOk : kFailed;
}

}  // namespace codeweaver::cli
