// The syntax tree of a pattern, and its parser.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "pattern/char_class.hpp"

namespace codeweaver::pattern {

/// Tests of a position between two characters.
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
  kWordEndHalf,    ///< no word character after
};

constexpr std::uint32_t kUnbounded = UINT32_MAX;

/// A part of a pattern.
struct Node {
  enum class Kind : std::uint8_t { kLiteral, kClass, kLook, kRepeat, kConcat, kAlternate };
  Kind kind = Kind::kConcat;  ///< an empty kConcat is the empty pattern
  char32_t literal = 0;
  bool folds_case = false;  ///< for kLiteral
  CharClass characters{};
  std::u32string literals{};  ///< for kClass: the literal characters in its brackets
  Look look{};
  bool is_ascii = false;  ///< for kLook: only ASCII characters form words
  std::uint32_t least = 0, most = 0;
  bool is_greedy = true;
  std::uint32_t height = 0;  ///< levels of parts below, as counted by parse(); bounded
  std::vector<Node> parts{};
};

/// Defaults, unless the pattern changes them.
struct SyntaxOptions {
  bool folds_case = false;
};

/// Parses a regular expression in the syntax of Rust's `regex`, for lines: ^ and $ match at line
/// ends, and nothing matches a line feed. Errors: kInvalidArgument "PATTERN_INVALID" with the
/// position (bytes from 1), also for a line feed; kUnsupported "PATTERN_UNSUPPORTED".
Result<Node> parse(std::string_view pattern, const SyntaxOptions& options);

/// A text as a literal pattern. Errors: as parse().
Result<Node> literal_node(std::string_view text, const SyntaxOptions& options);

/// Whether a pattern has a literal, and whether one is an upper-case letter.
struct LiteralCase {
  bool has_literal = false, has_upper = false;
};
/// Checks the literals of a tree, for --smart-case.
LiteralCase literal_case(const Node& node);

}  // namespace codeweaver::pattern
