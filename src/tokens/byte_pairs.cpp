// BytePairs: merges pairs by rank, lowest first, from a heap of all adjacent pairs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/byte_pairs.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "base/try.hpp"
#include "tokens/byte_words.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

constexpr std::size_t kNoneBeside = SIZE_MAX;

struct Piece {
  std::uint32_t id;
  std::size_t before, after;
  bool is_merged = false;
};

/// A pair that may be merged. Outdated if one of its pieces has changed.
struct Candidate {
  std::uint32_t rank;
  std::size_t at;
  std::uint32_t id, left, right;
  auto key() const { return std::tie(rank, at); }
  friend bool operator>(const Candidate& a, const Candidate& b) { return a.key() > b.key(); }
};

using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

std::uint64_t pair_key(std::uint32_t left, std::uint32_t right) noexcept {
  return (std::uint64_t{left} << 32U) | right;
}

/// The two sides of a merge: "a b", or a list of two.
std::pair<std::string_view, std::string_view> sides_of(const json::Value& merge) {
  if (const auto* text = merge.if_string()) {
    const std::string_view all = *text;
    const auto blank = all.find(' ');
    if (blank != std::string_view::npos) return {all.substr(0, blank), all.substr(blank + 1)};
  }
  if (const auto* list = merge.if_array(); list != nullptr && list->size() == 2)
    if (const auto *left = (*list)[0].if_string(), *right = (*list)[1].if_string(); left && right)
      return {*left, *right};
  return {};
}

}  // namespace

Result<BytePairs> BytePairs::parse(const json::Value* model, const std::string& origin) {
  for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"})
    if (!json::text_or_empty(model, key).empty())
      return unsupported_tokenizer(origin, "tokenizer", "BPE with " + std::string(key),
                                   "byte-level BPE");
  if (flag_of(model, "byte_fallback", false))
    return unsupported_tokenizer(origin, "tokenizer", "BPE with byte_fallback", "byte-level BPE");
  BytePairs out;
  CODEWEAVER_ASSIGN(out.vocabulary_, Vocabulary::parse(model, origin));
  const bool ignores_merges = flag_of(model, "ignore_merges", false);
  for (std::uint32_t id = 0; id < out.vocabulary_.size(); ++id) {
    auto bytes = bytes_of_token(out.vocabulary_.text(id));
    if (!bytes || bytes->empty()) continue;
    if (bytes->size() == 1) out.letters_[static_cast<unsigned char>(bytes->front())] = id;
    if (ignores_merges) out.whole_words_.emplace(*std::move(bytes), id);
  }
  CODEWEAVER_TRY(out.read_merges(list_of(model, "merges"), origin));
  out.unknown_ = out.vocabulary_.find(json::text_or_empty(model, "unk_token"));
  out.fuses_unknown_ = flag_of(model, "fuse_unk", false);
  return out;
}

Result<void> BytePairs::read_merges(const json::Array& merges, const std::string& origin) {
  merges_.reserve(merges.size());
  for (const auto& merge : merges) {
    const auto [left, right] = sides_of(merge);
    const auto first = vocabulary_.find(left), second = vocabulary_.find(right);
    const auto whole = vocabulary_.find(std::string(left).append(right));
    if (!first || !second || !whole)
      return broken_tokenizer(origin, "that merges '" + std::string(left) + "' and '" +
                                          std::string(right) +
                                          "', which are not in its vocabulary");
    const auto rank = static_cast<std::uint32_t>(merges_.size());
    merges_.try_emplace(pair_key(*first, *second), Merge{rank, *whole});
  }
  return {};
}

const BytePairs::Merge* BytePairs::merge_of(std::uint32_t left, std::uint32_t right) const {
  const auto found = merges_.find(pair_key(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

std::vector<std::uint32_t> BytePairs::letters_of(std::string_view word) const {
  std::vector<std::uint32_t> out;
  bool was_unknown = false;
  for (const char byte : word) {
    const auto& letter = letters_[static_cast<unsigned char>(byte)];
    const bool is_repeat = !letter && was_unknown && fuses_unknown_;
    was_unknown = !letter;
    if (letter)
      out.push_back(*letter);
    else if (unknown_ && !is_repeat)
      out.push_back(*unknown_);
  }
  return out;
}

bool BytePairs::add_word(std::string_view word, TokenList& out) const {
  if (const auto whole = whole_words_.find(std::string(word)); whole != whole_words_.end())
    return out.add(whole->second);
  const auto letters = letters_of(word);
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < letters.size(); ++i)
    pieces.push_back(
        {letters[i], i == 0 ? kNoneBeside : i - 1, i + 1 == letters.size() ? kNoneBeside : i + 1});
  Candidates candidates;
  const auto consider = [&](std::size_t at) {
    if (at == kNoneBeside || pieces[at].after == kNoneBeside) return;
    const auto left = pieces[at].id, right = pieces[pieces[at].after].id;
    if (const auto* merge = merge_of(left, right))
      candidates.push({merge->rank, at, merge->id, left, right});
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) consider(i);
  while (!candidates.empty()) {
    const auto best = candidates.top();
    candidates.pop();
    auto& piece = pieces[best.at];
    if (piece.is_merged || piece.id != best.left || piece.after == kNoneBeside) continue;
    auto& next = pieces[piece.after];
    if (next.id != best.right) continue;
    piece.id = best.id;
    next.is_merged = true;
    piece.after = next.after;
    if (piece.after != kNoneBeside) pieces[piece.after].before = best.at;
    consider(piece.before);
    consider(best.at);
  }
  return std::ranges::all_of(
      pieces, [&](const Piece& piece) { return piece.is_merged || out.add(piece.id); });
}

}  // namespace codeweaver::tokens
