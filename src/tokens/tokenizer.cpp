// Tokenizer: finds added tokens, then words, then their pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/tokenizer.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "tokens/byte_words.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {

Result<Tokenizer> Tokenizer::parse(std::string_view json, const std::string& origin) {
  const auto file = json::parse(json);
  if (!file) return broken_tokenizer(origin, "that cannot be read: " + file.error().cause);
  const auto* model = part_of(&*file, "model");
  const auto kind = json::text_or_empty(model, "type");
  Tokenizer out;
  // Older files do not name the kind of their model.
  if (kind == "BPE" || (kind.empty() && part_of(model, "merges") != nullptr)) {
    CODEWEAVER_ASSIGN(out.model_, BytePairs::parse(model, origin));
  } else if (kind == "WordPiece" ||
             (kind.empty() && part_of(model, "max_input_chars_per_word") != nullptr)) {
    CODEWEAVER_ASSIGN(out.model_, WordPieces::parse(model, origin));
  } else if (kind == "Unigram" || (kind.empty() && part_of(model, "unk_id") != nullptr)) {
    CODEWEAVER_ASSIGN(out.model_, Unigram::parse(model, origin));
  } else {
    return unsupported_tokenizer(origin, "tokenizer", kind,
                                 "WordPiece, byte-level BPE and Unigram");
  }
  out.size_ = out.vocabulary().size();
  CODEWEAVER_TRY(out.read_text(*file, origin));
  CODEWEAVER_TRY(out.read_added(*file, origin));
  CODEWEAVER_ASSIGN(out.frame_, Frame::parse(part_of(&*file, "post_processor"), origin));
  return out;
}

Result<void> Tokenizer::read_text(const json::Value& file, const std::string& origin) {
  CODEWEAVER_ASSIGN(normalizer_, Normalizer::parse(part_of(&file, "normalizer"), origin));
  const auto* splitter = part_of(&file, "pre_tokenizer");
  if (std::holds_alternative<Unigram>(model_)) {
    CODEWEAVER_ASSIGN(blank_words_, BlankWords::parse(splitter, origin));
    return {};
  }
  const bool is_of_bytes = std::holds_alternative<BytePairs>(model_);
  const std::string_view expected = is_of_bytes ? "ByteLevel" : "BertPreTokenizer";
  if (const auto kind = json::text_or_empty(splitter, "type"); kind != expected)
    return unsupported_tokenizer(origin, "pre-tokenizer", kind, expected);
  if (is_of_bytes && !flag_of(splitter, "use_regex", true))
    return unsupported_tokenizer(origin, "pre-tokenizer", "ByteLevel without its pattern",
                                 "ByteLevel with its pattern");
  begins_with_blank_ = flag_of(splitter, "add_prefix_space", true);
  return {};
}

Result<void> Tokenizer::read_added(const json::Value& file, const std::string& origin) {
  for (const auto& item : list_of(&file, "added_tokens")) {
    AddedToken token;
    token.text = json::text_or_empty(item, "content");
    CODEWEAVER_ASSIGN(token.id, token_number(part_of(&item, "id"), origin));
    token.is_single_word = flag_of(&item, "single_word", false);
    token.takes_left = flag_of(&item, "lstrip", false);
    token.takes_right = flag_of(&item, "rstrip", false);
    token.is_of_normalized = flag_of(&item, "normalized", false);
    size_ = std::max(size_, static_cast<std::size_t>(token.id) + 1);
    if (token.is_of_normalized) token.text = normalizer_.normalized(token.text);
    (token.is_of_normalized ? of_normalized_ : of_text_).add(std::move(token));
  }
  return {};
}

const Vocabulary& Tokenizer::vocabulary() const noexcept {
  return std::visit([](const auto& model) -> const Vocabulary& { return model.vocabulary(); },
                    model_);
}

std::optional<std::string_view> Tokenizer::inner_prefix() const noexcept {
  const auto* const pieces = std::get_if<WordPieces>(&model_);
  return pieces == nullptr ? std::nullopt : std::optional(pieces->prefix());
}

std::string_view Tokenizer::word_prefix() const noexcept {
  return std::holds_alternative<Unigram>(model_) ? blank_words_.mark() : "\u0120";
}

bool Tokenizer::add_piece(std::string_view normalized, TokenList& out) const {
  if (const auto* const pieces = std::get_if<WordPieces>(&model_))
    return for_each_bert_word(normalized,
                              [&](std::string_view word) { return pieces->add_word(word, out); });
  if (const auto* const unigram = std::get_if<Unigram>(&model_))
    return blank_words_.for_each(
        normalized, [&](std::string_view word) { return unigram->add_word(word, out); });
  const auto& pairs = std::get<BytePairs>(model_);
  std::string with_blank;
  if (begins_with_blank_ && !normalized.starts_with(' '))
    normalized = with_blank.append(" ").append(normalized);
  while (!normalized.empty()) {
    const auto size = first_byte_word(normalized);
    if (!pairs.add_word(normalized.substr(0, size), out)) return false;
    normalized.remove_prefix(size);
  }
  return true;
}

void Tokenizer::add_tokens(std::string_view text, TokenList& out) const {
  using Piece = AddedTokens::Piece;
  if (out.limit == 0) return;
  of_text_.split(text, [&](const Piece& raw) {
    if (raw.token) return out.add(*raw.token);
    const auto normalized = normalizer_.normalized(raw.text);
    return of_normalized_.split(normalized, [&](const Piece& piece) {
      return piece.token ? out.add(*piece.token) : add_piece(piece.text, out);
    });
  });
}

std::vector<std::uint32_t> Tokenizer::tokens(std::string_view text, std::size_t most) const {
  TokenList out{.limit = most};
  add_tokens(text, out);
  return std::move(out.ids);
}

std::vector<std::uint32_t> Tokenizer::known_tokens(std::string_view text, std::size_t most) const {
  TokenList out{.limit = most};
  out.left_out = std::visit([](const auto& model) { return model.unknown(); }, model_);
  add_tokens(text, out);
  return std::move(out.ids);
}

Encoding Tokenizer::encode(std::string_view text, std::size_t most) const {
  const auto room = most - std::min(most, frame_.added_to_one());
  return frame_.put(tokens(text, room), most);
}

Encoding Tokenizer::encode(std::string_view first, std::string_view second,
                           std::size_t most) const {
  return frame_.put(tokens(first, SIZE_MAX), tokens(second, SIZE_MAX), most);
}

}  // namespace codeweaver::tokens
