// TextBlocks: cuts a text at line ends; finds the distinct grams of a block with a hash table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/text_blocks.hpp"

#include <algorithm>
#include <bit>

namespace codeweaver::store {
namespace {

/// A set of grams that is cleared by incrementing a counter.
class SeenGrams {
 public:
  /// Clears the set and reserves space for `most` grams.
  void begin(std::size_t most) {
    const std::size_t slots = std::bit_ceil(2 * std::max<std::size_t>(most, 64));
    if (slots > slots_.size()) {
      slots_.assign(slots, 0);
      round_ = 0;
    }
    ++round_;
  }
  /// Adds a gram. Returns whether it is new.
  bool add(text::Gram gram) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (gram * 0x9E3779B1U >> 7) & mask;
    const std::uint64_t value = round_ << 24 | gram;
    for (; slots_[at] >> 24 == round_; at = (at + 1) & mask)
      if (slots_[at] == value) return false;
    slots_[at] = value;
    return true;
  }

 private:
  std::vector<std::uint64_t> slots_;  // round << 24 | gram
  std::uint64_t round_ = 0;
};

constexpr std::size_t kGramValues = std::size_t{1} << 24;

/// Whether a block looks like random data. Code has a new gram per ten bytes, minified code one per
/// four. A block with half of the 47,000 grams of letters and digits can rarely be ruled out.
bool is_random(std::size_t grams, std::size_t bytes) {
  constexpr std::size_t kMany = 16U << 10, kHalf = 24U << 10;
  return grams > kHalf || (grams > kMany && grams * 10 > bytes * 3);
}

}  // namespace

TextBlocks cut_text_blocks(std::string_view text) {
  TextBlocks out;
  SeenGrams seen;
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t line_end =
        text.find('\n', std::min(begin + kTextBlockBytes, text.size()) - 1);
    const std::size_t end = line_end == std::string_view::npos ? text.size() : line_end + 1;
    const auto block = text.substr(begin, end - begin);
    out.blocks.push_back({static_cast<std::uint32_t>(begin), line});
    seen.begin(std::min(block.size(), kGramValues));
    text::for_each_gram(block, [&](text::Gram gram) {
      if (seen.add(gram)) out.grams.push_back(gram);
    });
    const std::size_t before = out.ends.empty() ? 0 : out.ends.back();
    if (is_random(out.grams.size() - before, block.size())) {
      out.grams.resize(before);
      out.grams.push_back(kEveryGram);
    }
    out.ends.push_back(static_cast<std::uint32_t>(out.grams.size()));
    line += static_cast<std::uint32_t>(std::count(block.begin(), block.end(), '\n'));
    begin = end;
  }
  return out;
}

}  // namespace codeweaver::store
