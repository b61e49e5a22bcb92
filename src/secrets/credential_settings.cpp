// Decides whether a settings file of a program contains credentials.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "secrets/characters.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::secrets {
namespace {

constexpr std::array<std::string_view, 6> kLoginSettings = {".npmrc", ".pypirc", ".my.cnf",
                                                            ".s3cfg", ".boto",   ".envrc"};
/// Last words of keys with credentials as values.
constexpr std::array<std::string_view, 15> kCredentialWords = {
    "auth", "authtoken",  "token",       "password", "passwd",     "pass", "pwd", "passphrase",
    "key",  "credential", "credentials", "secret",   "secretword", "pat",  "psk"};
constexpr std::array<std::string_view, 8> kPlainValues = {"true", "false", "null", "none",
                                                          "yes",  "no",    "on",   "off"};

std::string_view trimmed_setting(std::string_view text) {
  constexpr std::string_view kBlanksAndQuotes = " \t\r\"'";
  const auto begin = text.find_first_not_of(kBlanksAndQuotes);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanksAndQuotes) + 1 - begin);
}

std::string lower_setting(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), to_lower);
  return out;
}

/// Returns the last word of a key: "authtoken" for "//registry.example.org/:_authToken".
std::string last_word(std::string_view key) {
  std::size_t begin = key.size();
  while (begin > 0 && is_in(key[begin - 1], kAlnum)) --begin;
  return lower_setting(key.substr(begin));
}

/// Whether a value is in the file itself, and not a reference ("${TOKEN}", "$(pass show x)").
bool is_literal(std::string_view value) {
  const auto word = lower_setting(value);
  return !word.empty() && value.front() != '$' && value.front() != '`' && value.front() != '%' &&
         std::ranges::find(kPlainValues, word) == kPlainValues.end();
}

/// Whether a value is like "https://user:password@host".
bool has_user_in_address(std::string_view value) {
  const auto scheme = value.find("://");
  if (scheme == std::string_view::npos) return false;
  const auto host = value.substr(scheme + 3);
  const auto at = host.substr(0, host.find('/')).find('@');
  return at != std::string_view::npos && host.substr(0, at).find(':') != std::string_view::npos;
}

bool is_credential_line(std::string_view line) {
  line = trimmed_setting(line);
  if (line.empty() || line.front() == '#' || line.front() == ';') return false;
  const auto sign = std::min(line.find('='), line.find(": "));
  if (sign == std::string_view::npos) return false;
  const auto key = trimmed_setting(line.substr(0, sign));
  const auto value = trimmed_setting(line.substr(sign + 1));
  if (!is_literal(value)) return false;
  return has_user_in_address(value) ||
         std::ranges::find(kCredentialWords, last_word(key)) != kCredentialWords.end();
}

}  // namespace

bool may_hold_credentials(std::string_view path) {
  const auto name = lower_setting(path.substr(path.rfind('/') + 1));
  return std::ranges::find(kLoginSettings, name) != kLoginSettings.end();
}

bool holds_credentials(std::string_view path, std::string_view text) {
  if (!may_hold_credentials(path)) return false;
  if (!find_secrets(text, Form::kConfiguration).empty()) return true;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (is_credential_line(text.substr(0, end))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace codeweaver::secrets
