// The syntax tree of a pattern, and reading one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "pattern/char_class.hpp"

namespace codeweaver::pattern {

/// Tests of a place between two characters.
enum class Look : std::uint8_t {
  kLineStart,
  kLineEnd,
  kTextStart,  ///< \A
  kTextEnd,    ///< \z
  kWord,       ///< \b
  kNotWord,    ///< \B
  kWordStart,  ///< \< and \b{start}
  kWordEnd,
  kWordStartHalf,  ///< no word character before
  kWordEndHalf,    ///< none behind
};

constexpr std::uint32_t kUnbounded = UINT32_MAX;

/// A part of a pattern.
struct Node {
  enum class Kind : std::uint8_t { kLiteral, kClass, kLook, kRepeat, kConcat, kAlternate };
  Kind kind = Kind::kConcat;  ///< a kConcat of nothing is the empty pattern
  char32_t literal = 0;
  bool folds_case = false;  ///< of kLiteral
  CharClass characters{};
  std::u32string literals{};  ///< of kClass: the characters that stand in its brackets
  Look look{};
  bool is_ascii = false;  ///< of kLook: only ASCII makes words
  std::uint32_t least = 0, most = 0;
  bool is_greedy = true;
  std::uint32_t height = 0;  ///< levels of parts below, as parse() counts them; bounded
  std::vector<Node> parts{};
};

/// What holds where a pattern does not say otherwise.
struct SyntaxOptions {
  bool folds_case = false;
};

/// Reads a regular expression in the syntax of Rust's `regex`, for lines: ^ and $ are those of a
/// line, and nothing matches a line feed. Errors: kInvalidArgument "PATTERN_INVALID" with the place
/// (bytes from 1), also for a line feed; kUnsupported "PATTERN_UNSUPPORTED".
Result<Node> parse(std::string_view pattern, const SyntaxOptions& options);

/// All of a text as it stands. Errors: as parse().
Result<Node> literal_node(std::string_view text, const SyntaxOptions& options);

/// Whether a literal of a pattern is an upper-case letter; and whether there is a literal at all.
struct LiteralCase {
  bool has_literal = false, has_upper = false;
};
/// Looks at the literals of a tree, for --smart-case.
LiteralCase literal_case(const Node& node);

}  // namespace codeweaver::pattern
