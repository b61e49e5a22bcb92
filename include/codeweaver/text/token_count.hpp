// Token counting: estimates how many tokens a byte-pair tokenizer makes, without its vocabulary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TOKEN_COUNT_HPP_
#define CODEWEAVER_TEXT_TOKEN_COUNT_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace codeweaver::inline v0_1::text {

/// Kinds of pieces before byte-pair merging, as in the regular expression of cl100k. Runs of
/// letters are also split at case changes. Lengths are in characters.
enum class PieceKind : std::uint8_t {
  kWord,           ///< letters at the start, after a space or after several punctuation marks
  kWordAfterMark,  ///< letters after one mark, which is part of the piece: `_name`, `.name`
  kWordAfterTab,   ///< letters after a tab
  kInnerPart,      ///< later parts of a mixed-case word: `Name` in `getName`
  kCapitals,       ///< capital letters only
  kNumber,         ///< digits
  kPunctuation,    ///< punctuation marks, with the line ends after them
  kPunctuationAfterSpace,  ///< the same after a space
  kLineEnds,               ///< white space up to the last line end in it
  kIndent,                 ///< spaces except the last one, which belongs to the next piece
  kLoneBlank,              ///< a space or tab that cannot belong to the next piece
  kWide2,                  ///< one character with two bytes in UTF-8
  kWide3,
  kWide4,
};
inline constexpr std::size_t kPieceKindCount = 14;

namespace detail {

enum class TokenByte : std::uint8_t { kMark, kLower, kUpper, kDigit, kBlank, kLineEnd, kWide };
consteval std::array<TokenByte, 256> make_token_bytes() {
  std::array<TokenByte, 256> table{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = TokenByte::kLower;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) table[c] = TokenByte::kUpper;
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = TokenByte::kDigit;
  for (const unsigned char c : {' ', '\t', '\v', '\f'}) table[c] = TokenByte::kBlank;
  table['\n'] = table['\r'] = TokenByte::kLineEnd;
  for (std::size_t c = 0x80; c < 0x100; ++c) table[c] = TokenByte::kWide;
  return table;
}
inline constexpr std::array<TokenByte, 256> kTokenBytes = make_token_bytes();

/// Splits text into pieces and calls sink(PieceKind, length) for each.
template <class Sink>
class PieceScanner {
 public:
  /// `previous` is the character before `text`; a blank there belongs to the first piece.
  constexpr PieceScanner(std::string_view text, Sink& sink, char previous = '\n') noexcept
      : text_(text),
        sink_(sink),
        before_(kTokenBytes[static_cast<unsigned char>(previous)] != TokenByte::kBlank
                    ? Before::kNothing
                : previous == ' ' ? Before::kSpace
                                  : Before::kTab) {}

  constexpr void run() {
    while (at_ < text_.size()) {
      switch (kind()) {
        case TokenByte::kLower:
        case TokenByte::kUpper:
          letters();
          break;
        case TokenByte::kDigit:
          number();
          break;
        case TokenByte::kBlank:
        case TokenByte::kLineEnd:
          blanks();
          break;
        case TokenByte::kMark:
          marks();
          break;
        case TokenByte::kWide:
          wide();
          break;
      }
    }
  }

 private:
  enum class Before : std::uint8_t { kNothing, kSpace, kTab, kMark };

  constexpr TokenByte kind() const noexcept {
    return kTokenBytes[static_cast<unsigned char>(text_[at_])];
  }
  constexpr bool is(TokenByte wanted) const noexcept {
    return at_ < text_.size() && kind() == wanted;
  }
  constexpr bool is_letter() const noexcept {
    return is(TokenByte::kLower) || is(TokenByte::kUpper);
  }
  constexpr std::size_t skip(TokenByte wanted) noexcept {
    const std::size_t begin = at_;
    while (is(wanted)) ++at_;
    return at_ - begin;
  }

  constexpr void letters() {
    PieceKind part = before_ == Before::kMark  ? PieceKind::kWordAfterMark
                     : before_ == Before::kTab ? PieceKind::kWordAfterTab
                                               : PieceKind::kWord;
    before_ = Before::kNothing;
    while (is_letter()) {
      const std::size_t capitals = skip(TokenByte::kUpper);
      if (capitals > 1) {
        const bool word_follows = is(TokenByte::kLower);
        at_ -= word_follows ? 1 : 0;
        sink_(PieceKind::kCapitals, capitals - (word_follows ? 1 : 0));
      } else {
        const std::size_t length = capitals + skip(TokenByte::kLower);
        sink_(length == capitals ? PieceKind::kCapitals : part, length);
      }
      part = PieceKind::kInnerPart;
    }
  }

  constexpr void number() {
    if (before_ == Before::kSpace || before_ == Before::kTab) sink_(PieceKind::kLoneBlank, 1);
    before_ = Before::kNothing;
    sink_(PieceKind::kNumber, skip(TokenByte::kDigit));
  }

  constexpr void blanks() {
    const std::size_t begin = at_;
    std::size_t indent = at_;
    for (; is(TokenByte::kBlank) || is(TokenByte::kLineEnd); ++at_)
      if (kind() == TokenByte::kLineEnd) indent = at_ + 1;
    if (indent > begin) sink_(PieceKind::kLineEnds, indent - begin);
    before_ = Before::kNothing;
    if (at_ == indent) return;
    if (at_ - indent > 1) sink_(PieceKind::kIndent, at_ - indent - 1);
    before_ = text_[at_ - 1] == ' ' ? Before::kSpace : Before::kTab;
  }

  constexpr void marks() {
    const std::size_t length = skip(TokenByte::kMark);
    if (length == 1 && before_ == Before::kNothing && is_letter()) {
      before_ = Before::kMark;
      return;
    }
    if (before_ == Before::kTab) sink_(PieceKind::kLoneBlank, 1);
    sink_(before_ == Before::kSpace ? PieceKind::kPunctuationAfterSpace : PieceKind::kPunctuation,
          length);
    before_ = Before::kNothing;
    skip(TokenByte::kLineEnd);
  }

  constexpr void wide() {
    const auto lead = static_cast<unsigned char>(text_[at_++]);
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80) ++at_;
    sink_(lead >= 0xF0   ? PieceKind::kWide4
          : lead >= 0xE0 ? PieceKind::kWide3
                         : PieceKind::kWide2,
          1);
    before_ = Before::kNothing;
  }

  std::string_view text_;
  Sink& sink_;
  std::size_t at_ = 0;
  Before before_;
};

/// Costs in 1/64 token, fitted by least squares on 6,480 files in 30 languages
/// (training/measure_tokens.py --fit).
inline constexpr std::uint64_t kUnitsPerToken = 64;
/// By kind and length. The first eight kinds have one row for lengths 1 to 16.
inline constexpr std::size_t kCostLengths = 16;
inline constexpr std::uint8_t kPieceCosts[8][kCostLengths] = {
    {60, 64, 65, 61, 70, 62, 66, 67, 75, 77, 84, 92, 97, 99, 101, 101},            // kWord
    {63, 79, 85, 76, 73, 88, 104, 107, 114, 118, 123, 128, 130, 130, 131, 132},    // kWordAfterMark
    {81, 84, 89, 96, 102, 109, 118, 121, 122, 122, 122, 122, 122, 122, 122, 122},  // kWordAfterTab
    {62, 62, 57, 56, 50, 52, 54, 57, 58, 60, 64, 65, 65, 65, 66, 66},              // kInnerPart
    {59, 48, 81, 78, 83, 88, 117, 129, 137, 144, 153, 159, 163, 165, 167, 167},    // kCapitals
    {75, 86, 99, 105, 110, 122, 137, 151, 161, 171, 178, 184, 190, 196, 201, 205},  // kNumber
    {61, 74, 80, 103, 113, 122, 127, 130, 133, 135, 136, 138, 139, 139, 140, 141},  // kPunctuation
    {69, 85, 103, 121, 135, 143, 148, 150, 151, 152, 152, 153, 153, 154, 154, 155},
};
/// Costs that do not depend on the length: line ends, indent, lone blank, characters of 2, 3, 4
/// bytes.
inline constexpr std::uint8_t kFlatCosts[6] = {88, 51, 46, 102, 77, 238};
/// For each character after the first kCostLengths, mostly random letters and digits.
inline constexpr std::uint64_t kCostOfExcess = 20;

constexpr std::uint64_t piece_units(PieceKind kind, std::size_t length) noexcept {
  const auto row = static_cast<std::size_t>(kind);
  if (row >= 8) return kFlatCosts[row - 8];
  const std::uint64_t units = kPieceCosts[row][std::min(length, kCostLengths) - 1];
  const bool is_mark = row >= 6;  // long lines of marks have few tokens at any length
  return length <= kCostLengths || is_mark ? units
                                           : units + (length - kCostLengths) * kCostOfExcess;
}
}  // namespace detail

/// Calls sink(PieceKind, length) for every piece of `text`. Used to fit the costs above.
template <class Sink>
constexpr void for_each_piece(std::string_view text, Sink&& sink) {
  detail::PieceScanner<Sink>(text, sink).run();
}

/// The result of count_tokens() before rounding, in units of 1/kUnitsPerToken token. The sum over
/// lines differs from the value of the whole text by less than two tokens per blank line.
constexpr std::uint64_t token_units(std::string_view text) noexcept {
  std::uint64_t units = 0;
  for_each_piece(text, [&units](PieceKind kind, std::size_t length) {
    units += detail::piece_units(kind, length);
  });
  return units;
}

/// The same for the rest of a text whose start has already been counted. `previous` is the last
/// character of the start, a blank or line end; `text` begins with neither. The two values add up
/// to the value of the whole text.
constexpr std::uint64_t token_units_after(char previous, std::string_view text) noexcept {
  std::uint64_t units = 0;
  const auto add = [&units](PieceKind kind, std::size_t length) {
    units += detail::piece_units(kind, length);
  };
  detail::PieceScanner<decltype(add)>(text, add, previous).run();
  return units;
}

/// Converts units to tokens; at least 1, because the text is not empty.
constexpr std::size_t tokens_of_units(std::uint64_t units) noexcept {
  const std::uint64_t tokens = (units + detail::kUnitsPerToken / 2) / detail::kUnitsPerToken;
  return static_cast<std::size_t>(std::max<std::uint64_t>(tokens, 1));
}

/// Returns the estimated number of tokens of `text` in the public cl100k vocabulary; 0 only for
/// empty text. docs/internals/token_count.md lists the error of the estimate by language (a few
/// percent). All sizes and limits in tokens use this estimate, whatever the embedding model is.
/// Cost: one pass over the text, no allocation.
constexpr std::size_t count_tokens(std::string_view text) noexcept {
  return text.empty() ? 0 : tokens_of_units(token_units(text));
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_TOKEN_COUNT_HPP_
