// BERT's tokenizer: cleaning, words, and the longest pieces of each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/word_pieces.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "codeweaver/text/unicode_words.hpp"
#include "json/value.hpp"
#include "model/bert_characters.hpp"

namespace codeweaver::model {
namespace {

Error broken(const std::string& origin, const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "model '" + origin + "' " + what,
          "loading a model2vec folder", "restore the folder, or name another one"};
}

std::string_view text_of(const json::Value* value, std::string_view key) {
  const auto* found = value == nullptr ? nullptr : value->find(key);
  const auto* text = found == nullptr ? nullptr : found->if_string();
  return text == nullptr ? std::string_view() : *text;
}

bool flag_of(const json::Value* value, std::string_view key, bool usual) {
  const auto* found = value == nullptr ? nullptr : value->find(key);
  const auto* flag = found == nullptr ? nullptr : found->if_bool();
  return flag == nullptr ? usual : *flag;
}

Result<void> check_kind(const json::Value* part, std::string_view expected, const char* what,
                        const std::string& origin) {
  const auto found = text_of(part, "type");
  if (found == expected) return {};
  return Error{ErrorCategory::kUnsupported, "TOKENIZER_NOT_SUPPORTED",
               "model '" + origin + "' has a " + what + " of the kind '" +
                   std::string(found.empty() ? "none" : found) + "'; this version reads " +
                   std::string(expected),
               "loading a model2vec folder",
               "take a model with BERT's tokenizer, as the potion ones"};
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

Result<WordPieces> WordPieces::parse(std::string_view json, const std::string& origin) {
  const auto value = json::parse(json);
  if (!value) return broken(origin, "has no readable tokenizer.json: " + value.error().cause);
  const auto* normalizer = value->find("normalizer");
  const auto* splitter = value->find("pre_tokenizer");
  const auto* model = value->find("model");
  for (auto done : {check_kind(normalizer, "BertNormalizer", "normalizer", origin),
                    check_kind(splitter, "BertPreTokenizer", "pre-tokenizer", origin),
                    check_kind(model, "WordPiece", "tokenizer", origin)})
    if (!done) return done.error();
  WordPieces out;
  out.cleans_ = flag_of(normalizer, "clean_text", true);
  out.splits_ideographs_ = flag_of(normalizer, "handle_chinese_chars", true);
  out.lowers_ = flag_of(normalizer, "lowercase", true);
  out.strips_marks_ = flag_of(normalizer, "strip_accents", out.lowers_);
  if (const auto prefix = text_of(model, "continuing_subword_prefix"); !prefix.empty())
    out.prefix_ = prefix;
  if (const auto* most = model->find("max_input_chars_per_word"); most && most->if_integer())
    out.longest_word_ = static_cast<std::size_t>(std::max<std::int64_t>(1, *most->if_integer()));
  const auto* vocabulary = model->find("vocab");
  const auto* words = vocabulary == nullptr ? nullptr : vocabulary->if_object();
  if (words == nullptr || words->empty()) return broken(origin, "has a tokenizer without words");
  std::vector<std::size_t> lengths;
  for (const auto& [word, number] : *words) {
    const auto* id = number.if_integer();
    if (id == nullptr || !std::in_range<std::uint32_t>(*id) || *id > 50'000'000)
      return broken(origin, "has a word without a number");
    out.numbers_.emplace(word, static_cast<std::uint32_t>(*id));
    out.size_ = std::max(out.size_, static_cast<std::size_t>(*id) + 1);
    lengths.push_back(characters_in(word));
  }
  std::ranges::sort(lengths);
  const auto half = lengths.size() / 2;
  out.median_length_ =
      lengths.size() % 2 == 1 ? lengths[half] : (lengths[half - 1] + lengths[half]) / 2;
  const auto unknown = out.numbers_.find(text_of(model, "unk_token"));
  out.has_unknown_ = unknown != out.numbers_.end();
  if (out.has_unknown_) out.unknown_ = unknown->second;
  return out;
}

/// Blanks around ideographs, no controls and no marks, lower case, as the folder asks for.
std::string WordPieces::normalized(std::string_view text) const {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto [code, size] = text::decode_utf8(text);
    text.remove_prefix(size);
    char32_t c = code;
    if (cleans_) {
      if (c == 0 || c == 0xFFFD || is_control(c)) continue;
      if (is_blank(c)) c = ' ';
    }
    const bool stands_alone = splits_ideographs_ && is_ideograph(c);
    if (stands_alone) out += ' ';
    if (strips_marks_) {
      c = without_marks(c);
      if (is_mark(c)) continue;
    }
    base::append_utf8(lowers_ ? lower_of(c) : c, out);
    if (stands_alone) out += ' ';
  }
  return out;
}

/// The longest known piece, then the longest of the rest; all of a word or nothing. False: the
/// limit is reached.
bool WordPieces::add_word(std::string_view word, std::size_t limit,
                          std::vector<std::uint32_t>& out) const {
  const auto first = out.size();
  bool is_known = characters_in(word) <= longest_word_;
  std::string piece;
  for (std::size_t begin = 0; is_known && begin < word.size();) {
    auto end = word.size();
    auto found = numbers_.end();
    while (end > begin) {
      piece.assign(begin == 0 ? "" : prefix_).append(word.substr(begin, end - begin));
      found = numbers_.find(piece);
      if (found != numbers_.end()) break;
      do --end;
      while (end > begin && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U);
    }
    is_known = found != numbers_.end();
    if (is_known) out.push_back(found->second);
    begin = end;
  }
  if (!is_known) {
    out.resize(first);
    if (has_unknown_) out.push_back(unknown_);
  }
  if (out.size() < limit) return true;
  out.resize(limit);
  return false;
}

std::vector<std::uint32_t> WordPieces::tokens(std::string_view text, std::size_t limit) const {
  const auto all = normalized(text);
  const std::string_view clean = all;
  std::vector<std::uint32_t> out;
  std::size_t begin = 0;
  bool has_room = true;
  const auto end_word = [&](std::size_t end) {
    if (end > begin) has_room = add_word(clean.substr(begin, end - begin), limit, out);
  };
  for (std::size_t at = 0; at < clean.size() && has_room;) {
    const auto [c, size] = text::decode_utf8(clean.substr(at));
    const bool is_apart = is_bert_punctuation(c);
    if (is_apart || is_blank(c)) {
      end_word(at);
      if (is_apart && has_room) has_room = add_word(clean.substr(at, size), limit, out);
      begin = at + size;
    }
    at += size;
  }
  if (has_room) end_word(clean.size());
  if (has_unknown_) std::erase(out, unknown_);
  return out;
}

}  // namespace codeweaver::model
