// Span, ExtKind, SparseVector, CodeChunk, DiscoveredFile, ImportanceScores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <functional>

#include "codeweaver/types.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

std::optional<std::string> text_of(const std::optional<Uuid>& id) {
  return id && !id->is_nil() ? std::optional(id->to_string()) : std::nullopt;
}

std::optional<Uuid> id_of(const std::optional<std::string>& text) {
  return text ? Uuid::parse(*text) : std::nullopt;
}

using SparseParts = std::optional<std::pair<std::vector<std::uint32_t>, std::vector<float>>>;

SparseParts sparse_parts(const CodeChunk& chunk) {
  if (!chunk.sparse) return std::nullopt;
  return std::pair(chunk.sparse->ids, chunk.sparse->weights);
}

void store_sparse_parts(CodeChunk& chunk, SparseParts parts) {
  chunk.sparse.reset();
  if (parts) chunk.sparse = {std::move(parts->first), std::move(parts->second)};
}

void bind_span(py::module_& module) {
  ValueClass<Span>(module, "Span", "Lines of a file: 1-based, inclusive.")
      .field("start_line", &Span::start_line, "First line.")
      .field("end_line", &Span::end_line, "Last line.")
      .finish()
      .def(py::init([](std::uint32_t start, std::uint32_t end) {
             return unwrap(Span::make(start, end));
           }),
           py::arg("start_line"), py::arg("end_line"))
      .def(
          "__hash__",
          [](const Span& self) {
            return std::hash<std::uint64_t>()(std::uint64_t{self.start_line} << 32 | self.end_line);
          })
      .def_property_readonly("line_count", &Span::line_count, "Number of lines.");
}

void bind_chunk(py::module_& module) {
  ValueClass<CodeChunk>(module, "CodeChunk",
                        "A piece of a file: the unit that is indexed and returned.")
      .field("content", &CodeChunk::content, "Text; never empty.")
      .field("line_range", &CodeChunk::line_range, "Its lines.")
      .field("file_path", &CodeChunk::file_path, "Relative to the project, '/' separated.")
      .field("language", &CodeChunk::language, "Language id; empty: unknown.")
      .field("source", &CodeChunk::source, "Origin of the chunk.")
      .field("ext_kind", &CodeChunk::ext_kind,
             "Classification of the file by its name; None: unknown.")
      .field("timestamp", &CodeChunk::timestamp, "Last modification, seconds since 1970.")
      .field(
          "chunk_id", [](const CodeChunk& self) { return text_of(self.chunk_id); },
          [](CodeChunk& self, const std::optional<std::string>& text) {
            self.chunk_id = id_of(text).value_or(Uuid());
          },
          "UUIDv7 as text; None until stored.")
      .field(
          "parent_id", [](const CodeChunk& self) { return text_of(self.parent_id); },
          [](CodeChunk& self, const std::optional<std::string>& text) {
            self.parent_id = id_of(text);
          },
          "Id of the enclosing chunk; None: none.")
      .field("metadata", &CodeChunk::metadata, "Further data by name.")
      .field("chunk_name", &CodeChunk::chunk_name, "\"auth.py:UserAuth.validate\"; None: no name.")
      .field("semantic_class", &CodeChunk::semantic_class, "Role of the code.")
      .hidden(
          "dense", [](const CodeChunk& self) { return self.dense; },
          [](CodeChunk& self, std::optional<std::vector<float>> values) {
            self.dense = std::move(values);
          })
      .hidden("sparse", sparse_parts, store_sparse_parts)
      .finish();
}

void bind_file(py::module_& module) {
  ValueClass<DiscoveredFile>(module, "DiscoveredFile",
                             "A file that discovery selected for the index.")
      .field("absolute_path", &DiscoveredFile::absolute_path, "Absolute path.")
      .field("path", &DiscoveredFile::path, "Relative to the project, '/' separated.")
      .field("language", &DiscoveredFile::language, "Language id; \"text\" for plain text.")
      .field("size_bytes", &DiscoveredFile::size_bytes, "Size in bytes.")
      .field("last_modified", &DiscoveredFile::last_modified, "Seconds since 1970.")
      .field("ext_kind", &DiscoveredFile::ext_kind, "Classification by its name.")
      .field("is_test", &DiscoveredFile::is_test, "Contains tests.")
      .field("is_generated", &DiscoveredFile::is_generated, "Generated or minified.")
      .field("content_hash", &DiscoveredFile::content_hash, "XXH3-128 of its bytes, 32 hex digits.")
      .finish();
}

void bind_importance(py::module_& module) {
  ValueClass<ImportanceScores>(module, "ImportanceScores",
                               "Importance of a role of code for five activities, each in [0, 1].")
      .field("discovery", &ImportanceScores::discovery, "Finding code.")
      .field("comprehension", &ImportanceScores::comprehension, "Understanding code.")
      .field("modification", &ImportanceScores::modification, "Changing code.")
      .field("debugging", &ImportanceScores::debugging, "Finding bugs.")
      .field("documentation", &ImportanceScores::documentation, "Documenting code.")
      .finish();
  module.def("importance_of", &importance_of, py::arg("semantic_class"),
             "Importance of a role of code.");
  module.def("task_profile", &task_profile, py::arg("task"),
             "Weights of the five scores for a task; they add up to 1.");
}

}  // namespace

void bind_corpus_types(py::module_& module) {
  bind_span(module);
  ValueClass<ExtKind>(module, "ExtKind", "Classification of a file by its name.")
      .field("extension", &ExtKind::extension, "Lower case, without the dot.")
      .field("category", &ExtKind::category, "code, config, docs, data or other.")
      .finish();
  bind_chunk(module);
  bind_file(module);
  bind_importance(module);
}

}  // namespace codeweaver::python
