// TermTable: collects the postings of a segment under construction, term by term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/postings.hpp"

namespace codeweaver::store {

/// Terms with their postings so far. Chunks come in ascending order, so postings are encoded at
/// once and stay encoded. Memory: 64 bytes a term and about 2 a posting.
class TermTable {
 public:
  /// Counts one occurrence in the chunk being collected.
  void count(std::string_view term, std::size_t field);
  /// Encodes the counts collected since the last call as the postings of `chunk`.
  void finish_chunk(std::uint32_t chunk);

  std::size_t size() const noexcept { return terms_.size(); }
  /// Term numbers in ascending byte order of their terms.
  std::vector<std::uint32_t> sorted() const;
  std::string_view text(std::uint32_t term) const noexcept {
    return std::string_view(texts_).substr(terms_[term].text_offset, terms_[term].text_bytes);
  }
  std::uint32_t document_frequency(std::uint32_t term) const noexcept {
    return terms_[term].document_frequency;
  }
  /// Bytes of all postings, and of all that the table holds.
  std::size_t posting_bytes() const noexcept { return posting_bytes_; }
  std::size_t memory_bytes() const noexcept {
    return texts_.capacity() + terms_.capacity() * sizeof(Term) + slots_.size() * sizeof(Slot) +
           2 * posting_bytes_;  // strings double as they grow
  }
  const std::string& postings(std::uint32_t term) const noexcept { return terms_[term].postings; }

 private:
  struct Term {
    std::string postings;  // most terms are rare and fit without an allocation
    FieldCounts counts{};  // in the chunk being collected
    std::uint64_t text_offset = 0;
    std::uint32_t text_bytes = 0;
    std::uint32_t document_frequency = 0;
    std::uint32_t last_chunk = 0;
    bool is_counted = false;
  };
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t term = 0;  // number + 1; 0: free
  };
  std::uint32_t find_or_add(std::string_view term);
  void grow();

  std::size_t posting_bytes_ = 0;
  std::string texts_;
  std::vector<Term> terms_;
  std::vector<Slot> slots_;             // open addressing, a power of two
  std::vector<std::uint32_t> counted_;  // terms of the chunk being collected
};

}  // namespace codeweaver::store
