// Extracts names, doc sentences and lines of code from definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/speed_queries.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/joined.hpp"
#include "codeweaver/detail/stop_words.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/text_file.hpp"
#include "evaluate/query_texts.hpp"
#include "evaluate/statistics.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::uint64_t kLargestFile = 200'000;
constexpr std::size_t kLooks = 8;  // attempts, because not every file has a good query
constexpr std::size_t kLeastWord = 3;

enum Kind : std::size_t { kIdentifier, kWords, kQuestion, kSnippet, kFiltered, kFrequent, kAbsent };

std::vector<QueryKind> empty_kinds() {
  return {{"identifier", "names of definitions", true, {}},
          {"words", "words of these names", true, {}},
          {"question", "first sentences of doc comments", true, {}},
          {"snippet", "three lines of code", true, {}},
          {"filtered", "words, in one language", false, {}},
          {"frequent", "two of the most frequent words", false, {}},
          {"absent", "a word that does not occur", false, {}}};
}

bool is_usable(const DiscoveredFile& file) {
  const auto language = syntax::find_language(file.language);
  if (!language || file.is_test || file.is_generated || file.size_bytes > kLargestFile)
    return false;
  const auto& info = syntax::languages()[*language];
  return info.has_grammar && info.category == "code";
}

class Collector {
 public:
  explicit Collector(std::size_t count) : count_(count), kinds_(empty_kinds()) {}

  bool is_full() const {
    return std::all_of(kinds_.begin(), kinds_.begin() + kFrequent,
                       [&](const QueryKind& kind) { return kind.queries.size() >= count_; });
  }

  /// Adds at most one query of each kind.
  void look_into(const DiscoveredFile& file) {
    const auto text = corpus::read_text(file.absolute_path);
    if (!text) return;
    const auto tree = syntax::SyntaxTree::parse(*text, *syntax::find_language(file.language));
    if (!tree) return;
    std::array<bool, kFrequent> is_done{};
    for (const auto& definition : tree->definitions()) {
      const auto name = evaluate::plain_name(definition.name);
      const auto words = text::split_identifier(name);
      for (const auto& word : words)
        if (word.size() >= kLeastWord && !text::is_stop_word(word)) ++frequency_[word];
      const auto spoken = words.size() > 1 ? base::joined(words, " ") : std::string{};
      const auto& range = definition.range;
      const auto offer = [&](Kind kind, std::string query, std::string language = {}) {
        if (!is_done[kind]) is_done[kind] = add(kind, {std::move(query), file.path, language});
      };
      offer(kIdentifier, name);
      offer(kWords, spoken);
      offer(kFiltered, spoken, file.language);
      offer(kQuestion, evaluate::first_sentence(definition.doc));
      offer(kSnippet,
            evaluate::middle_lines(std::string_view(*text).substr(range.begin, range.size())));
    }
  }

  std::vector<QueryKind> take() && {
    add_frequent();
    add_absent();
    return std::move(kinds_);
  }

 private:
  bool add(Kind kind, SpeedQuery query) {
    auto& queries = kinds_[kind].queries;
    if (query.text.empty() || queries.size() >= count_ || !seen_[kind].insert(query.text).second)
      return false;
    queries.push_back(std::move(query));
    return true;
  }

  void add_frequent() {
    std::vector<std::pair<std::size_t, std::string>> words;
    for (const auto& [word, times] : frequency_) words.emplace_back(times, word);
    std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (std::size_t second = 1; second < words.size(); ++second)
      for (std::size_t first = 0; first < second; ++first) {
        add(kFrequent, {words[first].second + ' ' + words[second].second, {}, {}});
        if (kinds_[kFrequent].queries.size() >= count_) return;
      }
  }

  void add_absent() {
    evaluate::Random random(evaluate::kSeed);
    for (std::size_t i = 0; i < count_; ++i) {
      std::string word;
      for (int letter = 0; letter < 14; ++letter) word += "bcdfghjkqvwxz"[random.below(13)];
      add(kAbsent, {std::move(word), {}, {}});
    }
  }

  std::size_t count_;
  std::vector<QueryKind> kinds_;
  std::map<std::size_t, std::set<std::string>> seen_;  // texts by kind
  std::map<std::string, std::size_t> frequency_;
};

}  // namespace

std::vector<QueryKind> make_speed_queries(std::span<const DiscoveredFile> files,
                                          std::size_t count) {
  std::vector<const DiscoveredFile*> usable;
  for (const auto& file : files)
    if (is_usable(file)) usable.push_back(&file);
  Collector collector(count);
  evaluate::EvenVisit places;
  for (std::size_t i = 0; i < kLooks * count && !usable.empty() && !collector.is_full(); ++i) {
    collector.look_into(*usable[places.next(usable.size())]);
  }
  return std::move(collector).take();
}

}  // namespace codeweaver::bench
