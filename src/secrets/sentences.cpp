// Finds passwords in sentences of several languages: "the password for staging is ...".
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

using Found = std::optional<Finding>;

/// A word for "password" in lower case, and the verbs that may come before the value. A word
/// without verbs needs one of kLinks.
struct PasswordWord {
  std::string_view word;
  std::array<std::string_view, 3> verbs{};
};
constexpr std::array kPasswordWords = {
    PasswordWord{"password", {"is", "was", "\xC3\xA8"}},  // English, Italian
    PasswordWord{"passphrase", {"is", "was", ""}},
    PasswordWord{"passcode", {"is", "was", ""}},
    PasswordWord{"passwd", {"is", "was", ""}},
    PasswordWord{"passwort", {"ist", "lautet", "war"}},  // German
    PasswordWord{"kennwort", {"ist", "lautet", "war"}},
    PasswordWord{"passe", {"est", "", ""}},  // French: mot de passe
    PasswordWord{"motdepasse", {"est", "", ""}},
    PasswordWord{"mot_de_passe", {"est", "", ""}},
    PasswordWord{"contrase\xC3\xB1"
                 "a",
                 {"es", "", ""}},  // Spanish
    PasswordWord{"contrasena", {"es", "", ""}},
    PasswordWord{"senha", {"\xC3\xA9", "e", ""}},      // Portuguese
    PasswordWord{"wachtwoord", {"is", "", ""}},        // Dutch
    PasswordWord{"has\xC5\x82o", {"to", "jest", ""}},  // Polish
    PasswordWord{"haslo", {"to", "jest", ""}},
    PasswordWord{"heslo", {"je", "", ""}},                     // Czech, Slovak
    PasswordWord{"l\xC3\xB6senordet", {"\xC3\xA4r", "", ""}},  // Swedish
    PasswordWord{"l\xC3\xB6senord", {"\xC3\xA4r", "", ""}},
    PasswordWord{"passordet", {"er", "", ""}},                             // Norwegian
    PasswordWord{"adgangskoden", {"er", "", ""}},                          // Danish
    PasswordWord{"salasana", {"on", "", ""}},                              // Finnish
    PasswordWord{"parola", {"este", "", ""}},                              // Romanian, Turkish
    PasswordWord{"\xD0\xBF\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB\xD1\x8C", {}},  // Russian, Ukrainian
    PasswordWord{"\xD0\x9F\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB\xD1\x8C", {}},
    PasswordWord{"\xE5\xAF\x86\xE7\xA0\x81", {}},  // Chinese
    PasswordWord{"\xE5\xAF\x86\xE7\xA2\xBC", {}},
    PasswordWord{"\xE3\x83\x91\xE3\x82\xB9\xE3\x83\xAF\xE3\x83\xBC\xE3\x83\x89", {}},  // Japanese
    PasswordWord{"\xEB\xB9\x84\xEB\xB0\x80\xEB\xB2\x88\xED\x98\xB8", {}},              // Korean
};
/// Particles and signs between the word and the value.
constexpr std::array<std::string_view, 13> kLinks = {":",
                                                     "=",
                                                     "\xEF\xBC\x9A",
                                                     "\xE6\x98\xAF",
                                                     "\xE4\xB8\xBA",
                                                     "\xE7\x82\xBA",
                                                     "\xE3\x81\xAF",
                                                     "\xEB\x8A\x94",
                                                     "\xEC\x9D\x80",
                                                     " -",
                                                     " :",
                                                     " \xE2\x80\x93",
                                                     " \xE2\x80\x94"};
/// Beginnings of technical names with digits that are common in sentences about passwords.
constexpr std::array<std::string_view, 14> kTechnicalWords = {
    "sha", "md5", "base", "bcrypt", "argon", "pbkdf", "scrypt",
    "utf", "aes", "rsa",  "x509",   "oauth", "http",  "rfc"};

bool begins_with(std::string_view text, std::size_t at, std::string_view lower) {
  if (text.size() - std::min(at, text.size()) < lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == to_lower(b); });
}

/// Returns the end of the link or verb after a word that ends at `at`; 0: there is none. Other
/// words may come before a verb, up to 48 bytes: "for the staging server".
std::size_t end_of_link(std::string_view text, std::size_t at, const PasswordWord& word) {
  constexpr std::size_t kMostBetween = 48;
  for (const auto link : kLinks)
    if (text.substr(at, link.size()) == link) return at + link.size();
  const auto rest = text.substr(at, kMostBetween);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (std::string_view("\n\r:;=(){}[]<>,.!?\"`").find(rest[i]) != std::string_view::npos)
      return 0;
    if (rest[i] != ' ') continue;
    for (const auto verb : word.verbs) {
      const auto end = at + i + 1 + verb.size();
      if (!verb.empty() && begins_with(text, at + i + 1, verb) && end < text.size() &&
          (text[end] == ' ' || text[end] == ':'))
        return end + 1;
    }
  }
  return 0;
}

/// Whether a word of a sentence is a password. Without quotes, it needs three kinds of characters,
/// or two kinds with digits and must not be a technical name.
bool is_told_password(std::string_view value, bool is_quoted) {
  if (!is_password_value(value) || value.find_first_of("/\\") != std::string_view::npos)
    return false;
  if (is_quoted) return true;
  const auto has = [&](Charset set) {
    return std::ranges::any_of(value, [set](char c) { return is_in(c, set); });
  };
  const bool has_sign = value.find_first_of("!@#$%^&*+~?") != std::string_view::npos;
  const int kinds = int{has(kLower)} + int{has(kUpper)} + int{has(kDigit)} + int{has_sign};
  if (kinds >= 3) return true;
  if (kinds < 2 || !has(kDigit) || has(kHyphen | kDot)) return false;
  return std::ranges::none_of(kTechnicalWords,
                              [&](auto word) { return begins_with(value, 0, word); });
}

Found match_sentence(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kMostTold = 128;
  const auto word = std::ranges::find_if(
      kPasswordWords, [&](const PasswordWord& one) { return begins_with(text, at, one.word); });
  if (word == kPasswordWords.end() || (at > 0 && is_in(text[at - 1], kWord))) return {};
  auto value = end_of_link(text, at + word->word.size(), *word);
  if (value == 0) return {};
  while (value < text.size() && text[value] == ' ') ++value;
  const bool is_quoted =
      value < text.size() && std::string_view("\"'`").find(text[value]) != std::string_view::npos;
  const char quote = is_quoted ? text[value++] : ' ';
  auto told = text.substr(value, kMostTold);
  told =
      told.substr(0, told.find_first_of(is_quoted ? std::string_view(&quote, 1) : " \t\r\n\"'`"));
  if (!is_quoted)
    while (!told.empty() && std::string_view(".,;:)").find(told.back()) != std::string_view::npos)
      told.remove_suffix(1);
  if (told.find_first_of(" \n") != std::string_view::npos || !is_told_password(told, is_quoted))
    return {};
  return Finding{value, value + told.size(), "told_password"};
}

constexpr std::array kSentencePatterns = {
    Pattern{"pass", match_sentence},
    Pattern{"motd", match_sentence},
    Pattern{"mot_", match_sentence},
    Pattern{"kenn", match_sentence},
    Pattern{"cont", match_sentence},
    Pattern{"senh", match_sentence},
    Pattern{"wach", match_sentence},
    Pattern{"hasl", match_sentence},
    Pattern{"has\xC5", match_sentence},
    Pattern{"hesl", match_sentence},
    Pattern{"l\xC3\xB6s", match_sentence},
    Pattern{"adga", match_sentence},
    Pattern{"sala", match_sentence},
    Pattern{"paro", match_sentence},
    Pattern{"\xD0\xBF\xD0\xB0", match_sentence},
    Pattern{"\xD0\x9F\xD0\xB0", match_sentence},
    Pattern{"\xE5\xAF\x86\xE7", match_sentence},
    Pattern{"\xE3\x83\x91\xE3", match_sentence},
    Pattern{"\xEB\xB9\x84\xEB", match_sentence},
};

}  // namespace

std::span<const Pattern> sentence_patterns() {
  return kSentencePatterns;
}

}  // namespace codeweaver::secrets
