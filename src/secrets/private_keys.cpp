// Finds private keys in the formats of PEM and PuTTY.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

using Found = std::optional<Finding>;

constexpr std::size_t kMostBytes = 32'768;  // of a key; the longest RSA keys in use have 13,000
constexpr std::size_t kFewestBytes = 64;    // of base64; shorter texts are only about keys

/// Whether a text contains enough base64 in runs that are not words.
bool holds_key(std::string_view body) noexcept {
  constexpr std::size_t kRun = 24;
  std::size_t in_runs = 0;
  for (std::size_t at = 0; at < body.size();) {
    const auto run = run_length(body, at, kBase64, body.size());
    if (run >= kRun && is_random(body.substr(at, std::min<std::size_t>(run, 200)))) in_runs += run;
    at += run + 1;
  }
  return in_runs >= kFewestBytes;
}

/// Matches the text between "-----BEGIN ... PRIVATE KEY...-----" and "-----END". A truncated key
/// ends with its last line of base64. The anchor is "--be".
Found match_pem(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kBegin = "--BEGIN ", kDashes = "-----";
  constexpr std::size_t kMostTitle = 48;
  if (text.substr(at, kBegin.size()) != kBegin) return {};
  const auto title_begin = at + kBegin.size();
  const auto title = text.substr(title_begin, kMostTitle);
  const auto title_end = title.find(kDashes);
  if (title_end == std::string_view::npos ||
      title.substr(0, title_end).find("PRIVATE KEY") == std::string_view::npos)
    return {};
  const auto begin = title_begin + title_end + kDashes.size();
  const auto rest = text.substr(begin, kMostBytes);
  auto end = rest.find(kDashes);
  if (end == std::string_view::npos) {
    end = 0;
    for (std::size_t line = 0; line < rest.size();) {
      const auto newline = std::min(rest.find('\n', line), rest.size());
      const auto content = rest.substr(line, newline - line);
      if (line > 0 && content.find_first_of(" ;(){}") != std::string_view::npos) break;
      end = newline;
      line = newline + 1;
    }
  }
  if (!holds_key(rest.substr(0, end))) return {};
  return Finding{begin, begin + end, "private_key"};
}

/// Matches the base64 lines after "Private-Lines: 14"; the anchor is "te-l".
Found match_putty(std::string_view text, std::size_t at, Form) {
  constexpr std::string_view kTitle = "Private-Lines:";
  constexpr std::size_t kBefore = 5;
  if (at < kBefore || text.substr(at - kBefore, kTitle.size()) != kTitle) return {};
  const auto begin = text.find('\n', at);
  if (begin == std::string_view::npos) return {};
  const auto rest = text.substr(begin + 1, kMostBytes);
  std::size_t end = 0;
  while (end < rest.size()) {
    const auto run = run_length(rest, end, kBase64, rest.size());
    const auto after = end + run;
    const bool ends_line = after == rest.size() || rest[after] == '\n' || rest[after] == '\r';
    if (run == 0 || !ends_line) break;
    end = std::min(rest.find('\n', after), rest.size() - 1) + 1;
  }
  if (!holds_key(rest.substr(0, end))) return {};
  return Finding{begin + 1, begin + 1 + end, "putty_key"};
}

constexpr std::array kKeyPatterns = {Pattern{"--be", match_pem}, Pattern{"te-l", match_putty}};

}  // namespace

std::span<const Pattern> key_patterns() {
  return kKeyPatterns;
}

}  // namespace codeweaver::secrets
