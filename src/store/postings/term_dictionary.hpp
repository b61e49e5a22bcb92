// Term dictionary: sorted, front-coded terms in blocks of 16, searched in place.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "store/layout/page_checks.hpp"
#include "store/layout/segment_format.hpp"

namespace codeweaver::store {

/// Builds the two sections. The terms must be added in ascending byte order.
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

/// The place of a term's postings.
struct TermInfo {
  std::uint32_t document_frequency = 0;
  std::uint64_t postings_offset = 0;
  std::uint64_t postings_bytes = 0;
};

/// A dictionary in mapped memory. Thread safety: immutable.
class TermDictionary {
 public:
  TermDictionary() = default;
  /// `checks`: of the pages of `data`; null: already verified.
  TermDictionary(std::span<const TermBlock> blocks, std::string_view data, std::uint32_t terms,
                 const PageChecks* checks = nullptr)
      : blocks_(blocks), data_(data), terms_(terms), checks_(checks) {}

  /// nullopt: the term does not occur. Cost: a binary search over the blocks, then at most 16
  /// terms. Damaged bytes give nullopt, or offsets that the caller must check.
  std::optional<TermInfo> find(std::string_view term) const;

 private:
  friend class TermCursor;
  std::size_t blocks_not_above(std::string_view term) const noexcept;
  std::string_view first_term(std::size_t block) const noexcept;
  std::string_view block_data(std::size_t block) const noexcept;

  std::span<const TermBlock> blocks_;
  std::string_view data_;
  std::uint32_t terms_ = 0;
  const PageChecks* checks_ = nullptr;
};

/// Walks all terms of a dictionary in order.
class TermCursor {
 public:
  /// Starts before the first term.
  explicit TermCursor(const TermDictionary& dictionary) noexcept
      : in_(dictionary.data_), left_(dictionary.terms_) {}
  /// Starts before the block that contains the first term not below `from`. The postings offsets
  /// of `info` are not valid.
  TermCursor(const TermDictionary& dictionary, std::string_view from) noexcept;

  /// False at the end, and if the bytes are damaged (not ascending, or truncated).
  bool next();
  bool is_damaged() const noexcept { return is_damaged_; }
  const std::string& term() const noexcept { return term_; }
  const TermInfo& info() const noexcept { return info_; }

 private:
  base::ByteReader in_;
  std::uint32_t left_;
  std::string term_, before_;
  TermInfo info_;
  bool is_first_ = true, is_damaged_ = false;
};

}  // namespace codeweaver::store
