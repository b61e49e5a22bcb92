// Converts spans, chunks and files to JSON and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <charconv>
#include <system_error>

#include "base/try.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {
namespace {

/// The number with the fewest digits that reads back as the same float: 0.1, not 0.10000000149.
Value short_number(float number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  double value = number;
  std::from_chars(digits.data(), end, value);
  return value;
}

Value short_numbers(const std::vector<float>& numbers) {
  Array items;
  items.reserve(numbers.size());
  for (const float number : numbers) items.push_back(short_number(number));
  return items;
}

Value embeddings_of(const CodeChunk& chunk) {
  Value embeddings;
  if (chunk.dense) embeddings.set("dense", short_numbers(*chunk.dense));
  if (chunk.sparse) embeddings.set("sparse", to_json(*chunk.sparse));
  return embeddings;
}

void set_text(Value& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object.set(key, text);
}

}  // namespace

Value to_json(const Span& span) {
  return Array{span.start_line, span.end_line};
}

Value to_json(const ExtKind& kind) {
  return Object{{"extension", kind.extension}, {"category", kind.category}};
}

Value to_json(const SparseVector& vector) {
  Array ids;
  for (const std::uint32_t id : vector.ids) ids.push_back(id);
  return Object{{"ids", std::move(ids)}, {"weights", short_numbers(vector.weights)}};
}

Value to_json(const CodeChunk& chunk) {
  Value object = Object{{"content", chunk.content},
                        {"line_range", to_json(chunk.line_range)},
                        {"file_path", chunk.file_path}};
  set_text(object, "language", chunk.language);
  object.set("source", to_string(chunk.source));
  if (chunk.ext_kind) object.set("ext_kind", to_json(*chunk.ext_kind));
  object.set("timestamp", chunk.timestamp);
  if (!chunk.chunk_id.is_nil()) object.set("chunk_id", chunk.chunk_id.to_string());
  if (chunk.parent_id) object.set("parent_id", chunk.parent_id->to_string());
  Object metadata;
  for (const auto& [key, text] : chunk.metadata) metadata.push_back({key, text});
  object.set("metadata", std::move(metadata));
  if (chunk.chunk_name) object.set("chunk_name", *chunk.chunk_name);
  object.set("semantic_class", to_string(chunk.semantic_class));
  if (Value embeddings = embeddings_of(chunk); !embeddings.is_null())
    object.set("embeddings", std::move(embeddings));
  return object;
}

Value to_json(const DiscoveredFile& file) {
  Value object = Object{{"path", file.path}};
  set_text(object, "absolute_path", file.absolute_path);
  set_text(object, "language", file.language);
  object.set("size_bytes", file.size_bytes).set("last_modified", file.last_modified);
  object.set("ext_kind", to_json(file.ext_kind));
  object.set("is_test", file.is_test).set("is_generated", file.is_generated);
  set_text(object, "content_hash", file.content_hash);
  return object;
}

template <>
Result<Span> from_json(const Value& value) {
  std::vector<std::uint32_t> lines;
  if (read(value, lines) || lines.size() != 2)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_VALUE",
                 "expected [start, end], found " + std::string(value.kind_name()),
                 "reading a Span from JSON", "Give two line numbers."};
  return Span::make(lines[0], lines[1]);
}

template <>
Result<ExtKind> from_json(const Value& value) {
  ExtKind kind;
  MemberReader reader(value, "ExtKind");
  reader.required("extension", kind.extension);
  reader.required("category", kind.category);
  return reader.finish(std::move(kind));
}

template <>
Result<SparseVector> from_json(const Value& value) {
  SparseVector vector;
  MemberReader reader(value, "SparseVector");
  reader.required("ids", vector.ids);
  reader.required("weights", vector.weights);
  if (vector.ids.size() != vector.weights.size())
    reader.note("weights", "has a different length than ids");
  return reader.finish(std::move(vector));
}

template <>
Result<CodeChunk> from_json(const Value& value) {
  CodeChunk chunk;
  MemberReader reader(value, "CodeChunk");
  reader.required("content", chunk.content);
  reader.required("line_range", chunk.line_range);
  reader.required("file_path", chunk.file_path);
  reader.optional("language", chunk.language);
  reader.required_name("source", chunk.source, parse_chunk_source);
  reader.optional("ext_kind", chunk.ext_kind);
  reader.optional("timestamp", chunk.timestamp);
  reader.optional("chunk_id", chunk.chunk_id);
  reader.optional("parent_id", chunk.parent_id);
  reader.optional("metadata", chunk.metadata);
  reader.optional("chunk_name", chunk.chunk_name);
  reader.required_name("semantic_class", chunk.semantic_class, parse_semantic_class);
  if (const Value* embeddings = value.find("embeddings")) {
    MemberReader inner(*embeddings, "CodeChunk.embeddings");
    inner.optional("dense", chunk.dense);
    inner.optional("sparse", chunk.sparse);
    CODEWEAVER_TRY(inner.finish(true));
  }
  auto result = reader.finish(std::move(chunk));
  if (result) CODEWEAVER_TRY(result->validate());
  return result;
}

template <>
Result<DiscoveredFile> from_json(const Value& value) {
  DiscoveredFile file;
  MemberReader reader(value, "DiscoveredFile");
  reader.required("path", file.path);
  reader.optional("absolute_path", file.absolute_path);
  reader.optional("language", file.language);
  reader.optional("size_bytes", file.size_bytes);
  reader.optional("last_modified", file.last_modified);
  reader.optional("ext_kind", file.ext_kind);
  reader.optional("is_test", file.is_test);
  reader.optional("is_generated", file.is_generated);
  reader.optional("content_hash", file.content_hash);
  return reader.finish(std::move(file));
}

}  // namespace codeweaver::json
