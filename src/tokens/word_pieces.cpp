// WordPieces: greedy search for the longest pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/word_pieces.hpp"

#include <algorithm>
#include <vector>

#include "base/try.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {

Result<WordPieces> WordPieces::parse(const json::Value* model, const std::string& origin) {
  WordPieces out;
  CODEWEAVER_ASSIGN(out.vocabulary_, Vocabulary::parse(model, origin));
  if (const auto* prefix = part_of(model, "continuing_subword_prefix"))
    if (const auto* text = prefix->if_string()) out.prefix_ = *text;
  if (const auto* most = part_of(model, "max_input_chars_per_word"))
    if (const auto* number = most->if_integer())
      out.longest_word_ = static_cast<std::size_t>(std::max<std::int64_t>(1, *number));
  out.unknown_ = out.vocabulary_.find(json::text_or_empty(model, "unk_token"));
  return out;
}

bool WordPieces::add_word(std::string_view word, TokenList& out) const {
  std::vector<std::uint32_t> pieces;
  bool is_known = characters_in(word) <= longest_word_;
  std::string piece;
  for (std::size_t begin = 0; is_known && begin < word.size();) {
    auto end = word.size();
    std::optional<std::uint32_t> found;
    while (end > begin) {
      piece.assign(begin == 0 ? std::string_view() : prefix_);
      piece.append(word.substr(begin, end - begin));
      found = vocabulary_.find(piece);
      if (found) break;
      do --end;
      while (end > begin && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U);
    }
    is_known = found.has_value();
    if (is_known) pieces.push_back(*found);
    begin = end;
  }
  if (!is_known) return !unknown_ || out.add(*unknown_);
  return std::ranges::all_of(pieces, [&](std::uint32_t id) { return out.add(id); });
}

}  // namespace codeweaver::tokens
