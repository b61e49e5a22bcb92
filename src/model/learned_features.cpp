// Learned features of query, lists, fields, file, names, and kind of chunk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/learned_features.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "codeweaver/detail/exact_match.hpp"
#include "codeweaver/detail/phrase_run.hpp"
#include "codeweaver/detail/query_words.hpp"
#include "model/path_facts.hpp"
#include "model/rerank_features.hpp"
#include "model/soft_match.hpp"
#include "model/text_cosines.hpp"

namespace codeweaver::model {
namespace {

constexpr std::size_t kDocBytes = 400, kMatchedHeadBytes = 240;

constexpr std::array<std::string_view, 8> kQuestionWords{"how",  "where", "what", "which",
                                                         "when", "why",   "who",  "does"};

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) noexcept {
  return std::ranges::find(words, text) != words.end();
}

float share(TermSet found, TermSet wanted) noexcept {
  return wanted == 0 ? 0
                     : static_cast<float>(std::popcount(found & wanted)) /
                           static_cast<float>(std::popcount(wanted));
}

float ratio(float value, float whole) noexcept {
  return whole > 0 ? value / whole : 0;
}

float flag(bool value) noexcept {
  return value ? 1.0F : 0.0F;
}

float inverse_rank(std::uint32_t rank) noexcept {
  return rank == 0 ? 0 : 1.0F / static_cast<float>(rank);
}

/// The maximum of each signal that is comparable only within a query.
struct ListBest {
  float lexical = 0, cosine = 0, fused = 0, coverage = 0;
  float file_lexical = 0, file_rest = 0, file_cosine = 0;

  explicit ListBest(std::span<const RerankCandidate> candidates) noexcept {
    for (const RerankCandidate& candidate : candidates) {
      const RerankSignals& s = *candidate.signals;
      lexical = std::max(lexical, s.lexical);
      cosine = std::max(cosine, s.cosine);
      fused = std::max(fused, s.fused);
      coverage = std::max(coverage, s.coverage);
      file_lexical = std::max(file_lexical, s.file_lexical);
      file_rest = std::max(file_rest, s.file_lexical_rest);
      file_cosine = std::max(file_cosine, s.file_cosine);
    }
  }
};

/// Values shared by all candidates of one file.
struct PathMatch {
  PathFacts facts;
  SoftMatch soft_stem;
  bool has_words = false;  ///< the following members are computed
  float soft_query = 0;    ///< the query's words in the path
  float share = 0, stem_share = 0, stem_named = 0;
  float fused = 0;  ///< sum over its candidates
};

/// Writes rows. Holds the data shared by all candidates of a query.
class RowWriter {
 public:
  RowWriter(const StaticModel& model, TextPooler& pooler, std::string_view query,
            std::span<const RerankCandidate> candidates)
      : prepared_(query),
        soft_(model, pooler, query),
        best_(candidates),
        cosines_(model, pooler, query) {
    for (const RerankCandidate& candidate : candidates)
      best_file_fused_ =
          std::max(best_file_fused_, path_match(candidate.path).fused += candidate.signals->fused);
    for (const auto& [path, match] : paths_) ++files_of_stem_[match.facts.telling_stem];
    phrase_size_ = rank::PhraseRun(query).size();
    const rank::ExactMatcher matcher(query);
    is_identifier_ = matcher.kind() == rank::ExactMatcher::Kind::kIdentifier;
    is_snippet_ = matcher.kind() == rank::ExactMatcher::Kind::kSnippet;
    bool is_first = true;
    for (const text::QueryWord& word : text::query_words(query)) {
      holds_identifier_ = holds_identifier_ || word.is_identifier;
      if (is_first)
        asks_ = is_one_of(word.text, kQuestionWords) || is_one_of(word.stem, kQuestionWords);
      is_first = false;
    }
  }

  std::vector<float> rows(std::span<const RerankCandidate> candidates) {
    std::vector<float> out;
    out.reserve(candidates.size() * learned_feature_names().size());
    out_ = &out;
    const std::vector<float> cosines = text_cosines(candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const PathMatch& path = path_words(candidates[i].path);
      add_signals(*candidates[i].signals, path);
      add_names(candidates[i], std::span(cosines).subspan(2 * i, 2), path);
      add_exact(*candidates[i].signals);
      add_kind(candidates[i], path.facts);
      for (std::size_t r = 0; r < relative_features().size(); ++r) add(0.0F);
    }
    fill_relative(out);
    assert(out.size() == candidates.size() * learned_feature_names().size());
    return out;
  }

 private:
  static void fill_relative(std::vector<float>& rows) {
    const std::size_t width = learned_feature_names().size();
    std::size_t to = width - relative_features().size();
    for (const std::size_t from : relative_features()) {
      float best = rows.empty() ? 0.0F : rows[from];
      for (std::size_t row = 0; row < rows.size(); row += width)
        best = std::max(best, rows[row + from]);
      for (std::size_t row = 0; row < rows.size(); row += width)
        rows[row + to] = best - rows[row + from];
      ++to;
    }
  }
  void add(float value) { out_->push_back(value); }
  void add(bool value) { add(flag(value)); }
  void add_signals(const RerankSignals& signals, const PathMatch& path) {
    add_query(signals);
    add_lists(signals);
    add_fields(signals);
    add_file(signals, path);
  }

  void add_query(const RerankSignals& signals) {
    add(static_cast<float>(std::popcount(prepared_.words())));
    add(signals.query_idf);
    add(is_identifier_);
    add(is_snippet_);
    add(holds_identifier_);
    add(asks_);
    add(best_.coverage);
    add(best_.cosine);
  }
  void add_lists(const RerankSignals& signals) {
    add(ratio(signals.lexical, best_.lexical));
    add(ratio(signals.lexical, signals.attainable));
    add(inverse_rank(signals.lexical_rank));
    add(signals.cosine);
    add(best_.cosine - signals.cosine);
    add(inverse_rank(signals.dense_rank));
    add(ratio(signals.fused, best_.fused));
  }
  void add_fields(const RerankSignals& signals) {
    for (const float score : signals.field_lexical) add(ratio(score, signals.attainable));
    for (const float covered : signals.field_coverage) add(covered);
    add(signals.coverage);
    add(best_.coverage - signals.coverage);
  }
  void add_file(const RerankSignals& signals, const PathMatch& path) {
    add(ratio(signals.file_lexical, best_.file_lexical));
    add(ratio(signals.file_lexical_rest, best_.file_rest));
    add(signals.file_coverage);
    add(best_.file_cosine - signals.file_cosine);
    add(signals.file_cosine_mean);
    add(std::log2(static_cast<float>(signals.file_chunks)));
    add(static_cast<float>(std::min(signals.rank_in_file, 10U)));
    add(signals.file_symbol_coverage);
    add(signals.file_doc_coverage);
    add(signals.file_head_coverage);
    add(ratio(path.fused, best_file_fused_));
    add(std::log2(static_cast<float>(files_of_stem_.at(path.facts.telling_stem))));
  }
  /// `cosines`: those of the symbol and the head.
  void add_names(const RerankCandidate& candidate, std::span<const float> cosines,
                 const PathMatch& path) {
    const TextMatch symbol = match_text(prepared_, candidate.symbol);
    const TextMatch head = match_head(prepared_, candidate.content);
    const TextMatch doc = match_text(prepared_, candidate.doc.substr(0, kDocBytes));
    const LastNameMatch name = match_last_name(prepared_, candidate.symbol, scratch_);
    add(cosines[0]);
    add(cosines[1]);
    add_soft(soft_.match(candidate.symbol));
    add_soft(path.soft_stem);
    add(path.soft_query);
    add(share(symbol.terms, prepared_.words()));
    add(path.share);
    add(share(head.terms, prepared_.words()));
    add(share(doc.terms, prepared_.words()));
    add(static_cast<float>(name.name_share));
    add(name.is_named_exactly);
    add(path.stem_share);
    add(path.stem_named);
    add(share(symbol.pairs | doc.pairs | head.pairs, prepared_.followers()));
    const BodyMatch body = soft_.match_body(candidate.content);
    add(body.mean);
    add(body.worst);
    add(body.window);
  }
  void add_soft(const SoftMatch& match) {
    add(match.query_covered);
    add(match.text_covered);
  }
  void add_exact(const RerankSignals& signals) {
    const rank::ExactMatch exact = signals.exact;
    add(static_cast<float>(std::min(signals.phrase_words, 12U)));
    add(ratio(static_cast<float>(signals.phrase_words), static_cast<float>(phrase_size_)));
    add(exact == rank::ExactMatch::kPhrase);
    add(exact == rank::ExactMatch::kIdentifier);
    add(exact >= rank::ExactMatch::kIdentifierSymbol);
  }
  void add_kind(const RerankCandidate& candidate, const PathFacts& path) {
    add_class(candidate.signals->semantic_class);
    add(candidate.signals->is_part);
    add_size(*candidate.signals);
    add(!candidate.symbol.empty());
    add(!candidate.doc.empty());
    add_place(candidate, path);
  }
  void add_class(SemanticClass kind) {
    const bool is_callable =
        kind == SemanticClass::kDefinitionCallable || kind == SemanticClass::kDefinitionTest;
    add(is_callable);
    add(kind == SemanticClass::kDefinitionType);
    add(kind == SemanticClass::kDefinitionData);
    add(kind == SemanticClass::kDocumentationStructured);
    add(!is_callable && kind > SemanticClass::kDefinitionTest &&
        kind != SemanticClass::kDocumentationStructured);
  }
  void add_size(const RerankSignals& signals) {
    add(std::log2(static_cast<float>(signals.tokens + 1)));
  }
  void add_place(const RerankCandidate& candidate, const PathFacts& path) {
    add(candidate.is_test && !prepared_.asks_for_tests());
    add(candidate.is_generated && !prepared_.asks_for_generated());
    add(static_cast<float>(std::min<std::size_t>(path.depth, 12)));
    add(path.in_side_folder);
    add(path.in_bundled_folder);
    add(path.in_fixture_folder);
    add(path.in_outdated_folder);
    add(path.is_prose);
    add(path.is_config);
    add(path.has_generic_stem);
    add(path.is_named_as_folder);
  }

  PathMatch& path_match(std::string_view path) {
    const auto [at, is_new] = paths_.try_emplace(path);
    PathMatch& match = at->second;
    if (!is_new) return match;
    match.facts = read_path(path);
    match.soft_stem = soft_.match(match.facts.telling_stem);
    return match;
  }
  const PathMatch& path_words(std::string_view path) {
    PathMatch& match = path_match(path);
    if (match.has_words) return match;
    match.has_words = true;
    const std::string_view stem = match.facts.telling_stem;
    match.soft_query = soft_.match(path).query_covered;
    match.share = share(match_text(prepared_, path).terms, prepared_.words());
    match.stem_share = share(match_text(prepared_, stem).terms, prepared_.words());
    match.stem_named = static_cast<float>(match_last_name(prepared_, stem, scratch_).name_share);
    return match;
  }

  /// Two per candidate: for its symbol and its head.
  std::vector<float> text_cosines(std::span<const RerankCandidate> candidates) {
    std::vector<std::string_view> texts;
    texts.reserve(2 * candidates.size());
    for (const RerankCandidate& candidate : candidates) {
      texts.push_back(candidate.symbol);
      texts.push_back(candidate.content.substr(0, kMatchedHeadBytes));
    }
    return cosines_.of(texts);
  }

  const RerankQuery prepared_;
  SoftMatcher soft_;
  std::unordered_map<std::string_view, PathMatch> paths_;
  std::unordered_map<std::string_view, std::uint32_t> files_of_stem_;
  float best_file_fused_ = 0;
  text::TermList scratch_;
  const ListBest best_;
  TextCosines cosines_;
  bool is_identifier_ = false, is_snippet_ = false, holds_identifier_ = false, asks_ = false;
  std::size_t phrase_size_ = 0;
  std::vector<float>* out_ = nullptr;
};

}  // namespace

std::vector<float> learned_features(const StaticModel& model, TextPooler& pooler,
                                    std::string_view query,
                                    std::span<const RerankCandidate> candidates) {
  return RowWriter(model, pooler, query, candidates).rows(candidates);
}

}  // namespace codeweaver::model
