// A sparse encoder from groups of words with the same meaning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// The terms of a word as in indexed texts; "sign-in" has several.
std::set<std::string> terms_of(std::string_view text) {
  text::TermList list;
  text::analyze_code(text, list);
  std::set<std::string> out;
  for (std::size_t i = 0; i < list.size(); ++i) out.emplace(list[i]);
  return out;
}

class SynonymEncoder final : public SparseEncoder {
 public:
  SynonymEncoder(std::vector<SynonymGroup> groups, float query_weight)
      : groups_(std::move(groups)), query_weight_(query_weight) {
    std::string table = std::to_string(query_weight);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      table += '\n';
      for (std::size_t w = 0; w < groups_[g].size(); ++w) {
        table += groups_[g][w] + '\t';
        auto terms = terms_of(groups_[g][w]);
        if (terms.empty()) continue;
        auto& at_first = words_[*terms.begin()];
        at_first.push_back({g, w, std::move(terms)});
      }
    }
    info_ = {"codeweaver", "synonyms-" + base::hash128(table).hex()};
  }

  const SparseEncoderInfo& info() const noexcept override { return info_; }

  Result<void> encode_documents(std::span<const std::string_view> texts,
                                std::span<std::vector<WeightedTerm>> out) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) out[i] = synonyms_in(texts[i], 1);
    return {};
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view text) const override {
    return synonyms_in(text, query_weight_);
  }

 private:
  struct Word {
    std::size_t group, number;
    std::set<std::string> terms;
  };

  std::vector<WeightedTerm> synonyms_in(std::string_view text, float weight) const {
    const auto terms = terms_of(text);
    std::map<std::size_t, std::set<std::size_t>> said;  // words by group
    for (const auto& term : terms) {
      const auto at = words_.find(term);
      if (at == words_.end()) continue;
      for (const auto& word : at->second)
        if (std::ranges::includes(terms, word.terms)) said[word.group].insert(word.number);
    }
    std::vector<WeightedTerm> out;
    for (const auto& [group, numbers] : said)
      for (std::size_t w = 0; w < groups_[group].size(); ++w)
        if (!numbers.contains(w)) out.push_back({groups_[group][w], weight});
    return out;
  }

  std::vector<SynonymGroup> groups_;
  float query_weight_;
  std::map<std::string, std::vector<Word>> words_;  // by their first term
  SparseEncoderInfo info_;
};

Error invalid(std::string cause) {
  return {ErrorCategory::kInvalidArgument, "INVALID_SYNONYMS", std::move(cause),
          "creating a synonym encoder",
          "Give groups of at least two words, and a weight in (0, 1]."};
}

}  // namespace

Result<std::shared_ptr<const SparseEncoder>> make_synonym_encoder(std::vector<SynonymGroup> groups,
                                                                  float query_weight) {
  if (!(query_weight > 0 && query_weight <= 1))
    return invalid("The weight is " + std::to_string(query_weight));
  for (const auto& group : groups) {
    if (group.size() < 2) return invalid("A group has fewer than two words");
    for (const auto& word : group)
      if (terms_of(word).empty()) return invalid("'" + word + "' is not a word");
  }
  return std::shared_ptr<const SparseEncoder>(
      std::make_shared<const SynonymEncoder>(std::move(groups), query_weight));
}

}  // namespace codeweaver::inline v0_1
