// Creates queries from names, doc sentences and lines of code of chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "query_list.hpp"

#include <string_view>
#include <utility>

#include "evaluate/query_texts.hpp"
#include "harness.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kLooks = 8;  // attempts, because not every file has a good query

/// The part of a qualified name after its last separator, if it is a plain word.
std::string last_name(std::string_view symbol) {
  const auto end = symbol.find_last_of(".:#/");
  return evaluate::plain_name(end == std::string_view::npos ? symbol : symbol.substr(end + 1));
}

struct Source {
  std::string path;
  base::Hash128 content;
};

std::vector<Source> indexed_files(const store::Database& database) {
  std::vector<Source> out;
  need(need(database.tree("")).for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == store::FileOutcome::kIndexed && !file.chunk_ids.empty() && !file.is_test &&
        !file.is_generated)
      out.push_back({file.path, file.content});
    return true;
  }));
  return out;
}

/// Adds queries from a file to each category that is not full.
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
    take_one(has_question, out.questions, evaluate::first_sentence(chunk.doc), chunk.symbol);
    take_one(has_snippet, out.snippets, evaluate::middle_lines(text), chunk.symbol);
  }
}

}  // namespace

QueryList derive_queries(const std::filesystem::path& database, std::size_t count) {
  const auto open = need(store::Database::open_read_only(database));
  const auto files = indexed_files(open);
  QueryList out;
  evaluate::EvenVisit places;
  for (std::size_t i = 0; i < kLooks * count && !files.empty(); ++i) {
    const auto& file = files[places.next(files.size())];
    take(file, need(open.content(file.content)), count, out);
  }
  return out;
}

}  // namespace codeweaver::bench
