// Finds tokens with a structure, passwords in addresses, and headers of requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

using Found = std::optional<Finding>;

constexpr std::size_t kLongest = 8192;  // of a token

/// Returns the begin of the run of `set` that ends before `at`, at most `most` characters back.
std::size_t run_begin(std::string_view text, std::size_t at, Charset set, std::size_t most) {
  std::size_t begin = at;
  while (begin > 0 && at - begin < most && is_in(text[begin - 1], set)) --begin;
  return begin;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() && std::equal(text.begin(), text.end(), lower.begin(),
                                                   [](char a, char b) { return to_lower(a) == b; });
}

/// Matches three parts in base64url; the first two are JSON objects.
Found match_jwt(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kFewest = 10;
  // Parts of the example in most manuals.
  constexpr std::array<std::string_view, 2> kKnown = {
      "eyJzdWIiOiIxMjM0NTY3ODkwIi", "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"};
  if (text.substr(at, 3) != "eyJ" || (at > 0 && is_in(text[at - 1], kWord))) return {};
  const auto header = run_length(text, at, kUrlSafe, kLongest);
  const std::size_t payload = at + header + 1;
  if (header < kFewest || payload >= text.size() || text[payload - 1] != '.' ||
      text.substr(payload, 3) != "eyJ")
    return {};
  const auto body = run_length(text, payload, kUrlSafe, kLongest);
  const std::size_t signature = payload + body + 1;
  if (body < kFewest || signature > text.size() || text[signature - 1] != '.') return {};
  const auto last = run_length(text, signature, kUrlSafe, kLongest);
  const auto whole = text.substr(at, signature + last - at);
  for (const auto known : kKnown)
    if (whole.find(known) != std::string_view::npos) return {};
  if (last < kFewest || !is_random(whole)) return {};
  return Finding{at + 3, signature + last, "jwt"};
}

/// Matches scheme://user:password@host.
Found match_url_password(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kMost = 256;
  constexpr std::array<std::string_view, 19> kWords = {
      "password",   "passwd",   "pass",  "pwd",   "secret",   "postgres", "mysql",
      "root",       "admin",    "guest", "user",  "username", "test",     "token",
      "mypassword", "rabbitmq", "redis", "mongo", "bar"};
  if (text.substr(at + 1, 3) != "://" || !is_in(text[at], kAlnum)) return {};
  const std::size_t from = at + 4;
  const auto authority = text.substr(from, kMost);
  const auto end = authority.find_first_of(" \t\r\n\"'`<>/?#\\,;()");
  const auto user_info_end = authority.substr(0, end).rfind('@');
  const auto colon = authority.find(':');
  if (user_info_end == std::string_view::npos || colon >= user_info_end) return {};
  const auto user = authority.substr(0, colon);
  const auto password = authority.substr(colon + 1, user_info_end - colon - 1);
  const bool has_host = user_info_end + 1 < std::min(end, authority.size());
  if (!has_host || password.empty() || password == user || is_placeholder(password)) return {};
  const bool is_word =
      std::ranges::all_of(password, [](char c) { return is_in(c, kLetter | kUnderscore); });
  const bool is_number = std::ranges::all_of(password, [](char c) { return is_in(c, kDigit); });
  constexpr std::size_t kShortWord = 8, kShortNumber = 6, kShortest = 4;
  if (password.size() < kShortest || (is_word && password.size() < kShortWord) ||
      (is_number && password.size() < kShortNumber) || is_well_known(password))
    return {};
  for (const auto word : kWords)
    if (equals_ignoring_case(password, word)) return {};
  if (is_word && std::ranges::all_of(password, [](char c) { return !is_in(c, kLower); })) return {};
  const std::size_t begin = from + colon + 1;
  return Finding{begin, begin + password.size(), "url_password"};
}

/// Matches 123456789:AA and 33 more characters.
Found match_telegram(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kBody = 35;
  const auto begin = run_begin(text, at, kDigit, 12);
  const auto digits = at - begin;
  if (digits < 8 || digits > 10 || (begin > 0 && is_in(text[begin - 1], kWord))) return {};
  if (text.substr(at + 1, 2) != "AA") return {};
  if (run_length(text, at + 1, kUrlSafe, kBody + 1) != kBody) return {};
  if (!is_random(text.substr(at + 1, kBody))) return {};
  return Finding{at + 1, at + 1 + kBody, "telegram_token"};
}

/// Matches 32 hexadecimal digits, "-us" and a number.
Found match_mailchimp(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kDigits = 32;
  const auto begin = run_begin(text, at, kHex, kDigits + 1);
  if (at - begin != kDigits || (begin > 0 && is_in(text[begin - 1], kWord))) return {};
  const auto number = run_length(text, at + 3, kDigit, 3);
  const auto end = at + 3 + number;
  if (number > 2 || (end < text.size() && is_in(text[end], kWord))) return {};
  if (!is_random(text.substr(begin, kDigits))) return {};
  return Finding{begin, at, "mailchimp_key"};
}

/// Matches an older key by its middle part, "T3BlbkFJ".
Found match_openai(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kMiddle = "T3BlbkFJ";
  constexpr std::size_t kSide = 20;
  if (at < 1 || text.substr(at - 1, kMiddle.size()) != kMiddle) return {};
  const auto begin = run_begin(text, at - 1, kAlnum, kSide + 1);
  if (at - 1 - begin != kSide || begin < 3 || text.substr(begin - 3, 3) != "sk-") return {};
  const auto rest = run_length(text, at - 1 + kMiddle.size(), kAlnum, kSide + 1);
  if (rest != kSide) return {};
  return Finding{begin, at - 1 + kMiddle.size() + kSide, "openai_key"};
}

/// Matches three characters, "8Q~" and 31 to 34 more characters.
Found match_azure_client(std::string_view text, std::size_t at, Form) {
  constexpr Charset kBody = kUrlSafe | kTilde | kDot;
  if (at < 3 || text.substr(at, 3) != "8Q~") return {};
  const auto begin = run_begin(text, at, kBody, 4);
  const auto rest = run_length(text, at + 3, kBody, 40);
  if (at - begin != 3 || rest < 31 || rest > 34) return {};
  if (!is_random(text.substr(at + 3, rest))) return {};
  return Finding{begin, at + 3 + rest, "azure_client_secret"};
}

Found match_braintree(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kBefore = "access_token", kAfter = "$production$";
  if (at < kBefore.size() || text.substr(at, kAfter.size()) != kAfter ||
      text.substr(at - kBefore.size(), kBefore.size()) != kBefore)
    return {};
  const auto from = at + kAfter.size();
  const auto first = run_length(text, from, kLower | kDigit, 17);
  if (first != 16 || text.substr(from + first, 1) != "$") return {};
  const auto second = run_length(text, from + first + 1, kHex, 33);
  if (second != 32 || !is_random(text.substr(from + first + 1, second))) return {};
  return Finding{from, from + first + 1 + second, "braintree_token"};
}

/// Matches "Bearer" and a token; the anchor is "eare".
Found match_bearer(std::string_view text, std::size_t at, Form) {
  if (at < 1 || !equals_ignoring_case(text.substr(at - 1, 7), "bearer ")) return {};
  const auto from = at + 6;
  const auto length = run_length(text, from, kBase64 | kUrlSafe | kDot | kTilde, kLongest);
  if (!is_key_value(text.substr(from, length))) return {};
  return Finding{from, from + length, "bearer_token"};
}

/// Matches "Authorization: Basic" and base64; the anchor is "asic".
Found match_basic(std::string_view text, std::size_t at, Form) {
  constexpr std::size_t kNear = 40, kFewest = 12;
  if (at < 1 || !equals_ignoring_case(text.substr(at - 1, 6), "basic ")) return {};
  const auto near = text.substr(at - std::min(at, kNear), std::min(at, kNear));
  constexpr std::string_view kHeader = "uthorization";
  if (std::search(near.begin(), near.end(), kHeader.begin(), kHeader.end(),
                  [](char a, char b) { return to_lower(a) == b; }) == near.end())
    return {};
  const auto from = at + 5;
  const auto length = run_length(text, from, kBase64, kLongest);
  if (length < kFewest || !is_random(text.substr(from, length))) return {};
  return Finding{from, from + length, "basic_auth"};
}

constexpr std::array kStructuredPatterns = {
    Pattern{"eyj?", match_jwt},          Pattern{"p://", match_url_password},
    Pattern{"s://", match_url_password}, Pattern{"l://", match_url_password},
    Pattern{"b://", match_url_password}, Pattern{"v://", match_url_password},
    Pattern{"q://", match_url_password}, Pattern{"h://", match_url_password},
    Pattern{"r://", match_url_password}, Pattern{"e://", match_url_password},
    Pattern{"t://", match_url_password}, Pattern{"a://", match_url_password},
    Pattern{"d://", match_url_password}, Pattern{"n://", match_url_password},
    Pattern{":aa?", match_telegram},     Pattern{"-us1", match_mailchimp},
    Pattern{"-us2", match_mailchimp},    Pattern{"-us3", match_mailchimp},
    Pattern{"-us4", match_mailchimp},    Pattern{"-us5", match_mailchimp},
    Pattern{"-us6", match_mailchimp},    Pattern{"-us7", match_mailchimp},
    Pattern{"-us8", match_mailchimp},    Pattern{"-us9", match_mailchimp},
    Pattern{"3blb", match_openai},       Pattern{"8q~?", match_azure_client},
    Pattern{"$pro", match_braintree},    Pattern{"eare", match_bearer},
    Pattern{"asic", match_basic},
};

}  // namespace

std::span<const Pattern> structured_patterns() {
  return kStructuredPatterns;
}

}  // namespace codeweaver::secrets
