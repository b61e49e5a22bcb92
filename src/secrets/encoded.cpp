// Finds secrets in base64: private keys in PEM format, and "user:password" of Docker and npm.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "secrets/base64_values.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

using Found = std::optional<Finding>;

/// Returns the end of base64 text, which may continue on further, indented lines.
std::size_t base64_end(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostEncoded = 65'536, kFewestInLine = 40;
  const auto limit = std::min(text.size(), at + kMostEncoded);
  for (auto end = at;;) {
    const auto run = run_length(text, end, kBase64, limit - end);
    end += run;
    const bool is_full = run >= kFewestInLine && text.substr(end - 1, 1) != "=";
    if (!is_full || end >= limit) return end;
    auto next = end;
    while (next < limit && (text[next] == '\r' || text[next] == '\n' || text[next] == ' ')) ++next;
    const bool has_line =
        next > end && text.substr(end, next - end).find('\n') != std::string_view::npos;
    if (!has_line || run_length(text, next, kBase64, 8) < 8) return end;
    end = next;
  }
}

/// Matches "-----BEGIN ... PRIVATE KEY-----" in base64, which begins with LS0tLS1CRUdJTi, as
/// certificates do. The anchor is "ls0t".
Found match_encoded_pem(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kBegin = "LS0tLS1CRUdJTi";
  constexpr std::size_t kTitle = 96, kFewest = 128;
  if (text.substr(at, kBegin.size()) != kBegin) return {};
  if (base64_decoded(text.substr(at, kTitle)).find("PRIVATE KEY") == std::string::npos) return {};
  const auto end = base64_end(text, at);
  if (end - at < kFewest) return {};
  return Finding{at + kBegin.size(), end, "private_key"};
}

/// Matches `"auth": "dXNlcjpwYXNz"` and `_auth=dXNlcjpwYXNz`: base64 of "user:password".
Found match_encoded_login(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kName = "auth";
  constexpr std::size_t kFewest = 12, kMost = 1024;
  if (text.substr(at, kName.size()) != kName) return {};
  auto value = at + kName.size();
  const bool is_json = at > 0 && text[at - 1] == '"' && text.substr(value, 1) == "\"";
  const bool is_npm = at > 0 && text[at - 1] == '_';
  if (!is_json && !is_npm) return {};
  if (is_json) ++value;
  while (value < text.size() &&
         (text[value] == ' ' || text[value] == ':' || text[value] == '=' || text[value] == '"'))
    ++value;
  const auto length = run_length(text, value, kBase64, kMost);
  if (length < kFewest) return {};
  const auto login = base64_decoded(text.substr(value, length));
  const auto colon = login.find(':');
  const bool is_text = std::ranges::all_of(
      login, [](char c) { return c >= ' ' && static_cast<unsigned char>(c) < 127; });
  if (!is_text || colon == std::string::npos || colon == 0 || colon + 1 == login.size()) return {};
  const auto password = std::string_view(login).substr(colon + 1);
  if (is_placeholder(password) || is_well_known(password)) return {};
  return Finding{value, value + length, "basic_auth"};
}

constexpr std::array kEncodedPatterns = {Pattern{"ls0t", match_encoded_pem},
                                         Pattern{"auth", match_encoded_login}};

}  // namespace

std::span<const Pattern> encoded_patterns() {
  return kEncodedPatterns;
}

}  // namespace codeweaver::secrets
