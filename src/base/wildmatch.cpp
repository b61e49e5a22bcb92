// Glob matching with the rules of gitignore(5): one pass with two positions to resume from.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/wildmatch.hpp"

#include <array>
#include <cstddef>

namespace codeweaver::base {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

constexpr bool is_upper(unsigned char c) noexcept {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(unsigned char c) noexcept {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_digit(unsigned char c) noexcept {
  return c >= '0' && c <= '9';
}
constexpr bool is_alpha(unsigned char c) noexcept {
  return is_upper(c) || is_lower(c);
}
constexpr unsigned char to_lower(unsigned char c) noexcept {
  return is_upper(c) ? static_cast<unsigned char>(c + 32) : c;
}
constexpr bool is_punct(unsigned char c) noexcept {
  return c > ' ' && c < 127 && !is_alpha(c) && !is_digit(c);
}

struct NamedClass {
  std::string_view name;
  bool (*contains)(unsigned char c) noexcept;
};
constexpr std::array<NamedClass, 12> kNamedClasses = {{
    {"alnum", [](unsigned char c) noexcept { return is_alpha(c) || is_digit(c); }},
    {"alpha", [](unsigned char c) noexcept { return is_alpha(c); }},
    {"blank", [](unsigned char c) noexcept { return c == ' ' || c == '\t'; }},
    {"cntrl", [](unsigned char c) noexcept { return c < 32 || c == 127; }},
    {"digit", [](unsigned char c) noexcept { return is_digit(c); }},
    {"graph", [](unsigned char c) noexcept { return c > ' ' && c < 127; }},
    {"lower", [](unsigned char c) noexcept { return is_lower(c); }},
    {"print", [](unsigned char c) noexcept { return c >= ' ' && c < 127; }},
    {"punct", [](unsigned char c) noexcept { return is_punct(c); }},
    {"space",  // git's own list, without vertical tab and form feed
     [](unsigned char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }},
    {"upper", [](unsigned char c) noexcept { return is_upper(c); }},
    {"xdigit",
     [](unsigned char c) noexcept {
       return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
     }},
}};

/// Parses one bracket expression and tests one character against it.
class Bracket {
 public:
  /// `at` is the position after '['. If `fold_case`, `c` is already in lower case.
  Bracket(std::string_view pattern, std::size_t at, unsigned char c, bool fold_case) noexcept
      : pattern_(pattern), at_(at), c_(c), fold_case_(fold_case) {}

  /// Position after the closing ']' if the character matches, else kNone.
  std::size_t match() noexcept {
    const bool is_negated = peek() == '!' || peek() == '^';
    if (is_negated) ++at_;
    bool first = true;
    while (first || peek() != ']') {  // a ']' in first position is an ordinary member
      first = false;
      if (at_ >= pattern_.size() || !read_member()) return kNone;
    }
    if (at_ >= pattern_.size()) return kNone;
    return is_matched_ != is_negated && c_ != '/' ? at_ + 1 : kNone;
  }

 private:
  unsigned char peek(std::size_t ahead = 0) const noexcept {
    return at_ + ahead < pattern_.size() ? static_cast<unsigned char>(pattern_[at_ + ahead]) : 0;
  }

  bool read_member() noexcept {  // false: malformed
    const unsigned char c = peek();
    if (c == '-' && previous_ != 0 && peek(1) != 0 && peek(1) != ']') return read_range();
    if (c == '[' && peek(1) == ':') {
      const std::size_t close = pattern_.find(']', at_ + 2);
      if (close == kNone) return false;
      if (close > at_ + 2 && pattern_[close - 1] == ':') return read_named(close);
    }
    if (c == '\\') {
      ++at_;
      if (at_ >= pattern_.size()) return false;
    }
    previous_ = peek();
    is_matched_ |= c_ == previous_;
    ++at_;
    return true;
  }

  bool read_range() noexcept {
    ++at_;
    if (peek() == '\\' && ++at_ >= pattern_.size()) return false;
    const unsigned char last = peek();
    is_matched_ |= c_ >= previous_ && c_ <= last;
    if (fold_case_ && is_lower(c_)) {
      const auto upper = static_cast<unsigned char>(c_ - 32);
      is_matched_ |= upper >= previous_ && upper <= last;
    }
    previous_ = 0;
    ++at_;
    return true;
  }

  bool read_named(std::size_t close) noexcept {
    const auto name = pattern_.substr(at_ + 2, close - at_ - 3);
    for (const auto& known : kNamedClasses) {
      if (known.name != name) continue;
      is_matched_ |= known.contains(c_);
      if (fold_case_ && name == "upper") is_matched_ |= is_lower(c_);
      previous_ = 0;
      at_ = close + 1;
      return true;
    }
    return false;
  }

  std::string_view pattern_;
  std::size_t at_;
  unsigned char c_;
  bool fold_case_;
  bool is_matched_ = false;
  unsigned char previous_ = 0;  // possible start of a range; 0: none
};

/// Both stars first match as little as possible. `*` never matches '/', so only the last `*` and
/// the last `**` must be resumed.
class Matcher {
 public:
  Matcher(std::string_view pattern, std::string_view text, bool fold_case) noexcept
      : pattern_(pattern), text_(text), fold_case_(fold_case) {}

  bool match() noexcept {
    while (true) {
      if (p_ == pattern_.size()) {
        if (t_ == text_.size()) return true;
      } else if (pattern_[p_] == '*') {
        if (take_stars()) return true;
        continue;
      } else if (t_ < text_.size() && take_one()) {
        continue;
      }
      if (!resume()) return false;
    }
  }

 private:
  struct Point {
    std::size_t p = kNone;
    std::size_t t = 0;
  };

  bool starts_with_slash(std::size_t p) const noexcept {
    return pattern_.substr(p).starts_with('/') || pattern_.substr(p).starts_with("\\/");
  }

  /// True: the pattern matches any rest of the text.
  bool take_stars() noexcept {
    const std::size_t begin = p_;
    while (p_ < pattern_.size() && pattern_[p_] == '*') ++p_;
    const bool at_start = begin == 0 || pattern_[begin - 1] == '/';
    const bool crosses_slashes =
        p_ - begin > 1 && at_start && (p_ == pattern_.size() || starts_with_slash(p_));
    if (!crosses_slashes) {
      star_ = {p_, t_};
      return false;
    }
    if (p_ == pattern_.size()) return true;
    star_ = {};
    star_star_ = {p_, t_};
    if (pattern_[p_] == '/') ++p_;  // `**/` may match no directory at all
    return false;
  }

  bool take_one() noexcept {
    unsigned char wanted = static_cast<unsigned char>(pattern_[p_]);
    unsigned char given = static_cast<unsigned char>(text_[t_]);
    if (fold_case_) given = to_lower(given);
    std::size_t next = p_ + 1;
    if (wanted == '?') {
      if (given == '/') return false;
    } else if (wanted == '[') {
      next = Bracket(pattern_, next, given, fold_case_).match();
      if (next == kNone) return false;
    } else {
      if (wanted == '\\') {
        if (next == pattern_.size()) return false;
        wanted = static_cast<unsigned char>(pattern_[next++]);
      } else if (fold_case_) {
        wanted = to_lower(wanted);
      }
      if (wanted != given) return false;
    }
    p_ = next;
    ++t_;
    return true;
  }

  bool resume() noexcept {
    if (star_.p != kNone && star_.t < text_.size() && text_[star_.t] != '/') {
      p_ = star_.p;
      t_ = ++star_.t;
      return true;
    }
    star_ = {};
    if (star_star_.p == kNone || star_star_.t > text_.size()) return false;
    p_ = star_star_.p;
    t_ = star_star_.t++;
    return true;
  }

  std::string_view pattern_;
  std::string_view text_;
  bool fold_case_;
  std::size_t p_ = 0;
  std::size_t t_ = 0;
  Point star_;
  Point star_star_;
};

}  // namespace

bool wildmatch(std::string_view pattern, std::string_view text, bool fold_case) noexcept {
  return Matcher(pattern, text, fold_case).match();
}

}  // namespace codeweaver::base
