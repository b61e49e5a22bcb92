// Term dictionary: sorted, front-coded terms in blocks of 16, searched in place.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "store/segment_format.hpp"

namespace codeweaver::store {

/// Builds the two sections from terms in ascending byte order.
class TermDictionaryWriter {
 public:
  void add(std::string_view term, std::uint32_t document_frequency, std::uint64_t postings_bytes);
  const std::string& blocks() const noexcept { return blocks_; }  ///< TermBlock records
  const std::string& data() const noexcept { return data_; }

 private:
  std::string blocks_, data_, previous_;
  std::size_t count_ = 0;
  std::uint64_t postings_offset_ = 0;
};

/// Where the postings of a term lie.
struct TermInfo {
  std::uint32_t document_frequency = 0;
  std::uint64_t postings_offset = 0;
  std::uint64_t postings_bytes = 0;
};

/// A dictionary in mapped memory. Thread safety: immutable.
class TermDictionary {
 public:
  TermDictionary() = default;
  TermDictionary(std::span<const TermBlock> blocks, std::string_view data, std::uint32_t terms)
      : blocks_(blocks), data_(data), terms_(terms) {}

  /// nullopt: the term does not occur. Cost: a binary search over the blocks, then at most 16
  /// terms. Damaged bytes give nullopt or offsets that the caller must check.
  std::optional<TermInfo> find(std::string_view term) const;

 private:
  std::string_view first_term(std::size_t block) const noexcept;
  std::string_view block_data(std::size_t block) const noexcept;

  std::span<const TermBlock> blocks_;
  std::string_view data_;
  std::uint32_t terms_ = 0;
};

}  // namespace codeweaver::store
