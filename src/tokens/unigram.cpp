// Unigram: Viterbi from left to right over the pieces that begin at each character.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/unigram.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

constexpr double kUnknownPenalty = 10;  // below the least likely piece, as in the reference

/// The notation of a piece for a single byte.
std::string byte_piece(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {'<', '0', 'x', kDigits[byte >> 4U], kDigits[byte & 15U], '>'};
}

Result<double> score_of(const json::Value& value, const std::string& origin) {
  if (const auto number = value.if_number()) return *number;
  return broken_tokenizer(origin, "with a piece that has no probability");
}

}  // namespace

Result<Unigram> Unigram::parse(const json::Value* model, const std::string& origin) {
  Unigram out;
  CODEWEAVER_ASSIGN(out.vocabulary_, Vocabulary::parse_pairs(model, origin));
  double least = 0;
  for (const auto& item : list_of(model, "vocab")) {
    CODEWEAVER_ASSIGN(const auto score, score_of((*item.if_array())[1], origin));
    out.scores_.push_back(score);
    least = out.scores_.size() == 1 ? score : std::min(least, score);
  }
  out.unknown_score_ = least - kUnknownPenalty;
  if (const auto* id = part_of(model, "unk_id")) {
    CODEWEAVER_ASSIGN(out.unknown_, token_number(id, origin));
    if (*out.unknown_ >= out.scores_.size())
      return broken_tokenizer(origin, "with an unknown token that is not one of its pieces");
  }
  out.has_bytes_ = flag_of(model, "byte_fallback", false);
  for (std::uint32_t id = 0; id < out.scores_.size(); ++id)
    if (out.vocabulary_.find(out.vocabulary_.text(id)) == id) out.sorted_.push_back(id);
  std::ranges::sort(out.sorted_, {}, [&](std::uint32_t id) { return out.vocabulary_.text(id); });
  return out;
}

/// Extends the best paths with every piece that begins at `begin`.
void Unigram::extend(std::string_view word, std::size_t begin, std::vector<Node>& nodes) const {
  const auto rest = word.substr(begin);
  const auto till_here = nodes[begin].score;
  const auto reach = [&](std::size_t size, double score, bool is_unknown) {
    auto& node = nodes[begin + size];
    const auto candidate = score + till_here;
    if (node.begin == SIZE_MAX || candidate > node.score) node = {candidate, begin, is_unknown};
  };
  const std::size_t first = text::decode_utf8(rest).size;
  bool has_first = false;
  std::span<const std::uint32_t> left(sorted_);
  for (std::size_t size = 1; size <= rest.size() && !left.empty(); ++size) {
    const auto byte_of = [&](std::uint32_t id) {
      const auto piece = vocabulary_.text(id);
      return piece.size() < size ? -1
                                 : static_cast<int>(static_cast<unsigned char>(piece[size - 1]));
    };
    const auto wanted = static_cast<int>(static_cast<unsigned char>(rest[size - 1]));
    const auto found = std::ranges::equal_range(left, wanted, {}, byte_of);
    left = {found.begin(), found.end()};
    if (left.empty() || vocabulary_.text(left.front()).size() != size) continue;
    reach(size, scores_[left.front()], false);
    has_first = has_first || size == first;
  }
  if (!has_first) reach(first, unknown_score_, true);
}

bool Unigram::add_piece(std::string_view piece, TokenList& out) const {
  if (const auto known = vocabulary_.find(piece)) return out.add(*known);
  if (has_bytes_) {
    std::vector<std::uint32_t> bytes;
    for (const char c : piece)
      if (const auto id = vocabulary_.find(byte_piece(static_cast<unsigned char>(c))))
        bytes.push_back(*id);
    if (bytes.size() == piece.size())
      return std::ranges::all_of(bytes, [&](std::uint32_t id) { return out.add(id); });
  }
  return !unknown_ || out.add(*unknown_);
}

bool Unigram::add_word(std::string_view word, TokenList& out) const {
  std::vector<Node> nodes(word.size() + 1);
  for (std::size_t at = 0; at < word.size(); at += text::decode_utf8(word.substr(at)).size)
    extend(word, at, nodes);
  std::vector<std::string_view> pieces;  // from last to first
  bool was_unknown = false;
  for (auto end = word.size(); end > 0;) {
    const auto& node = nodes[end];
    if (node.is_unknown && was_unknown) {
      auto& after = pieces.back();
      after = word.substr(node.begin, end - node.begin + after.size());
    } else {
      pieces.push_back(word.substr(node.begin, end - node.begin));
    }
    was_unknown = node.is_unknown;
    end = node.begin;
  }
  return std::ranges::all_of(pieces | std::views::reverse,
                             [&](std::string_view piece) { return add_piece(piece, out); });
}

}  // namespace codeweaver::tokens
