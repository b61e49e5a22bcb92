// The literals in each match of a Perl pattern: those outside of all groups and classes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "pattern/perl_pattern.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {
namespace {

bool is_letter_or_digit(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Node gap() {
  Node node;
  node.kind = Node::Kind::kClass;
  node.characters.is_negated = true;
  return node;
}

/// Reads a pattern far enough to find its literals. Does not read verbs, \Q quotes, and flags in
/// groups that change the syntax; with any of these, no literals are known.
class LiteralReader {
 public:
  LiteralReader(std::string_view pattern, bool folds_case)
      : pattern_(pattern), folds_case_(folds_case) {}

  Node run() {
    while (at_ < pattern_.size() && is_known_) take();
    return is_known_ ? std::move(out_) : gap();
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }
  void end_run() { out_.parts.push_back(gap()); }
  void drop_last() {
    if (!out_.parts.empty() && out_.parts.back().kind == Node::Kind::kLiteral)
      out_.parts.pop_back();
    end_run();
  }
  void add(char c) {
    Node node;
    node.kind = Node::Kind::kLiteral;
    node.literal = static_cast<unsigned char>(c);
    node.folds_case = folds_case_;
    out_.parts.push_back(std::move(node));
  }

  void take() {
    const char c = pattern_[at_];
    switch (c) {
      case '\\':
        if (const auto literal = skip_escape())
          add(*literal);
        else
          end_run();
        return;
      case '[':
        skip_class();
        return end_run();
      case '(':
        skip_group();
        return end_run();
      case '|':
      case ')':
        is_known_ = false;
        return;
      case '*':
      case '?':
        ++at_;
        return drop_last();
      case '{':
        skip_counts();
        return drop_last();
      case '+':
      case '.':
      case '^':
      case '$':
        ++at_;
        return end_run();
      default:
        ++at_;
        if (c >= ' ' && c <= '~') return add(c);
        end_run();
    }
  }

  /// The literal character after a backslash.
  std::optional<char> skip_escape() {
    const char c = peek(1);
    at_ += 2;
    if (c >= ' ' && c <= '~' && !is_letter_or_digit(c)) return c;
    if (c == 'p' || c == 'P') {
      if (peek() == '{') at_ = std::min(pattern_.find('}', at_), pattern_.size() - 1);
      ++at_;
      return std::nullopt;
    }
    if (c >= '1' && c <= '9') {
      while (peek() >= '0' && peek() <= '9') ++at_;
      return std::nullopt;
    }
    constexpr std::string_view kWithoutMore = "dDwWsShHvVNRXbBAzZGKaefnrt";
    is_known_ = is_known_ && kWithoutMore.find(c) != std::string_view::npos;
    return std::nullopt;
  }

  void skip_class() {
    ++at_;
    if (peek() == '^') ++at_;
    if (peek() == ']') ++at_;
    while (at_ < pattern_.size() && peek() != ']') {
      if (peek() == '[' && (peek(1) == ':' || peek(1) == '.' || peek(1) == '=')) {
        const char mark = peek(1);
        const auto end = pattern_.find(std::string{mark, ']'}, at_ + 2);
        if (end != std::string_view::npos &&
            pattern_.substr(at_ + 2, end - at_ - 2).find_first_of("]\\") ==
                std::string_view::npos) {
          at_ = end + 2;
          continue;
        }
      }
      if (peek() == '\\') {
        is_known_ = is_known_ && peek(1) != 'Q' && peek(1) != 'E';
        ++at_;
      }
      ++at_;
    }
    ++at_;
  }

  void skip_group() {
    std::size_t depth = 0;
    do {
      switch (peek()) {
        case '(':
          ++depth;
          ++at_;
          check_head();
          break;
        case ')':
          --depth;
          ++at_;
          break;
        case '[':
          skip_class();
          break;
        case '\\':
          is_known_ = is_known_ && peek(1) != 'Q' && peek(1) != 'c';
          at_ += 2;
          break;
        default:
          ++at_;
      }
    } while (depth > 0 && at_ < pattern_.size() && is_known_);
  }

  /// Checks the characters after the parenthesis of a group.
  void check_head() {
    if (peek() == '*') is_known_ = false;
    if (peek() != '?') return;
    std::size_t flags = 1;
    while (std::string_view("ims-").find(peek(flags)) != std::string_view::npos) ++flags;
    if (flags > 1 && (peek(flags) == ':' || peek(flags) == ')')) {
      folds_case_ = true;
      return;
    }
    constexpr std::string_view kPlain = ":=!><|'P";
    is_known_ = is_known_ && kPlain.find(peek(1)) != std::string_view::npos &&
                (peek(1) != 'P' || peek(2) == '<');
  }

  void skip_counts() {
    std::size_t end = at_ + 1;
    while (end < pattern_.size() &&
           std::string_view("0123456789, ").find(pattern_[end]) != std::string_view::npos)
      ++end;
    at_ = end < pattern_.size() && pattern_[end] == '}' ? end + 1 : at_ + 1;
  }

  std::string_view pattern_;
  bool folds_case_;
  bool is_known_ = true;
  std::size_t at_ = 0;
  Node out_;
};

}  // namespace

Node perl_literals(const PatternOptions& options) {
  Node out;
  out.kind = Node::Kind::kAlternate;
  const bool folds_case = options.letter_case != LetterCase::kExact;
  for (const auto& pattern : options.patterns) {
    if (!options.is_fixed) {
      out.parts.push_back(LiteralReader(pattern, folds_case).run());
      continue;
    }
    auto literal = literal_node(pattern, {folds_case});
    out.parts.push_back(literal ? std::move(*literal) : gap());
  }
  return out;
}

}  // namespace codeweaver::pattern
