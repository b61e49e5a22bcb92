// Finds where and why a text is not JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/fault.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace codeweaver::json {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Recursive descent over the grammar of RFC 8259. Each step returns false once a fault is found.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t max_depth) : text_(text), max_depth_(max_depth) {}

  std::optional<Fault> scan() {
    if (!value(0)) return fault_;
    skip_space();
    if (at_ < text_.size()) fail("expected the end of the text");
    return fault_;
  }

 private:
  bool fail(const std::string& what) {
    fault_ = Fault{at_, at_ < text_.size() ? what : what + ", found the end"};
    return false;
  }
  /// The next byte; 0 at the end. No step accepts a NUL in the text.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool value(std::size_t depth) {
    skip_space();
    const char c = peek();
    if (c == '{' || c == '[') {
      if (depth == max_depth_) return fail("nested too deeply");
      return c == '{' ? object(depth + 1) : array(depth + 1);
    }
    if (c == '"') return string();
    if (c == '-' || is_digit(c)) return number();
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    return fail("expected a value");
  }

  bool object(std::size_t depth) {
    ++at_;
    skip_space();
    if (take('}')) return true;
    while (true) {
      skip_space();
      if (peek() != '"') return fail("expected a member name in double quotes");
      if (!string()) return false;
      skip_space();
      if (!take(':')) return fail("expected ':'");
      if (!value(depth)) return false;
      skip_space();
      if (take('}')) return true;
      if (!take(',')) return fail("expected ',' or '}'");
    }
  }

  bool array(std::size_t depth) {
    ++at_;
    skip_space();
    if (take(']')) return true;
    while (true) {
      if (!value(depth)) return false;
      skip_space();
      if (take(']')) return true;
      if (!take(',')) return fail("expected ',' or ']'");
    }
  }

  bool string() {
    ++at_;
    while (at_ < text_.size()) {
      if (take('"')) return true;
      if (peek() == '\\') {
        if (!escape()) return false;
        continue;
      }
      if (static_cast<unsigned char>(peek()) < 0x20)
        return fail("a control character in a string must be escaped");
      const auto step = base::utf8_step(text_.substr(at_));
      if (!step.is_valid) return fail("not UTF-8");
      at_ += step.length;
    }
    return fail("expected '\"'");
  }

  bool escape() {
    ++at_;
    if (take('u')) {
      const auto unit = hex_unit();
      if (!unit) return false;
      if (*unit < 0xD800 || *unit > 0xDFFF) return true;
      if (*unit > 0xDBFF || !take('\\') || !take('u')) return fail("unpaired surrogate");
      const auto second = hex_unit();
      if (!second) return false;
      return (*second >= 0xDC00 && *second <= 0xDFFF) || fail("unpaired surrogate");
    }
    if (peek() == '\0' || std::string_view("\"\\/bfnrt").find(peek()) == std::string_view::npos)
      return fail("unknown escape");
    ++at_;
    return true;
  }

  std::optional<unsigned> hex_unit() {
    unsigned unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      if (!is_hex(c)) {
        fail("expected four hexadecimal digits");
        return std::nullopt;
      }
      unit = unit * 16 + static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
  }

  bool number() {
    take('-');
    if (take('0')) {
      if (is_digit(peek())) return fail("a number must not begin with 0");
    } else if (!digits()) {
      return false;
    }
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      return digits();
    }
    return true;
  }
  bool digits() {
    if (!is_digit(peek())) return fail("expected a digit");
    while (is_digit(peek())) ++at_;
    return true;
  }

  const std::string_view text_;
  const std::size_t max_depth_;
  std::size_t at_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> find_fault(std::string_view text, std::size_t max_depth) {
  return Scanner(text, max_depth).scan();
}

}  // namespace codeweaver::json
