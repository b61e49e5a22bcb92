// Reader: reads a pattern character by character; errors name the position.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "pattern/char_class.hpp"

namespace codeweaver::pattern {

/// Flags of a group.
struct Flags {
  bool folds_case = false, is_multi_line = true, dot_takes_all = false, is_swapped = false,
       is_unicode = true, is_verbose = false;
};

/// A parser's position in a pattern of valid UTF-8.
class Reader {
 public:
  /// Positions in errors count from byte `origin`.
  explicit Reader(std::string_view pattern, std::size_t origin = 0)
      : pattern_(pattern), origin_(origin) {}

  bool at_end() const noexcept { return at_ >= pattern_.size(); }
  std::size_t at() const noexcept { return at_; }
  void go_to(std::size_t at) noexcept { at_ = at; }
  char32_t peek() const noexcept { return at_end() ? kNoCharacter : decode(rest()).character; }
  char32_t take() noexcept {
    const auto next = decode(rest());
    at_ += next.bytes;
    return next.character;
  }
  bool take_if(std::string_view text) noexcept {
    if (!rest().starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  std::string_view rest() const noexcept { return pattern_.substr(at_); }

  /// An error at byte `at` of the pattern.
  Error wrong(std::size_t at, std::string_view what) const;
  Error unsupported(std::size_t at, std::string_view what) const;
  /// Like unsupported(), for syntax that Perl patterns have.
  Error only_in_perl(std::size_t at, std::string_view what) const;

 private:
  std::string_view given() const;

  std::string_view pattern_;
  std::size_t origin_, at_ = 0;
};

/// Reads the number of an escape such as \x41, \x{1F600} or \u0041, after its letter.
Result<char32_t> read_code(Reader& reader, char32_t letter, std::size_t begin);
/// Reads the class of an escape such as \d or \pL, after its letter. `letter` must be a class
/// letter.
Result<CharClass> read_class_escape(Reader& reader, char32_t letter, const Flags& flags,
                                    std::size_t begin);
/// Whether a letter after a backslash names a class.
bool is_class_letter(char32_t c) noexcept;
/// The character of an escape such as \n or \.; kNoCharacter: another kind of escape.
char32_t simple_escape(char32_t letter) noexcept;
/// Reads a class in brackets, after the opening bracket. `literals` receives the characters in it.
Result<CharClass> read_brackets(Reader& reader, const Flags& flags, std::u32string& literals);

}  // namespace codeweaver::pattern
