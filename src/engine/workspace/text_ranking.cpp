// Ranking of exact hits by the kind of file and its best line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/text_ranking.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>
#include <vector>

#include "corpus/classify.hpp"

namespace codeweaver::engine {
namespace {

/// Class of the file at a path: lower classes are shown first.
int class_of(const std::string& path) {
  if (corpus::looks_generated(path, {})) return 4;
  if (corpus::looks_like_test(path)) return 2;
  const auto slash = path.rfind('/');
  const auto name = std::string_view(path).substr(slash == std::string::npos ? 0 : slash + 1);
  const auto& category = corpus::classify_name(name, {}).ext_kind.category;
  return category == "code" ? 0 : category == "docs" ? 1 : 3;
}

/// Among similar files, those with about twice as many uses come first.
auto rank_of(const TextHitFile& file, std::uint64_t uses) {
  const int kind = class_of(file.path);
  const bool has_definition = std::ranges::any_of(file.hits, &TextHit::is_definition);
  const bool has_word = std::ranges::any_of(file.hits, &TextHit::is_word);
  return std::tuple(kind >= 2, !has_definition, kind, !has_word,
                    -static_cast<int>(std::bit_width(uses)));
}

}  // namespace

void rank_hits(TextHits& hits, const TextHitsOptions& options, const FileUses& uses) {
  if (!options.is_by_path) {
    std::vector<std::pair<decltype(rank_of({}, 0)), std::size_t>> order;
    for (std::size_t i = 0; i < hits.files.size(); ++i) {
      const auto known = uses.find(hits.files[i].path);
      order.emplace_back(rank_of(hits.files[i], known == uses.end() ? 0 : known->second), i);
    }
    std::ranges::stable_sort(order);
    std::vector<TextHitFile> files;
    for (const auto& [rank, i] : order) files.push_back(std::move(hits.files[i]));
    hits.files = std::move(files);
  }
  hits.shown_lines = 0;
  for (auto& file : hits.files) {
    std::size_t kept = 0;
    while (kept < file.hits.size()) {
      if (file.hits[kept].column > 0 && hits.shown_lines >= options.most_lines) break;
      hits.shown_lines += file.hits[kept].column > 0 ? 1 : 0;
      ++kept;
    }
    file.hits.resize(kept);
  }
  std::erase_if(hits.files, [](const TextHitFile& file) { return file.hits.empty(); });
}

}  // namespace codeweaver::engine
