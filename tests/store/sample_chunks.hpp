// Chunks of real text (this repository's sources), for the segment tests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "store/sample_vectors.hpp"
#include "store/segments/segment_input.hpp"

namespace codeweaver::store::test {

/// A chunk that owns what SegmentInput borrows.
struct SampleChunk {
  std::string path, language, symbol;
  std::uint32_t ordinal = 0;
  Span lines;
  std::array<text::TermList, kFieldCount> terms;
  std::vector<float> vector;

  SegmentInput input() const {
    SegmentInput input;
    input.path = path;
    input.content = base::hash128(path);
    input.ordinal = ordinal;
    input.lines = lines;
    input.semantic_class = static_cast<SemanticClass>(ordinal % kSemanticClassCount);
    input.source = static_cast<ChunkSource>(ordinal % 3);
    input.language = language;
    input.is_test = path.find("test") != std::string::npos;
    input.is_generated = ordinal % 7 == 6;
    input.tokens = 100 + ordinal;
    input.symbol = symbol;
    for (std::size_t f = 0; f < kFieldCount; ++f)
      if (!terms[f].empty()) input.terms[f] = &terms[f];
    input.vector = vector;
    return input;
  }
};

inline void add_words(text::TermList& list, std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      if (word.size() > 1) list.add(word);
      word.clear();
    }
  }
  if (word.size() > 1) list.add(word);
}

/// The sources of this repository in pieces of about 12 lines, in path order.
inline std::vector<SampleChunk> sample_chunks(std::size_t dimension, std::size_t lines_each = 12) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  const fs::path root = CODEWEAVER_SOURCE_DIR;
  for (const char* folder : {"include", "src", "tests", "cmake"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file() && entry.file_size() < 100'000)
        paths.push_back(fs::relative(entry.path(), root).generic_string());
  std::sort(paths.begin(), paths.end());
  SampleVectors vectors(std::max<std::size_t>(dimension, 1), 5);
  std::vector<SampleChunk> chunks;
  for (const std::string& path : paths) {
    std::ifstream in(root / path);
    std::string line, body;
    std::uint32_t number = 0, ordinal = 0, begin = 1;
    const auto flush = [&] {
      if (body.empty()) return;
      SampleChunk& chunk = chunks.emplace_back();
      chunk.path = path;
      chunk.language = path.ends_with("pp") ? "cpp" : "";
      chunk.symbol = ordinal % 3 == 0 ? "" : "ns::Type::method" + std::to_string(ordinal / 2);
      chunk.ordinal = ordinal++;
      chunk.lines = {begin, number};
      add_words(chunk.terms[0], chunk.symbol);
      add_words(chunk.terms[1], path);
      if (ordinal % 4 == 1) add_words(chunk.terms[2], std::string_view(body).substr(0, 80));
      add_words(chunk.terms[3], body);
      if (dimension != 0) chunk.vector = vectors.next();
      begin = number + 1;
      body.clear();
    };
    while (std::getline(in, line)) {
      body += line + '\n';
      if (++number % lines_each == 0) flush();
    }
    flush();
  }
  return chunks;
}

}  // namespace codeweaver::store::test
