// Converts batches of the push contract from JSON, and replies and errors to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/push_types.hpp"

#include <unordered_set>

#include "base/try.hpp"
#include "json/body.hpp"
#include "json/member_reader.hpp"
#include "json/members.hpp"

namespace codeweaver::json {
namespace {

constexpr BodyRules kPushRules{
    .max_depth = 32, .max_values = kMaxListValues, .replaces_bad_text = false};

/// Converts a misfit of a reader to an error of the contract.
Error as_invalid(const Error& misfit) {
  return push_rules::invalid(misfit.cause);
}

Result<Span> read_range(const Value& item) {
  const Value* range = item.find("range");
  if (range == nullptr) return push_rules::invalid("item.range: is missing");
  Span lines;
  MemberReader reader(*range, "item.range");
  reader.required("start_line", lines.start_line);
  reader.required("end_line", lines.end_line);
  return reader.finish(lines);
}

Result<SourceAudit> read_source_audit(const Value& item) {
  const Value* value = item.find("source_audit");
  if (value == nullptr) return push_rules::invalid("item.source_audit: is missing");
  SourceAudit audit;
  MemberReader reader(*value, "item.source_audit");
  reader.nullable("git_commit", audit.git_commit);
  reader.nullable("git_branch", audit.git_branch);
  reader.nullable("git_dirty", audit.git_dirty);
  reader.required("captured_at", audit.captured_at);
  return reader.finish(std::move(audit));
}

/// Reads a list of the document item by item, and records errors of single items.
class BatchReader {
 public:
  explicit BatchReader(PushBatch& batch) : batch_(batch) {}

  template <class T, class Read>
  void read_all(const Array& values, std::vector<T>& out, Read read_one) {
    for (const Value& value : values) {
      Result<T> one = read_one(value);
      if (one && !seen_.insert(one->node_id).second)
        one = push_rules::invalid(std::string(push_rules::kRepeated));
      if (one)
        out.push_back(std::move(*one));
      else
        note(value, one.error());
      ++index_;
    }
  }

 private:
  void note(const Value& value, const Error& error) {
    const auto* id = text_in(value, "node_id");
    batch_.errors.push_back(
        {id == nullptr ? std::nullopt : std::optional(*id), index_, error.code, error.cause});
  }

  PushBatch& batch_;
  std::unordered_set<std::string> seen_;
  std::size_t index_ = 0;
};

Result<const Array*> list_of(const Value& document, std::string_view key, bool is_required) {
  static const Array kNone;
  const Value* member = document.find(key);
  if (member == nullptr && !is_required) return &kNone;
  if (member == nullptr) return push_rules::invalid(std::string(key) + " is missing");
  if (!member->is_array())
    return push_rules::invalid(std::string(key) + ": " + *expected("a list", *member));
  return member->if_array();
}

}  // namespace

Result<PushItem> read_push_item(const Value& value) {
  PushItem item;
  MemberReader reader(value, "item");
  reader.required("node_id", item.node_id);
  reader.required("node_type", item.node_type);
  reader.required("path", item.path);
  reader.nullable("language", item.language);
  reader.required("content", item.content);
  reader.nullable("symbol_meta", item.symbol_meta);
  auto read_item = reader.finish(std::move(item));
  if (!read_item) return as_invalid(read_item.error());
  auto range = read_range(value);
  if (!range) return as_invalid(range.error());
  read_item->range = *range;
  auto audit = read_source_audit(value);
  if (!audit) return as_invalid(audit.error());
  read_item->source_audit = std::move(*audit);
  CODEWEAVER_TRY(read_item->validate());
  return read_item;
}

Result<PushDeletion> read_push_deletion(const Value& value) {
  PushDeletion deletion;
  MemberReader reader(value, "deletion");
  reader.required("node_id", deletion.node_id);
  reader.nullable("captured_at", deletion.captured_at);
  auto read_deletion = reader.finish(std::move(deletion));
  if (!read_deletion) return as_invalid(read_deletion.error());
  CODEWEAVER_TRY(read_deletion->validate());
  return read_deletion;
}

Result<PushEnvelope> read_push_envelope(const Value& value) {
  PushEnvelope envelope;
  MemberReader version(value, "batch");
  version.required("contract_version", envelope.contract_version);
  if (auto known = version.finish(true); !known) return as_invalid(known.error());
  if (envelope.contract_version == contract::kVersion) {  // other versions may have other members
    MemberReader reader(value, "batch");
    reader.required("project", envelope.project);
    reader.required("source", envelope.source);
    reader.required("batch_id", envelope.batch_id);
    if (auto rest = reader.finish(true); !rest) return as_invalid(rest.error());
  }
  CODEWEAVER_TRY(envelope.validate());
  return envelope;
}

Result<PushBatch> read_push_batch(std::string_view text) {
  if (text.size() > PushLimits::kBatchBytes)
    return push_rules::invalid("the batch has more than " +
                               std::to_string(PushLimits::kBatchBytes) +
                               " bytes; push it as a stream of lines");
  const auto document = parse_body(text, kPushRules);
  if (!document) return as_invalid(document.error());
  CODEWEAVER_ASSIGN(auto envelope, read_push_envelope(*document));
  CODEWEAVER_ASSIGN(const auto items, list_of(*document, "items", true));
  CODEWEAVER_ASSIGN(const auto deletions, list_of(*document, "deletions", false));
  if (items->size() + deletions->size() > PushLimits::kItems)
    return push_rules::invalid("the batch has more than " + std::to_string(PushLimits::kItems) +
                               " items; push it as a stream of lines");
  PushBatch batch;
  batch.envelope = std::move(envelope);
  BatchReader reader(batch);
  reader.read_all(*items, batch.items, read_push_item);
  reader.read_all(*deletions, batch.deletions, read_push_deletion);
  return batch;
}

Value to_json(const PushItem& item) {
  Value audit = Object{{"captured_at", item.source_audit.captured_at},
                       {"git_commit", item.source_audit.git_commit},
                       {"git_branch", item.source_audit.git_branch}};
  if (item.source_audit.git_dirty) audit.set("git_dirty", *item.source_audit.git_dirty);
  Value meta = Object{};
  for (const auto& [name, text] : item.symbol_meta) meta.set(name, text);
  return Object{
      {"node_id", item.node_id},
      {"node_type", item.node_type},
      {"path", item.path},
      {"language", item.language},
      {"content", item.content},
      {"range", Object{{"start_line", item.range.start_line}, {"end_line", item.range.end_line}}},
      {"source_audit", std::move(audit)},
      {"symbol_meta", std::move(meta)}};
}

Value to_json(const PushError& error) {
  Value object = Object{};
  if (error.node_id) object.set("node_id", *error.node_id);
  object.set("index", error.index);
  object.set("code", error.code);
  object.set("message", error.message);
  return object;
}

Value to_json(const PushReply& reply) {
  Array errors;
  for (const auto& error : reply.errors) errors.push_back(to_json(error));
  return Object{{"batch_id", reply.batch_id},
                {"accepted", reply.accepted},
                {"rejected", reply.rejected},
                {"errors", std::move(errors)}};
}

Result<PushReply> read_push_reply(std::string_view text) {
  CODEWEAVER_ASSIGN(const auto value, parse(text));
  PushReply reply;
  MemberReader reader(value, "PushReply");
  reader.required("batch_id", reply.batch_id);
  reader.required("accepted", reply.accepted);
  reader.required("rejected", reply.rejected);
  auto read_reply = reader.finish(std::move(reply));
  const auto errors = list_of(value, "errors", true);
  if (!read_reply || !errors) return read_reply ? errors.error() : read_reply.error();
  for (const Value& item : **errors) {
    PushError error;
    MemberReader inner(item, "PushError");
    inner.optional("node_id", error.node_id);
    inner.required("index", error.index);
    inner.required("code", error.code);
    inner.required("message", error.message);
    CODEWEAVER_ASSIGN(auto read_error, inner.finish(std::move(error)));
    read_reply->errors.push_back(std::move(read_error));
  }
  return read_reply;
}

}  // namespace codeweaver::json
