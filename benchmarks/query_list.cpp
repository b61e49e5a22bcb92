// Takes names, doc sentences and lines of code from chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "query_list.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "store/database.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kLeastName = 5;
constexpr std::size_t kFewestWords = 5, kMostWords = 25;
constexpr std::size_t kSnippetLines = 3, kLeastSnippet = 60, kLargestSnippet = 400;
constexpr std::size_t kLooks = 8;  // not every file has a good query

/// The part of a qualified name after its last separator, when it is a plain word.
std::string last_name(std::string_view symbol) {
  const auto end = symbol.find_last_of(".:#/");
  const auto name = end == std::string_view::npos ? symbol : symbol.substr(end + 1);
  const bool is_word = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c == '_' || (c < 0x80 && std::isalnum(c) != 0);
  });
  return is_word && name.size() >= kLeastName ? std::string(name) : std::string{};
}

/// The words of the first sentence, joined by blanks; empty when there are too few or too many.
std::string sentence(std::string_view doc) {
  const auto end = doc.find(". ");
  std::string out;
  std::size_t words = 0;
  for (const char c : doc.substr(0, std::min(end, doc.find("\n\n")))) {
    const bool is_text = static_cast<unsigned char>(c) > ' ' && c != '*' && c != '/' && c != '#';
    if (is_text && (out.empty() || out.back() == ' ')) ++words;
    if (is_text)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return words < kFewestWords || words > kMostWords ? std::string{} : out;
}

/// Whole lines from the middle of a chunk.
std::string snippet(std::string_view chunk) {
  auto from = chunk.find('\n', chunk.size() / 2);
  if (from == std::string_view::npos) return {};
  auto to = ++from;
  for (std::size_t i = 0; i < kSnippetLines && to != std::string_view::npos; ++i)
    to = chunk.find('\n', to + 1);
  if (to == std::string_view::npos) return {};
  const auto out = chunk.substr(from, to - from);
  const auto blanks = static_cast<std::size_t>(std::count(out.begin(), out.end(), ' '));
  return out.size() - blanks < kLeastSnippet || out.size() > kLargestSnippet ? std::string{}
                                                                             : std::string(out);
}

struct Source {
  std::string path;
  base::Hash128 content;
};

std::vector<Source> indexed_files(const store::Database& database) {
  std::vector<Source> out;
  need(database.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == "indexed" && !file.chunk_ids.empty() && !file.is_test && !file.is_generated)
      out.push_back({file.path, file.content});
    return true;
  }));
  return out;
}

/// Takes what a file has for each category that still wants some.
void take(const Source& file, const store::ContentRecord& content, std::size_t count,
          QueryList& out) {
  bool has_name = out.identifiers.size() >= count, has_question = out.questions.size() >= count;
  bool has_snippet = out.snippets.size() >= count;
  const auto take_one = [&](bool& is_done, std::vector<Query>& list, std::string text,
                            const std::string& symbol) {
    if (is_done || text.empty()) return;
    list.push_back({std::move(text), file.path, symbol});
    is_done = true;
  };
  for (const auto& chunk : content.chunks) {
    if (chunk.source == ChunkSource::kTextBlock || chunk.symbol.empty()) continue;
    const auto text = std::string_view(content.text).substr(chunk.begin, chunk.end - chunk.begin);
    take_one(has_name, out.identifiers, last_name(chunk.symbol), chunk.symbol);
    take_one(has_question, out.questions, sentence(chunk.doc), chunk.symbol);
    take_one(has_snippet, out.snippets, snippet(text), chunk.symbol);
  }
}

}  // namespace

QueryList derive_queries(const std::filesystem::path& database, std::size_t count) {
  const auto open = need(store::Database::open_read_only(database));
  const auto files = indexed_files(open);
  QueryList out;
  double place = 0;  // steps of the golden ratio visit a list evenly, wherever they end
  for (std::size_t i = 0; i < kLooks * count && !files.empty(); ++i) {
    place += 0.6180339887498949;
    place -= std::floor(place);
    const auto& file = files[static_cast<std::size_t>(place * static_cast<double>(files.size()))];
    take(file, need(open.content(file.content)), count, out);
  }
  return out;
}

}  // namespace codeweaver::bench
