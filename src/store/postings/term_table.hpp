// TermTable: collects the postings of a segment under construction, by term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/term_list.hpp"
#include "store/layout/byte_lists.hpp"
#include "store/postings/postings.hpp"

namespace codeweaver::store {

/// Terms with their postings so far. Chunks arrive in ascending order, so postings are encoded at
/// once. Memory: 60 bytes per term and about 2 per posting.
class TermTable {
 public:
  /// Adds the postings of `chunk`; `fields` has its terms in each field; null: none.
  void add_chunk(std::uint32_t chunk,
                 const std::array<const text::TermList*, rank::kFieldCount>& fields);

  std::size_t size() const noexcept { return terms_.size(); }
  /// Calls visit(term) with the number of each term, in ascending byte order of the terms.
  template <class Visit>
  void for_each_sorted(Visit&& visit) const {
    // In this order, terms and their bytes are scattered in memory, so they are prefetched.
    constexpr std::size_t kAhead = 8;
    const std::vector<std::uint32_t> order = sorted();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i + 2 * kAhead < order.size()) __builtin_prefetch(&terms_[order[i + 2 * kAhead]]);
      if (i + kAhead < order.size()) {
        const Term& next = terms_[order[i + kAhead]];
        __builtin_prefetch(texts_.data() + next.text_begin);
        postings_.fetch(next.postings);
      }
      visit(order[i]);
    }
  }
  std::string_view text(std::uint32_t term) const noexcept {
    const std::uint64_t begin = terms_[term].text_begin;
    const std::uint64_t end =
        term + 1 < terms_.size() ? terms_[term + 1].text_begin : texts_.size();
    return std::string_view(texts_).substr(begin, end - begin);
  }
  std::uint32_t document_frequency(std::uint32_t term) const noexcept {
    return terms_[term].document_frequency;
  }
  std::size_t posting_bytes(std::uint32_t term) const noexcept {
    return terms_[term].postings.size();
  }
  /// Calls visit(std::string_view) with the postings of a term, piece by piece.
  template <class Visit>
  void for_each_piece(std::uint32_t term, Visit&& visit) const {
    postings_.for_each_piece(terms_[term].postings, visit);
  }
  /// Memory of the whole table.
  std::size_t memory_bytes() const noexcept {
    return texts_.capacity() + terms_.capacity() * sizeof(Term) + slots_.size() * sizeof(Slot) +
           postings_.memory_bytes();
  }

 private:
  struct Term {
    std::uint64_t text_begin = 0;  // its text ends where the text of the next term begins
    ByteLists::List postings;
    std::uint32_t document_frequency = 0;
    std::uint32_t last_chunk = 0;
    std::uint32_t counted = 0;  // in the chunk being added: index in counted_ + 1; 0: not yet
  };
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t term = 0;  // number + 1; 0: free
  };
  struct Occurrence {
    std::string_view term;
    std::uint32_t hash = 0;
    std::uint32_t field = 0;
  };
  struct Counted {
    std::uint32_t term = 0;
    FieldCounts counts{};
  };
  std::uint32_t find_or_add(const Occurrence& occurrence);
  void count(std::uint32_t term, std::size_t field);
  void grow();
  std::vector<std::uint32_t> sorted() const;

  std::string texts_;
  std::vector<Term> terms_;
  std::vector<Slot> slots_;  // open addressing, a power of two
  ByteLists postings_;
  // Of the chunk being added.
  std::vector<Occurrence> occurrences_;
  std::vector<Counted> counted_;
  std::string posting_;
};

}  // namespace codeweaver::store
