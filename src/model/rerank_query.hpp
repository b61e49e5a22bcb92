// RerankQuery: a query prepared for fast look-ups of its terms in many texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::model {

/// Maximum number of used terms of a query. Sets of terms are bits of an integer.
inline constexpr std::size_t kMaxRerankTerms = 64;
using TermSet = std::uint64_t;

/// The analysed terms of a query with constant-time look-up. Thread safety: immutable.
class RerankQuery {
 public:
  explicit RerankQuery(std::string_view query);

  /// The result of find() for a term that is not in the query.
  static constexpr std::size_t kAbsent = kMaxRerankTerms;

  std::size_t size() const noexcept { return terms_.size(); }
  /// The number of an analysed term, or kAbsent. Cost: a few nanoseconds.
  std::size_t find(std::string_view term) const noexcept {
    for (std::uint8_t i = buckets_[bucket(term)]; i != kEnd; i = terms_[i].next)
      if (terms_[i].text == term) return i;
    return kAbsent;
  }
  /// False if the query has no term with the first two bytes of `text`. Cost: about one nanosecond.
  bool may_hold(std::string_view text) const noexcept {
    const std::size_t bit = beginning(text);
    return (beginnings_[bit / 64] >> (bit % 64) & 1U) != 0;
  }
  /// Plain words and parts of identifiers, which coverage counts.
  TermSet words() const noexcept { return words_; }
  /// Words that have a predecessor.
  TermSet followers() const noexcept { return followers_; }
  /// The word directly before this one in the query, or kAbsent.
  std::size_t predecessor(std::size_t term) const noexcept { return terms_[term].predecessor; }
  /// Whether the query mentions tests, or generated code.
  bool asks_for_tests() const noexcept { return asks_for_tests_; }
  bool asks_for_generated() const noexcept { return asks_for_generated_; }

 private:
  struct Term {
    std::string text;
    std::size_t predecessor;
    std::uint8_t next;  ///< next term in the same bucket
  };
  static constexpr std::uint8_t kEnd = 0xFF;

  static std::size_t bucket(std::string_view term) noexcept {
    const auto byte = [term](std::size_t i) { return static_cast<unsigned char>(term[i]); };
    return (byte(0) * 31U + byte(term.size() - 1) * 7U + term.size()) % 256;
  }

  static std::size_t beginning(std::string_view term) noexcept {
    const auto byte = [term](std::size_t i) { return static_cast<unsigned char>(term[i]); };
    return (byte(0) * 37U + (term.size() > 1 ? byte(1) : 0U)) % 1024;
  }

  std::vector<Term> terms_;
  std::array<std::uint8_t, 256> buckets_;
  std::array<std::uint64_t, 16> beginnings_{};  ///< bits for the first two bytes of the terms
  TermSet words_ = 0, followers_ = 0;
  bool asks_for_tests_ = false, asks_for_generated_ = false;
};

}  // namespace codeweaver::model
