// Reads requests of the query and reconcile contracts from JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/request_types.hpp"

#include <utility>

#include "base/try.hpp"
#include "codeweaver/namespace_key.hpp"
#include "json/body.hpp"
#include "json/member_reader.hpp"

namespace codeweaver::json {
namespace {

constexpr std::size_t kMaxRequestDepth = 32;
constexpr std::size_t kMostMatches = 1000;

Error invalid(std::string cause) {
  return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
          std::move(cause), "reading a request", "Correct the request."};
}

Result<Value> read_document(std::string_view text) {
  if (text.size() > kMaxRequestBytes)
    return invalid("the request has more than " + std::to_string(kMaxRequestBytes) + " bytes");
  auto document = parse_body(text, {.max_depth = kMaxRequestDepth});
  if (!document) return invalid(document.error().cause);
  return document;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

/// Reads a text that may be absent or null. Otherwise it must be valid as a part of a key.
void read_key_part(MemberReader& reader, std::string_view key, std::string& out) {
  std::optional<std::string> part;
  reader.nullable(key, part);
  if (!part) return;
  if (!is_key_part(*part)) reader.note(key, "'" + part->substr(0, 100) + "' is not valid");
  out = std::move(*part);
}

void read_project(MemberReader& reader, std::string& out) {
  reader.required("project", out);
  if (!is_key_part(out)) reader.note("project", "'" + out.substr(0, 100) + "' is not valid");
}

}  // namespace

SearchOptions QueryRequest::apply_to(SearchOptions options) const {
  options.filter.purpose = purpose;
  options.filter.chunk_strategy = chunk_strategy;
  if (limit) options.top_k = *limit;
  return options;
}

Result<QueryRequest> read_query_request(std::string_view text) {
  CODEWEAVER_ASSIGN(const auto document, read_document(text));
  QueryRequest request;
  MemberReader reader(document, "request");
  reader.required("query", request.query);
  if (is_blank(request.query)) reader.note("query", "is empty");
  read_project(reader, request.project);
  reader.nullable_name("purpose", request.purpose, parse_purpose);
  read_key_part(reader, "chunk_strategy", request.chunk_strategy);
  reader.old_name("top_k", request.limit);
  reader.nullable("limit", request.limit);
  if (request.limit && (*request.limit < 1 || *request.limit > kMostMatches))
    reader.note("limit", "must be from 1 to " + std::to_string(kMostMatches));
  reader.no_others();
  auto filled = reader.finish(std::move(request));
  return filled ? filled : invalid(filled.error().cause);
}

Result<ReconcileRequest> read_reconcile_request(std::string_view text) {
  CODEWEAVER_ASSIGN(const auto document, read_document(text));
  ReconcileRequest request;
  MemberReader reader(document, "request");
  read_project(reader, request.project);
  std::optional<std::string> name_space, batch_id;
  reader.nullable("namespace", name_space);
  reader.required_name("mode", request.mode, parse_reconcile_mode);
  reader.nullable("batch_id", batch_id);
  reader.nullable_name("orphan_policy", request.orphans, parse_orphan_policy);
  if (name_space) {
    const auto key = NamespaceKey::parse(*name_space);
    if (!key) reader.note("namespace", key.error().cause);
    if (key && key->project_key != request.project)
      reader.note("namespace", *name_space + " belongs to another project");
  }
  if (batch_id) {
    const auto valid = push_rules::check_text("batch_id", *batch_id, PushLimits::kTextBytes, true);
    if (!valid) reader.note("batch_id", valid.error().cause);
  }
  reader.no_others();
  request.name_space = name_space.value_or("");
  request.batch_id = batch_id.value_or("");
  auto filled = reader.finish(std::move(request));
  return filled ? filled : invalid(filled.error().cause);
}

}  // namespace codeweaver::json
