// The dictionary of grams: finds the list of each gram.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "codeweaver/detail/grams.hpp"
#include "store/layout/page_checks.hpp"
#include "store/layout/segment_format.hpp"

namespace codeweaver::store {

/// The place of a gram's list in its section.
struct GramInfo {
  text::Gram gram = 0;
  std::uint64_t offset = 0, size_bytes = 0;
};

/// Writes a dictionary. The grams must be added in ascending order.
class GramDictionaryWriter {
 public:
  void add(text::Gram gram, std::size_t list_bytes);
  std::string_view blocks() const noexcept {
    return {reinterpret_cast<const char*>(blocks_.data()), blocks_.size() * sizeof(GramBlock)};
  }
  std::string_view data() const noexcept { return data_; }

 private:
  std::vector<GramBlock> blocks_;
  std::string data_;
  std::size_t count_ = 0;
  std::uint64_t offset_ = 0;
  text::Gram last_ = 0;
};

/// Reads a dictionary: views into a mapped segment. `checks` may be null and must outlive it.
class GramDictionary {
 public:
  GramDictionary() = default;
  GramDictionary(std::span<const GramBlock> blocks, std::string_view data, const PageChecks* checks)
      : blocks_(blocks), data_(data), checks_(checks) {}

  /// kAbsent: no text block of the segment contains the gram; kDamaged: unknown.
  enum class Found : std::uint8_t { kThere, kAbsent, kDamaged };
  Found find(text::Gram gram, GramInfo& out) const;

  /// Calls visit(GramInfo) for all in order; false: damaged, or visit returned false.
  template <class Visit>
  bool for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (!read_block(i, visit)) return false;
    return true;
  }

 private:
  template <class Visit>
  bool read_block(std::size_t index, Visit&& visit) const {
    if (checks_ != nullptr && !checks_->are_intact(blocks_.subspan(index, 1))) return false;
    const GramBlock& block = blocks_[index];
    if (index + 1 < blocks_.size() && checks_ != nullptr &&
        !checks_->are_intact(blocks_.subspan(index + 1, 1)))
      return false;
    const std::size_t end =
        index + 1 < blocks_.size() ? blocks_[index + 1].data_offset : data_.size();
    if (block.data_offset > end || end > data_.size()) return false;
    const auto bytes = data_.substr(block.data_offset, end - block.data_offset);
    if (checks_ != nullptr && !checks_->are_intact(bytes)) return false;
    base::ByteReader reader(bytes);
    GramInfo info{block.first_gram, block.lists_offset, 0};
    while (!reader.at_end()) {
      info.gram += reader.varint32();
      info.size_bytes = reader.varint();
      if (!reader.ok()) return false;
      if (!visit(info)) return false;
      info.offset += info.size_bytes;
    }
    return reader.ok();
  }

  std::span<const GramBlock> blocks_;
  std::string_view data_;
  const PageChecks* checks_ = nullptr;
};

}  // namespace codeweaver::store
