// Parses a pattern: groups, alternatives, repetitions, escapes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "pattern/reader.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::size_t kMostDepth = 250;
constexpr std::uint32_t kMostHeight = 1000;  // of a repetition, including the groups in it
constexpr std::uint32_t kMostRepeats = 100'000;

class PatternParser {
 public:
  PatternParser(std::string pattern, std::size_t origin, const SyntaxOptions& options)
      : pattern_(std::move(pattern)), reader_(pattern_, origin) {
    flags_.folds_case = options.folds_case;
  }

  Result<Node> parse() {
    CODEWEAVER_ASSIGN(auto node, alternatives(0));
    if (!reader_.at_end()) return reader_.wrong(reader_.at(), "unmatched )");
    return node;
  }

 private:
  Result<Node> alternatives(std::size_t depth) {
    if (depth > kMostDepth) return reader_.wrong(reader_.at(), "groups are nested too deeply");
    Node out;
    out.kind = Node::Kind::kAlternate;
    do {
      CODEWEAVER_ASSIGN(auto part, sequence(depth));
      add(std::move(part), out);
    } while (reader_.take_if("|"));
    return out.parts.size() == 1 ? std::move(out.parts.front()) : std::move(out);
  }

  Result<Node> sequence(std::size_t depth) {
    Node out;
    for (;;) {
      skip_blanks();
      if (reader_.at_end() || reader_.peek() == '|' || reader_.peek() == ')') return out;
      const std::size_t begin = reader_.at();
      const char32_t c = reader_.peek();
      if (c == '*' || c == '+' || c == '?' || c == '{') {
        if (out.parts.empty() || was_flags_)
          return reader_.wrong(begin, "a repetition has nothing before it to repeat");
        CODEWEAVER_TRY(repetition(out.parts.back()));
        out.height = std::max(out.height, out.parts.back().height + 1);
        continue;
      }
      was_flags_ = false;
      CODEWEAVER_ASSIGN(auto part, single(depth));
      add(std::move(part), out);
    }
  }

  static void add(Node part, Node& out) {
    out.height = std::max(out.height, part.height + 1);
    out.parts.push_back(std::move(part));
  }

  void skip_blanks() {
    while (flags_.is_verbose && !reader_.at_end()) {
      const char32_t c = reader_.peek();
      if (c == '#') {
        while (!reader_.at_end() && reader_.take() != '\n') {
        }
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        reader_.take();
      } else {
        return;
      }
    }
  }

  Result<Node> single(std::size_t depth) {
    const std::size_t begin = reader_.at();
    const char32_t c = reader_.take();
    switch (c) {
      case '(':
        return group(begin, depth);
      case '[': {
        std::u32string literals;
        CODEWEAVER_ASSIGN(auto characters, read_brackets(reader_, flags_, literals));
        if (characters.is_negated && !flags_.is_unicode)
          return reader_.unsupported(begin, "negated classes need Unicode mode");
        auto node = class_node(std::move(characters));
        node.literals = std::move(literals);
        return node;
      }
      case '.':
        if (!flags_.is_unicode) return reader_.unsupported(begin, ". needs Unicode mode");
        return class_node({{}, {}, true, false});
      case '^':
        return look_node(Look::kLineStart);
      case '$':
        return look_node(Look::kLineEnd);
      case '\\':
        return escape(begin);
      case '\n':
        return reader_.wrong(begin,
                             "a pattern matches within one line and cannot match a line feed");
      default:
        return character_node(c);
    }
  }

  Result<Node> group(std::size_t begin, std::size_t depth) {
    const Flags before = flags_;
    if (reader_.take_if("?P<") || reader_.take_if("?<")) {
      if (reader_.peek() == '=' || reader_.peek() == '!')
        return reader_.only_in_perl(begin, "look-around is not supported");
      std::string name;
      while (!reader_.at_end() && reader_.peek() != '>') base::append_utf8(reader_.take(), name);
      const bool is_name = !name.empty() && (name.front() < '0' || name.front() > '9');
      if (!reader_.take_if(">") || !is_name)
        return reader_.wrong(begin, "a group name followed by > is expected");
      if (!names_.insert(name).second) return reader_.wrong(begin, "this group name is used twice");
    } else if (reader_.take_if("?=") || reader_.take_if("?!")) {
      return reader_.only_in_perl(begin, "look-around is not supported");
    } else if (reader_.take_if("?")) {
      CODEWEAVER_ASSIGN(const bool is_group, flags(begin));
      if (!is_group) {  // flags apply until the end of the enclosing group
        was_flags_ = true;
        return Node{};
      }
    }
    CODEWEAVER_ASSIGN(auto node, alternatives(depth + 1));
    flags_ = before;
    was_flags_ = false;
    if (!reader_.take_if(")")) return reader_.wrong(begin, "( is not closed");
    Node out;  // limits flags and repetitions to this group
    add(std::move(node), out);
    return out;
  }

  /// True: a colon and a group follow. False: the flags stand alone.
  Result<bool> flags(std::size_t begin) {
    bool value = true, is_empty = true;
    for (;;) {
      if (reader_.at_end()) return reader_.wrong(begin, "( is not closed");
      switch (const char32_t c = reader_.take(); c) {
        case ':':
        case ')':
          if (is_empty && (c == ')' || !value))
            return reader_.wrong(begin, "flags are expected after (?");
          return c == ':';
        case '-':
          if (!value) return reader_.wrong(begin, "flags are negated twice");
          value = false;
          is_empty = true;
          continue;
        case 'i':
          flags_.folds_case = value;
          break;
        case 'm':
          flags_.is_multi_line = value;
          break;
        case 's':
          flags_.dot_takes_all = value;
          break;
        case 'U':
          flags_.is_swapped = value;
          break;
        case 'u':
          flags_.is_unicode = value;
          break;
        case 'x':
          flags_.is_verbose = value;
          break;
        case 'R':
          return reader_.unsupported(begin, "the flag R is not supported");
        default:
          return reader_.wrong(begin, "unknown flag");
      }
      is_empty = false;
    }
  }

  Result<void> repetition(Node& node) {
    const std::size_t begin = reader_.at();
    if (node.height >= kMostHeight)
      return reader_.wrong(begin, "repetitions are nested too deeply");
    Node out;
    out.kind = Node::Kind::kRepeat;
    switch (reader_.take()) {
      case '*':
        out.most = kUnbounded;
        break;
      case '+':
        out.least = 1;
        out.most = kUnbounded;
        break;
      case '?':
        out.most = 1;
        break;
      default:
        CODEWEAVER_TRY(counts(begin, out));
    }
    out.is_greedy = reader_.take_if("?") == flags_.is_swapped;
    add(std::move(node), out);
    node = std::move(out);
    return {};
  }

  Result<void> counts(std::size_t begin, Node& out) {
    const auto number = [&](std::uint32_t& value) {
      bool any = false;
      skip_spaces();
      for (value = 0; reader_.peek() >= '0' && reader_.peek() <= '9'; any = true)
        value = std::min(kMostRepeats + 1,
                         value * 10 + static_cast<std::uint32_t>(reader_.take() - '0'));
      skip_spaces();
      return any;
    };
    const bool has_least = number(out.least);
    out.most = out.least;
    if (!has_least) return reader_.wrong(begin, "a count is missing in { }");
    if (reader_.take_if(",") && !number(out.most)) out.most = kUnbounded;
    if (!reader_.take_if("}")) return reader_.wrong(begin, "{ is not closed");
    if (out.least > out.most)
      return reader_.wrong(begin, "the minimum in { } is larger than the maximum");
    if (out.least > kMostRepeats || (out.most != kUnbounded && out.most > kMostRepeats))
      return reader_.wrong(begin, "a count is too large");
    return {};
  }
  void skip_spaces() {
    while (reader_.peek() == ' ') reader_.take();
  }

  Result<Node> escape(std::size_t begin) {
    if (reader_.at_end()) return reader_.wrong(begin, "a character is missing after \\");
    const char32_t letter = reader_.take();
    if (is_class_letter(letter)) {
      CODEWEAVER_ASSIGN(auto characters, read_class_escape(reader_, letter, flags_, begin));
      if (characters.is_negated && !flags_.is_unicode)
        return reader_.unsupported(begin, "negated classes need Unicode mode");
      characters.folds_case = flags_.folds_case;
      return class_node(std::move(characters));
    }
    switch (letter) {
      case 'x':
      case 'u':
      case 'U': {
        CODEWEAVER_ASSIGN(const char32_t c, read_code(reader_, letter, begin));
        if (!flags_.is_unicode && c > 0x7F)
          return reader_.unsupported(begin, "matching single bytes is not supported");
        if (c == '\n')
          return reader_.wrong(begin,
                               "a pattern matches within one line and cannot match a line feed");
        return character_node(c);
      }
      case 'A':
        return look_node(Look::kTextStart);
      case 'z':
        return look_node(Look::kTextEnd);
      case 'B':
        return look_node(Look::kNotWord);
      case '<':
        return look_node(Look::kWordStart);
      case '>':
        return look_node(Look::kWordEnd);
      case 'b':
        if (reader_.take_if("{start-half}")) return look_node(Look::kWordStartHalf);
        if (reader_.take_if("{end-half}")) return look_node(Look::kWordEndHalf);
        if (reader_.take_if("{start}")) return look_node(Look::kWordStart);
        if (reader_.take_if("{end}")) return look_node(Look::kWordEnd);
        return look_node(Look::kWord);
      default:
        break;
    }
    const char32_t plain = simple_escape(letter);
    if (plain == kNoCharacter) {
      if (letter >= '0' && letter <= '9')
        return reader_.only_in_perl(begin, "back-references are not supported");
      return reader_.wrong(begin, "unknown escape");
    }
    if (plain == '\n')
      return reader_.wrong(begin, "a pattern matches within one line and cannot match a line feed");
    return character_node(plain);
  }

  Node character_node(char32_t c) const {
    Node out;
    out.kind = Node::Kind::kLiteral;
    out.literal = c;
    out.folds_case = flags_.folds_case;
    return out;
  }
  static Node class_node(CharClass characters) {
    Node out;
    out.kind = Node::Kind::kClass;
    out.characters = std::move(characters);
    return out;
  }
  Node look_node(Look look) const {
    Node out;
    out.kind = Node::Kind::kLook;
    out.look = look;
    out.is_ascii = !flags_.is_unicode;
    return out;
  }

  std::string pattern_;
  Reader reader_;
  Flags flags_;
  std::set<std::string> names_;
  bool was_flags_ = false;  // (?i) came last; it cannot be repeated
};

/// Appends the literals of a tree in UTF-8.
void add_literals(const Node& node, std::string& out) {
  if (node.kind == Node::Kind::kLiteral) base::append_utf8(node.literal, out);
  for (const char32_t literal : node.literals) base::append_utf8(literal, out);
  for (const auto& part : node.parts) add_literals(part, out);
}

}  // namespace

Result<Node> parse(std::string_view pattern, const SyntaxOptions& options) {
  if (!base::is_utf8(pattern)) return Reader(pattern).wrong(0, "it is not UTF-8");
  // As in ripgrep: a comment that is open at the end swallows the closing parenthesis.
  auto enclosed = PatternParser("(?:" + std::string(pattern) + ")", 3, options).parse();
  if (enclosed) return enclosed;
  auto bare = PatternParser(std::string(pattern), 0, options).parse();
  return bare ? std::move(enclosed) : std::move(bare);  // its error has the better position
}

Result<Node> literal_node(std::string_view text, const SyntaxOptions& options) {
  Node out;
  for (Reader reader(text); !reader.at_end();) {
    const std::size_t begin = reader.at();
    Node part;
    part.kind = Node::Kind::kLiteral;
    part.literal = reader.take();
    part.folds_case = options.folds_case;
    if (part.literal == kNoCharacter) return reader.wrong(begin, "it is not UTF-8");
    if (part.literal == '\n')
      return reader.wrong(begin, "a pattern matches within one line and cannot match a line feed");
    out.parts.push_back(std::move(part));
  }
  return out;
}

LiteralCase literal_case(const Node& node) {
  static const RE2 upper("\\p{Lu}");
  std::string literals;
  add_literals(node, literals);
  return {!literals.empty(), RE2::PartialMatch(literals, upper)};
}

}  // namespace codeweaver::pattern
