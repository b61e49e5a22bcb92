// Decides by character counts and placeholder words whether a value may be a secret.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "secrets/plausibility.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "secrets/characters.hpp"

namespace codeweaver::secrets {
namespace {

constexpr std::array<std::string_view, 48> kPlaceholders = {
    "example",    "sample",   "placeholder", "changeme",  "change_me",  "change-me",  "changeit",
    "your_",      "your-",    "yourtoken",   "yourkey",   "yoursecret", "yourpass",   "xxxx",
    "dummy",      "fake",     "redacted",    "replace",   "insert",     "notreal",    "not-real",
    "not_real",   "todo",     "fixme",       "foobar",    "foo_bar",    "0000000",    "1234567890",
    "abcdefgh",   "deadbeef", "....",        "****",      "____",       "----",       "secret_here",
    "token_here", "key_here", "_here",       "mysecret",  "my-secret",  "my_secret",  "undefined",
    "env(",       "vault:",   "lookup(",     "localhost", "getenv",     "process.env"};

/// Markers of values that a shell, a template or a formatter fills in.
constexpr std::array<std::string_view, 13> kHoles = {"${", "{{", "$(", "%(", "%s", "%d", "%v",
                                                     "%{", "#{", "<%", "<<", "@{", "}}"};

/// Common passwords in tests and manuals; only whole values match.
constexpr std::array<std::string_view, 20> kWellKnown = {
    "password1", "password12", "password123", "password!", "passw0rd", "p@ssw0rd",  "p@ssword",
    "pass123",   "pass1234",   "test123",     "test1234",  "secret1",  "secret123", "abc123",
    "123456",    "12345678",   "qwerty123",   "admin123",  "user123",  "foo123"};

bool contains_ignoring_case(std::string_view text, std::string_view lower) noexcept {
  return std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                     [](char a, char b) { return to_lower(a) == b; }) != text.end();
}

struct Counts {
  std::size_t digits = 0, letters = 0, lower = 0, upper = 0, signs = 0, different = 0;
  std::size_t changes = 0;  ///< between letter and digit
  std::size_t case_changes = 0;
  std::size_t in_words = 0;  ///< letters in runs of four or more of one case
};

Counts count(std::string_view text) noexcept {
  constexpr std::size_t kWordLetters = 4;
  Counts counts;
  std::array<bool, 256> seen{};
  Charset before = 0;
  std::size_t run = 0;
  for (const char c : text) {
    auto& is_seen = seen[static_cast<unsigned char>(c)];
    counts.different += is_seen ? 0U : 1U;
    is_seen = true;
    const Charset now = is_in(c, kDigit)   ? kDigit
                        : is_in(c, kLower) ? kLower
                        : is_in(c, kUpper) ? kUpper
                                           : Charset{0};
    counts.digits += now == kDigit ? 1U : 0U;
    counts.lower += now == kLower ? 1U : 0U;
    counts.upper += now == kUpper ? 1U : 0U;
    counts.signs += now == 0 ? 1U : 0U;
    if (before != 0 && now != 0 && before != now)
      ++(before == kDigit || now == kDigit ? counts.changes : counts.case_changes);
    run = now == before ? run + 1 : 1;
    if ((now == kLower || now == kUpper) && run >= kWordLetters)
      counts.in_words += run == kWordLetters ? kWordLetters : 1;
    before = now;
  }
  counts.letters = counts.lower + counts.upper;
  return counts;
}

/// Whether a value consists mostly of words with few digits.
bool is_made_of_words(const Counts& counts, std::size_t size) noexcept {
  return counts.in_words * 2 > size && counts.digits * 7 < size;
}

}  // namespace

double entropy(std::string_view text) noexcept {
  std::array<std::size_t, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  const auto size = static_cast<double>(text.size());
  for (const auto n : counts)
    if (n > 0) bits -= static_cast<double>(n) / size * std::log2(static_cast<double>(n) / size);
  return bits;
}

bool is_placeholder(std::string_view value) noexcept {
  if (value.empty() || value.front() == '<' || value.front() == '[' || value.front() == '{')
    return true;
  const bool is_variable =
      value.front() == '$' && value.size() > 1 && is_in(value[1], kLetter | kUnderscore);
  if (is_variable) return true;
  for (const auto hole : kHoles)
    if (value.find(hole) != std::string_view::npos) return true;
  return std::ranges::any_of(kPlaceholders,
                             [&](auto word) { return contains_ignoring_case(value, word); });
}

bool is_random(std::string_view body) noexcept {
  const auto counts = count(body);
  constexpr std::size_t kFewest = 6;
  if (counts.different < std::max(kFewest, std::min<std::size_t>(body.size() / 4, 9))) return false;
  if (is_placeholder(body)) return false;
  if (counts.lower == 0) return true;  // words are not written in capitals and digits only
  const bool is_mixed = counts.digits > 0 || counts.upper > 0;
  return is_mixed && !is_made_of_words(counts, body.size());
}

bool is_well_known(std::string_view value) noexcept {
  return std::ranges::any_of(kWellKnown, [&](auto known) {
    return known.size() == value.size() && contains_ignoring_case(value, known);
  });
}

bool is_key_value(std::string_view value) noexcept {
  constexpr std::size_t kShortest = 16, kLong = 24;
  constexpr double kLeastBits = 3.0;
  if (value.size() < kShortest || is_placeholder(value)) return false;
  const auto counts = count(value);
  const bool is_mixed = counts.digits >= 2 && counts.letters >= 2 && counts.changes >= 3;
  // A random value may have few digits; then about half of its letters are capitals.
  const bool is_alternating = value.size() >= kLong && counts.case_changes * 3 >= value.size() &&
                              counts.upper * 3 >= counts.letters &&
                              counts.lower * 3 >= counts.letters &&
                              counts.in_words * 4 < value.size();
  if (!is_mixed && !is_alternating) return false;
  if (counts.signs * 4 > value.size() || is_made_of_words(counts, value.size())) return false;
  return entropy(value) >= kLeastBits;
}

bool is_password_value(std::string_view value) noexcept {
  constexpr std::size_t kShortest = 6;
  if (value.size() < kShortest || is_placeholder(value) || is_well_known(value)) return false;
  const auto counts = count(value);
  if (counts.letters < 2 || counts.different < 4) return false;
  const auto has_any = [&](std::string_view signs) {
    return value.find_first_of(signs) != std::string_view::npos;
  };
  if (has_any("()[]{}<>;,|\\`")) return is_key_value(value);
  const bool has_sign = has_any("!@#$%^&*+~?");
  // "app.password.v2" is a name, "./certs/db2" a path.
  if (!has_sign && has_any("./") && counts.digits * 5 < value.size()) return false;
  return counts.digits > 0 || (has_sign && value.size() > kShortest);
}

}  // namespace codeweaver::secrets
