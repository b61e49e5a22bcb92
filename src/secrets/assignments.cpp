// Finds values that are assigned to a name such as password or api_key.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>

#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

constexpr std::size_t kMostName = 64, kMostValue = 512;

enum class Sought : std::uint8_t { kNothing, kPassword, kKey };

constexpr std::array<std::string_view, 11> kPasswordNames = {
    "password",   "passwd",   "passphrase", "pwd",        "passwort", "pass",
    "motdepasse", "kennwort", "wachtwoord", "contrasena", "senha"};
constexpr std::array<std::string_view, 16> kKeyNames = {
    "secret",     "token",      "apikey",        "accesskey",  "secretkey", "privatekey",
    "authkey",    "accountkey", "encryptionkey", "signingkey", "masterkey", "clientkey",
    "servicekey", "keybase",    "credential",    "credentials"};

constexpr bool is_quote(char c) noexcept {
  return c == '"' || c == '\'' || c == '`';
}

/// Returns the kind of secret that a name ends with: "DB_PASSWORD", "clientSecret".
Sought sought_by(std::string_view name) noexcept {
  std::array<char, kMostName> letters{};
  std::size_t size = 0;
  for (const char c : name)
    if (is_in(c, kAlnum)) letters[size++] = to_lower(c);
  const std::string_view folded(letters.data(), size);
  for (const auto end : kPasswordNames) {
    if (!folded.ends_with(end)) continue;
    // "bypass" and "compass" are not names of passwords.
    const bool is_whole = end != "pass" || folded == end || name.ends_with("_pass") ||
                          name.ends_with("-pass") || name.ends_with("Pass") ||
                          name.ends_with("_PASS");
    if (is_whole) return Sought::kPassword;
  }
  for (const auto end : kKeyNames)
    if (folded.ends_with(end)) return Sought::kKey;
  return Sought::kNothing;
}

/// Reads a text from a position; returns '\0' after its end.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) noexcept : text_(text), at_(at) {}

  std::size_t at() const noexcept { return at_; }
  char now(std::size_t ahead = 0) const noexcept {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) noexcept {
    if (now() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) noexcept {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_blanks() noexcept {
    while (now() == ' ' || now() == '\t') ++at_;
  }
  /// Skips a type between a name and its value: ": &'static str = ".
  void skip_type() noexcept {
    constexpr std::size_t kMostType = 40;
    std::size_t length = 0;
    while (length < kMostType &&
           (is_in(now(length), kAlnum | kUnderscore | kDot) ||
            std::string_view("&<>[]?|:* ").find(now(length)) != std::string_view::npos))
      ++length;
    const bool is_type = length > 0 && now(length) == '=' && now(length + 1) != '=';
    if (is_type) at_ += length;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

struct Value {
  std::size_t begin = 0, end = 0;
  bool is_quoted = false;
};

/// Returns the value up to the first character of `ends`; nullopt: the line ends first.
std::optional<Value> value_until(std::string_view text, std::size_t begin, std::string_view ends) {
  const auto rest = text.substr(begin, kMostValue + 1);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (ends.find(rest[i]) != std::string_view::npos) return Value{begin, begin + i, true};
    if (rest[i] == '\n') return {};
    if (rest[i] == '\\') ++i;
  }
  return {};
}

std::optional<Value> bare_value(std::string_view text, std::size_t begin) {
  const auto rest = text.substr(begin, kMostValue + 1);
  const auto length = std::min(rest.find_first_of(" \t\r\n\"'`<>;,&)}]\\"), rest.size());
  if (length == 0 || length > kMostValue) return {};
  return Value{begin, begin + length, false};
}

/// Returns the value after a name that ends at `at`. `before` is the character before the name.
std::optional<Value> value_after(std::string_view text, std::size_t at, char before, bool is_flag) {
  Cursor cursor(text, at);
  if (before == '<' && cursor.now() == '>') return value_until(text, at + 1, "<");
  cursor.take('\\');  // JSON in a string
  const bool is_quoted_name = is_quote(cursor.now()) && cursor.take(cursor.now());
  cursor.take(']');  // config["password"] = ...
  const bool has_blank = cursor.now() == ' ';
  bool is_compared = false;  // an unquoted word after a comparison is a name
  cursor.skip_blanks();
  if (is_quoted_name && (cursor.take("value=") || cursor.take("Value="))) {
    // <add key="password" value="..."/>
  } else if (cursor.take('=')) {
    is_compared = cursor.now() == '=' || cursor.now() == '~';
    while (cursor.take('=') || cursor.take('>') || cursor.take('~')) {
    }
  } else if (cursor.take(':')) {
    if (cursor.now() == ':') return {};  // a scope
    cursor.take('=');
    cursor.skip_type();
    cursor.take('=');
  } else if (is_quoted_name && cursor.take(',')) {
    // set("password", ...)
  } else if (!(is_flag && has_blank)) {
    return {};
  }
  cursor.skip_blanks();
  // Up to two letters or at signs before a string, as in b"...".
  for (std::size_t letters = 0; letters < 3; ++letters) {
    if (!is_quote(cursor.now(letters))) continue;
    const bool is_prefix =
        letters == 0 ||
        text.substr(cursor.at(), letters).find_first_not_of("bBrRuUfFL@") == std::string_view::npos;
    if (!is_prefix) break;
    const char quote = cursor.now(letters);
    return value_until(text, cursor.at() + letters + 1, std::string_view(&quote, 1));
  }
  if (cursor.now() == '\\' && is_quote(cursor.now(1))) {
    const auto begin = cursor.at() + 2;
    const auto end = text.substr(begin, kMostValue).find('\\');
    if (end == std::string_view::npos) return {};
    return Value{begin, begin + end, true};
  }
  return is_compared ? std::nullopt : bare_value(text, cursor.at());
}

/// Matches an assignment. The anchor is anywhere in the name.
std::optional<Finding> match_assignment(std::string_view text, std::size_t at, Form form) {
  constexpr Charset kName = kWord | kHyphen;
  std::size_t begin = at, end = at;
  while (begin > 0 && at - begin < kMostName / 2 && is_in(text[begin - 1], kName)) --begin;
  while (end < text.size() && end - at < kMostName / 2 && is_in(text[end], kName)) ++end;
  const bool is_flag = text.substr(begin).starts_with("--");
  const auto sought = sought_by(text.substr(begin, end - begin));
  if (sought == Sought::kNothing) return {};
  const char before = begin > 0 ? text[begin - 1] : '\0';
  const auto value = value_after(text, end, before, is_flag);
  if (!value) return {};
  const auto content = text.substr(value->begin, value->end - value->begin);
  if (content.find("://") != std::string_view::npos ||
      content.find_first_of(" \t") != std::string_view::npos)
    return {};
  // In code, an unquoted word is a name or a call, unless it is part of a list of pairs.
  const bool is_pair = before == ';' || before == '?' || before == '&' || is_flag;
  const bool is_bare_in_code = !value->is_quoted && form == Form::kCode && !is_pair;
  constexpr std::size_t kLongWord = 24;
  if (is_bare_in_code &&
      (content.size() < kLongWord || content.find_first_of("(.[:") != std::string_view::npos))
    return {};
  const bool is_password = sought == Sought::kPassword && !is_bare_in_code;
  if (!(is_password ? is_password_value(content) : is_key_value(content))) return {};
  return Finding{value->begin, value->end,
                 sought == Sought::kPassword ? "password_assignment" : "key_assignment"};
}

constexpr std::array kAssignmentPatterns = {
    Pattern{"pass", match_assignment}, Pattern{"pwd=", match_assignment},
    Pattern{"pwd:", match_assignment}, Pattern{"pwd\"", match_assignment},
    Pattern{"pwd'", match_assignment}, Pattern{"pwd ", match_assignment},
    Pattern{"pwd>", match_assignment}, Pattern{"secr", match_assignment},
    Pattern{"toke", match_assignment}, Pattern{"pike", match_assignment},
    Pattern{"pi_k", match_assignment}, Pattern{"pi-k", match_assignment},
    Pattern{"ss_k", match_assignment}, Pattern{"ss-k", match_assignment},
    Pattern{"sske", match_assignment}, Pattern{"te_k", match_assignment},
    Pattern{"te-k", match_assignment}, Pattern{"teke", match_assignment},
    Pattern{"th_k", match_assignment}, Pattern{"nt_k", match_assignment},
    Pattern{"ntke", match_assignment}, Pattern{"on_k", match_assignment},
    Pattern{"onke", match_assignment}, Pattern{"ng_k", match_assignment},
    Pattern{"ngke", match_assignment}, Pattern{"er_k", match_assignment},
    Pattern{"cred", match_assignment}, Pattern{"nnwo", match_assignment},
    Pattern{"htwo", match_assignment}, Pattern{"asen", match_assignment},
    Pattern{"senh", match_assignment},
};

}  // namespace

std::span<const Pattern> assignment_patterns() {
  return kAssignmentPatterns;
}

}  // namespace codeweaver::secrets
