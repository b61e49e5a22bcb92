// Classes in brackets: items, ranges, nested classes and set operations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "base/try.hpp"
#include "pattern/reader.hpp"

namespace codeweaver::pattern {
namespace {

const std::map<std::string_view, CharRanges>& posix_classes() {
  static const std::map<std::string_view, CharRanges> classes{
      {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
      {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
      {"ascii", {{0, 127}}},
      {"blank", {{'\t', '\t'}, {' ', ' '}}},
      {"cntrl", {{0, 31}, {127, 127}}},
      {"digit", {{'0', '9'}}},
      {"graph", {{'!', '~'}}},
      {"lower", {{'a', 'z'}}},
      {"print", {{' ', '~'}}},
      {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"space", {{'\t', '\r'}, {' ', ' '}}},
      {"upper", {{'A', 'Z'}}},
      {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
      {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}}};
  return classes;
}

class BracketParser {
 public:
  BracketParser(Reader& reader, const Flags& flags, std::u32string& literals)
      : reader_(reader), flags_(flags), literals_(literals) {}

  Result<CharClass> parse(std::size_t begin, std::size_t depth) {
    constexpr std::size_t kMostNested = 50;
    if (depth > kMostNested) return reader_.wrong(begin, "brackets are nested too deeply");
    CharClass out;
    const bool is_negated = take("^");
    CODEWEAVER_ASSIGN(auto left, items(begin, depth, true));
    while (!take("]")) {
      const std::string op(reader_.rest().substr(0, 2));
      reader_.go_to(reader_.at() + 2);
      CODEWEAVER_ASSIGN(auto right, items(begin, depth, false));
      const auto a = resolve(left), b = resolve(right);
      left = {};
      if (op == "&&") {
        left.ranges = common(a, b);
      } else if (op == "--") {
        left.ranges = common(a, complement(b));
      } else {
        left.ranges = common(a, complement(b));
        for (const auto& range : common(b, complement(a))) left.ranges.push_back(range);
      }
    }
    out = std::move(left);
    if (is_negated && out.is_negated) out = {resolve(out), {}, false, false};
    out.is_negated = is_negated != out.is_negated;
    return out;
  }

 private:
  void skip_blanks() {
    while (flags_.is_verbose && !reader_.at_end() &&
           (reader_.peek() == ' ' || (reader_.peek() >= '\t' && reader_.peek() <= '\r')))
      reader_.take();
  }
  bool take(std::string_view text) {
    skip_blanks();
    return reader_.take_if(text);
  }

  /// Reads the items up to an operator or the end, which is not consumed.
  Result<CharClass> items(std::size_t begin, std::size_t depth, bool is_first) {
    CharClass out;
    bool any = !is_first;
    if (is_first)
      while (take("-")) {
        out.ranges.emplace_back('-', '-');
        literals_.push_back('-');
        any = true;
      }
    if (is_first && !any && take("]")) {
      CODEWEAVER_TRY(add_range(U']', reader_.at() - 1, out));
      any = true;
    }
    for (;;) {
      skip_blanks();
      if (reader_.at_end()) return reader_.wrong(begin, "the bracket [ is not closed");
      const auto rest = reader_.rest();
      if (rest.front() == ']' || rest.starts_with("&&") || rest.starts_with("--") ||
          rest.starts_with("~~"))
        return out;
      CODEWEAVER_TRY(item(depth, out));
    }
  }

  Result<void> item(std::size_t depth, CharClass& out) {
    const std::size_t begin = reader_.at();
    if (reader_.take_if("[")) {
      if (reader_.peek() == ':') {
        auto named = posix(begin);
        if (named) {
          unite(out, *named);
          return {};
        }
        reader_.go_to(begin + 1);
      }
      CODEWEAVER_ASSIGN(auto inner, parse(begin, depth + 1));
      unite(out, inner);
      return {};
    }
    if (reader_.rest().front() == '\\') {
      const std::size_t escape = reader_.at();
      reader_.take();
      if (reader_.at_end()) return reader_.wrong(escape, "a character is missing after \\");
      if (const char32_t letter = reader_.peek(); is_class_letter(letter)) {
        reader_.take();
        CODEWEAVER_ASSIGN(auto named, read_class_escape(reader_, letter, flags_, escape));
        unite(out, named);
        return {};
      }
      reader_.go_to(escape);
    }
    CODEWEAVER_ASSIGN(const char32_t first, character());
    return add_range(first, begin, out);
  }

  /// Adds a character, or the range that begins with it.
  Result<void> add_range(char32_t first, std::size_t begin, CharClass& out) {
    char32_t last = first;
    skip_blanks();
    const auto rest = reader_.rest();
    if (rest.starts_with("-") && !rest.starts_with("--") && !rest.starts_with("-]")) {
      reader_.take();
      skip_blanks();
      if (reader_.at_end()) return reader_.wrong(begin, "the end of a range is missing");
      CODEWEAVER_ASSIGN(last, character());
      if (last < first) return reader_.wrong(begin, "a range ends before it begins");
    }
    out.ranges.emplace_back(first, last);
    literals_.insert(literals_.end(), {first, last});
    if (first == '\n' && last == '\n')
      return reader_.wrong(begin, "a pattern matches within one line and cannot match a line feed");
    return {};
  }

  Result<char32_t> character() {
    const std::size_t begin = reader_.at();
    const char32_t c = reader_.take();
    if (c != '\\') return c;
    if (reader_.at_end()) return reader_.wrong(begin, "a character is missing after \\");
    const char32_t letter = reader_.take();
    if (letter == 'x' || letter == 'u' || letter == 'U') return read_code(reader_, letter, begin);
    const char32_t plain = simple_escape(letter);
    if (plain == kNoCharacter)
      return reader_.wrong(begin, "this escape is not supported in brackets");
    return plain;
  }

  std::optional<CharClass> posix(std::size_t begin) {
    const auto rest = reader_.rest();  // from the colon
    const std::size_t end = rest.find(":]");
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    auto name = rest.substr(1, end - 1);
    const bool is_negated = name.starts_with("^");
    if (is_negated) name.remove_prefix(1);
    const auto found = posix_classes().find(name);
    if (found == posix_classes().end()) return std::nullopt;
    reader_.go_to(begin + 1 + end + 2);
    CharClass out{found->second, {}, false, false};
    if (is_negated) out.ranges = complement(sorted(out.ranges));
    return out;
  }

  void unite(CharClass& out, CharClass added) {
    if (added.is_negated) added = {resolve(added), {}, false, false};
    if (out.is_negated) out = {resolve(out), {}, false, false};
    out.ranges.insert(out.ranges.end(), added.ranges.begin(), added.ranges.end());
    for (auto& name : added.named)
      if (std::ranges::find(out.named, name) == out.named.end())
        out.named.push_back(std::move(name));
    if (out.ranges.size() < most_unsorted_) return;
    out.ranges = sorted(std::move(out.ranges));
    most_unsorted_ = std::max(most_unsorted_, 2 * out.ranges.size());
  }

  Reader& reader_;
  const Flags& flags_;
  std::u32string& literals_;
  std::size_t most_unsorted_ = 4096;  // ranges before adjacent ones are merged
};

}  // namespace

Result<CharClass> read_brackets(Reader& reader, const Flags& flags, std::u32string& literals) {
  const std::size_t begin = reader.at() - 1;
  CODEWEAVER_ASSIGN(auto out, BracketParser(reader, flags, literals).parse(begin, 0));
  out.folds_case = flags.folds_case;
  return out;
}

}  // namespace codeweaver::pattern
