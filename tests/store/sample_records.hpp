// Records for the database tests: a complete content, and a file with it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "store/database/database.hpp"
#include "store/temp_folder.hpp"

namespace codeweaver::store::test {

inline std::string read_source(const std::string& relative) {
  std::ifstream in(std::string(CODEWEAVER_SOURCE_DIR) + "/" + relative, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline ContentRecord sample_content(std::string text, std::string language = "cpp") {
  ContentRecord content;
  content.key = base::hash128(text + '\n' + language);
  content.language = std::move(language);
  content.text = std::move(text);
  content.error_ratio = 0.25;
  const auto half = static_cast<std::uint32_t>(content.text.size() / 2);
  ChunkRecord first;
  first.end = half;
  first.lines = {1, 20};
  first.source = ChunkSource::kAstNode;
  first.semantic_class = SemanticClass::kDefinitionType;
  first.tokens = 431;
  first.symbol = "store::Database";
  first.kind = "class";
  first.doc = "One SQLite file.\nIn WAL mode.";
  first.context = "namespace store {";
  first.defines = {"store::Database", "store::Database::open", ""};
  first.references = {"Result", "std::filesystem::path"};
  ChunkRecord second = first;
  second.begin = half;
  second.end = static_cast<std::uint32_t>(content.text.size());
  second.lines = {21, 40};
  second.is_part = true;
  second.defines.clear();
  content.chunks = {first, second};
  content.symbols = {{"Database", "store::Database", "class", {1, 40}, 0},
                     {"open", "store::Database::open", "method", {5, 9}, 0},
                     {"main", "main", "function", {30, 40}, 1}};
  return content;
}

inline FileRecord sample_file(std::string path, const ContentRecord& content) {
  FileRecord file;
  file.path = std::move(path);
  file.content = content.key;
  file.raw_hash = base::hash128(content.text);
  file.git_blob = file.raw_hash.hex() + "00112233";
  file.size_bytes = content.text.size();
  file.mtime_ns = 1'700'000'000'123'456'789;
  file.extension = "hpp";
  file.ext_category = "code";
  file.is_test = true;
  file.chunk_ids.resize(content.chunks.size());
  for (std::size_t i = 0; i < file.chunk_ids.size(); ++i)
    file.chunk_ids[i].bytes[15] = static_cast<std::uint8_t>(i + 1);
  file.source_batch_id = "0198";
  file.git_commit = "abc";
  file.git_branch = "main";
  file.git_dirty = true;
  file.source_captured_at = "2026-11-21T10:00:00.000Z";
  file.indexed_at = "2026-11-21T10:00:01.000Z";
  file.indexer_version = "0.1.0";
  return file;
}

inline Database open_database(const TempFolder& folder) {
  auto database = Database::open(folder / "index.db");
  REQUIRE_MESSAGE(database, (database ? "" : database.error().message()));
  return std::move(*database);
}

}  // namespace codeweaver::store::test
