// Writes a pattern for RE2.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/expression.hpp"

#include <algorithm>

namespace codeweaver::pattern {
namespace {

constexpr std::uint32_t kMostOfRe2 = 1000;  // repetitions in one { }

std::string counted(const std::string& part, const std::string& counts, bool is_greedy) {
  return part + counts + (is_greedy ? "" : "?");
}

/// RE2 accepts counts up to 1000, so larger counts are written as several.
std::string repeated(const Node& node, const std::string& part) {
  if (node.most == kUnbounded && node.least == 0) return counted(part, "*", node.is_greedy);
  if (node.most == kUnbounded && node.least == 1) return counted(part, "+", node.is_greedy);
  if (node.least == 0 && node.most == 1) return counted(part, "?", node.is_greedy);
  std::string out = "(?:";
  std::uint32_t least = node.least;
  for (; least > kMostOfRe2; least -= kMostOfRe2)
    out += counted(part, "{" + std::to_string(kMostOfRe2) + "}", true);
  const std::uint32_t done = node.least - least;
  if (node.most == kUnbounded) {
    out += counted(part, "{" + std::to_string(least) + ",}", node.is_greedy);
    return out += ")";
  }
  std::uint32_t most = node.most - done;
  const std::uint32_t first = std::min(most, kMostOfRe2);
  out += counted(part, "{" + std::to_string(least) + "," + std::to_string(first) + "}",
                 node.is_greedy);
  for (most -= first; most > 0; most -= std::min(most, kMostOfRe2))
    out += counted(part, "{0," + std::to_string(std::min(most, kMostOfRe2)) + "}", node.is_greedy);
  return out += ")";
}

std::string look_text(Look look, bool keeps_words) {
  switch (look) {
    case Look::kLineStart:
    case Look::kTextStart:
      return "^";
    case Look::kLineEnd:
    case Look::kTextEnd:
      return "$";
    case Look::kWord:
      return keeps_words ? "\\b" : "(?:)";
    case Look::kNotWord:
      return keeps_words ? "\\B" : "(?:)";
    default:
      return "(?:)";
  }
}

std::string text_of(const Node& node, bool keeps_words) {
  switch (node.kind) {
    case Node::Kind::kLiteral:
      return node.folds_case ? "(?i:" + re2_character(node.literal) + ")"
                             : re2_character(node.literal);
    case Node::Kind::kClass:
      return to_re2(node.characters);
    case Node::Kind::kLook:
      return look_text(node.look, keeps_words);
    case Node::Kind::kRepeat:
      if (node.most == 0) return "(?:)";
      return repeated(node, "(?:" + text_of(node.parts.front(), keeps_words) + ")");
    default:
      break;
  }
  std::string out = "(?:";
  const bool is_alternate = node.kind == Node::Kind::kAlternate;
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (is_alternate && i > 0) out += '|';
    out += text_of(node.parts[i], keeps_words);
  }
  return out += ")";
}

constexpr std::uint64_t kRangesOfProperty = 300;    // about as many as \p{L} has
constexpr std::uint64_t kMostCounted = 1ULL << 40;  // small enough that products fit

PatternSize limited_size(std::uint64_t parts, std::uint64_t ranges) {
  return {std::min(parts, kMostCounted), std::min(ranges, kMostCounted)};
}

}  // namespace

PatternSize size_of(const Node& node) {
  PatternSize out{1, 0};
  if (node.kind == Node::Kind::kClass)
    out.ranges = node.characters.ranges.size() + kRangesOfProperty * node.characters.named.size();
  for (const auto& part : node.parts) {
    const auto size = size_of(part);
    out = limited_size(out.parts + size.parts, out.ranges + size.ranges);
  }
  if (node.kind != Node::Kind::kRepeat) return out;
  const std::uint64_t times =
      std::max<std::uint64_t>(node.most == kUnbounded ? node.least : node.most, 1);
  return limited_size(out.parts * times, out.ranges * (1 + times / kMostOfRe2));
}

std::string to_re2(const Node& node, bool keeps_words) {
  return "(?m)" + text_of(node, keeps_words);
}

bool is_exact_in_re2(const Node& node, bool in_ascii) {
  if (node.kind == Node::Kind::kLook) {
    if (node.look == Look::kLineStart || node.look == Look::kLineEnd) return true;
    if (node.look == Look::kTextEnd) return true;
    const bool is_of_re2 = node.look == Look::kWord || node.look == Look::kNotWord;
    return is_of_re2 && in_ascii;
  }
  return std::ranges::all_of(node.parts,
                             [&](const Node& part) { return is_exact_in_re2(part, in_ascii); });
}

}  // namespace codeweaver::pattern
