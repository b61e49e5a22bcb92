// Records as JSON text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "json/members.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
namespace {

json::Array texts(const std::vector<std::string>& list) {
  return json::Array(list.begin(), list.end());
}

Error unreadable(std::string_view why) {
  return {ErrorCategory::kCorruption, "INVALID_RECORD",
          "The store holds an invalid record: " + std::string(why), "reading a record",
          "Delete the collection and index again; the local index is intact."};
}

bool read(const json::Value& from, std::string_view key, std::string& out) {
  const auto* text = json::text_in(from, key);
  if (text == nullptr) return false;
  out = *text;
  return true;
}

bool read(const json::Value& from, std::string_view key, std::uint32_t& out) {
  const auto* number = json::integer_in(from, key);
  if (number == nullptr || !std::in_range<std::uint32_t>(*number)) return false;
  out = static_cast<std::uint32_t>(*number);
  return true;
}

bool read(const json::Value& from, std::string_view key, std::vector<std::string>& out) {
  const auto* items = json::list_in(from, key);
  if (items == nullptr) return false;
  for (const auto& item : *items) {
    if (!item.is_string()) return false;
    out.push_back(*item.if_string());
  }
  return true;
}

json::Value lines_json(const Span& lines) {
  return json::Array{lines.start_line, lines.end_line};
}

bool read(const json::Value& from, std::string_view key, Span& out) {
  const auto* items = json::list_in(from, key);
  if (items == nullptr || items->size() != 2) return false;
  const auto *first = (*items)[0].if_integer(), *last = (*items)[1].if_integer();
  if (first == nullptr || last == nullptr || !std::in_range<std::uint32_t>(*first) ||
      !std::in_range<std::uint32_t>(*last))
    return false;
  out = {static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
  return true;
}

json::Value definitions_json(const std::vector<RecordDefinition>& list) {
  json::Array out;
  for (const auto& one : list)
    out.push_back(json::Object{{"name", one.name},
                               {"qualified_name", one.qualified_name},
                               {"kind", one.kind},
                               {"lines", lines_json(one.lines)}});
  return out;
}

bool read(const json::Value& from, std::string_view key, std::vector<RecordDefinition>& out) {
  const auto* items = json::list_in(from, key);
  if (items == nullptr) return false;
  for (const auto& item : *items) {
    auto& one = out.emplace_back();
    if (!read(item, "name", one.name) || !read(item, "qualified_name", one.qualified_name) ||
        !read(item, "kind", one.kind) || !read(item, "lines", one.lines))
      return false;
  }
  return true;
}

template <class T>
Result<void> read_part(const json::Value& from, std::string_view key, T& out) {
  const auto* found = from.find(key);
  if (found == nullptr) return unreadable("it has no " + std::string(key));
  auto part = json::from_json<T>(*found);
  if (!part) return unreadable(part.error().cause);
  out = *std::move(part);
  return {};
}

}  // namespace

std::string record_text(const VectorRecord& record) {
  auto chunk = record.chunk;
  chunk.dense.reset();
  chunk.sparse.reset();
  json::Writer out;
  out.begin_object()
      .member("id", record.id.to_string())
      .member("file_key", record.file_key)
      .member("ordinal", record.ordinal)
      .member("content_key", record.content_key)
      .member("revision", record.revision)
      .member("doc", record.doc)
      .member("defines", json::Value(texts(record.defines)))
      .member("references", json::Value(texts(record.references)))
      .member("tokens", record.tokens)
      .member("is_part", record.is_part)
      .member("begin", record.begin)
      .member("lines", lines_json(record.lines))
      .member("symbol", record.symbol)
      .member("kind", record.kind)
      .member("context", record.context)
      .member("definitions", definitions_json(record.definitions))
      .member("chunk", json::to_json(chunk))
      .member("file", json::to_json(record.file))
      .member("audit", json::to_json(record.audit))
      .end_object();
  return out.take();
}

Result<VectorRecord> parse_record(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return unreadable(value.error().cause);
  VectorRecord out;
  std::string id;
  const auto* is_part = json::flag_in(*value, "is_part");
  const bool is_whole =
      read(*value, "id", id) && read(*value, "file_key", out.file_key) &&
      read(*value, "ordinal", out.ordinal) && read(*value, "content_key", out.content_key) &&
      read(*value, "revision", out.revision) && read(*value, "doc", out.doc) &&
      read(*value, "defines", out.defines) && read(*value, "references", out.references) &&
      read(*value, "tokens", out.tokens) && read(*value, "begin", out.begin) &&
      read(*value, "lines", out.lines) && read(*value, "symbol", out.symbol) &&
      read(*value, "kind", out.kind) && read(*value, "context", out.context) &&
      read(*value, "definitions", out.definitions) && is_part != nullptr;
  const auto parsed = Uuid::parse(id);
  if (!is_whole || !parsed) return unreadable("a member is missing or has the wrong type");
  out.id = *parsed;
  out.is_part = *is_part;
  for (const auto& done :
       {read_part(*value, "chunk", out.chunk), read_part(*value, "file", out.file),
        read_part(*value, "audit", out.audit)})
    if (!done) return done.error();
  return out;
}

}  // namespace codeweaver::remote
