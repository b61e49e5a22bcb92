// The dictionary of grams: writing and lookup.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/gram_dictionary.hpp"

#include <algorithm>

namespace codeweaver::store {

void GramDictionaryWriter::add(text::Gram gram, std::size_t list_bytes) {
  if (count_++ % kGramsPerBlock == 0) {
    blocks_.push_back({offset_, static_cast<std::uint32_t>(data_.size()), gram});
    last_ = gram;
  }
  base::put_varint(data_, gram - last_);
  base::put_varint(data_, list_bytes);
  last_ = gram;
  offset_ += list_bytes;
}

GramDictionary::Found GramDictionary::find(text::Gram gram, GramInfo& out) const {
  bool is_intact = true;
  const auto after = std::upper_bound(
      blocks_.begin(), blocks_.end(), gram, [&](text::Gram wanted, const GramBlock& block) {
        is_intact = is_intact && (checks_ == nullptr || checks_->are_intact(&block, sizeof block));
        return wanted < block.first_gram;
      });
  if (!is_intact) return Found::kDamaged;
  if (after == blocks_.begin()) return Found::kAbsent;
  Found found = Found::kAbsent;
  const bool is_whole =
      read_block(static_cast<std::size_t>(after - blocks_.begin()) - 1, [&](const GramInfo& info) {
        if (info.gram == gram) {
          out = info;
          found = Found::kThere;
        }
        return true;
      });
  return is_whole ? found : Found::kDamaged;
}

}  // namespace codeweaver::store
