// Scans a text for anchors and tries the rules and patterns at each.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "secrets/anchor_search.hpp"
#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/secrets.hpp"
#include "secrets/token_rules.hpp"

namespace codeweaver::secrets {
namespace {

/// Returns all patterns. Numbers of anchors count the token rules first, then these patterns.
std::vector<Pattern> all_patterns() {
  std::vector<Pattern> patterns;
  for (const auto list : {structured_patterns(), key_patterns(), assignment_patterns(),
                          encoded_patterns(), command_patterns(), sentence_patterns()})
    patterns.insert(patterns.end(), list.begin(), list.end());
  return patterns;
}

class Detector {
 public:
  Detector() : patterns_(all_patterns()), search_(anchors(patterns_)) {}

  std::vector<Finding> find(std::string_view text, Form form) const {
    std::vector<Finding> findings;
    std::size_t at = 0;
    for (;;) {
      const auto hit = search_.next(text, at);
      if (hit.position >= text.size()) return findings;
      const std::size_t free_from = findings.empty() ? 0 : findings.back().end;
      if (auto finding = match(text, hit, form); finding && finding->begin >= free_from) {
        name_exactly(text, *finding);
        findings.push_back(*finding);
        at = std::max(hit.position + 1, finding->end);
      } else {
        at = hit.position + 1;
      }
    }
  }

 private:
  static AnchorSearch anchors(const std::vector<Pattern>& patterns) {
    std::vector<AnchorSearch::Anchor> anchors;
    std::uint16_t number = 0;
    for (const auto& rule : token_rules())
      anchors.push_back({rule.prefix.substr(rule.anchor, AnchorSearch::kLength), number++});
    for (const auto& pattern : patterns) anchors.push_back({pattern.anchor, number++});
    return AnchorSearch(anchors);
  }

  std::optional<Finding> match(std::string_view text, const AnchorSearch::Hit& hit,
                               Form form) const {
    const auto rules = token_rules();
    for (const auto number : hit.numbers) {
      std::optional<Finding> finding;
      if (number >= rules.size())
        finding = patterns_[number - rules.size()].match(text, hit.position, form);
      else if (hit.position >= rules[number].anchor)
        finding = match_token(text, hit.position - rules[number].anchor, rules[number]);
      if (finding) return finding;
    }
    return {};
  }

  /// Replaces a value that was found by its name by a token with a known prefix, if it is one.
  static void name_exactly(std::string_view text, Finding& finding) {
    if (!finding.kind.ends_with("_assignment")) return;
    for (const auto& rule : token_rules())
      if (const auto token = match_token(text, finding.begin, rule);
          token && token->end == finding.end) {
        finding = *token;
        return;
      }
  }

  std::vector<Pattern> patterns_;
  AnchorSearch search_;
};

const Detector& detector() {
  static const Detector shared;
  return shared;
}

/// Whether a character of a finding is masked. In keys of several lines, only base64 is masked, so
/// that quotes and escapes of the code stay.
bool is_masked(char c, std::string_view kind) noexcept {
  if (kind == "private_key" || kind == "putty_key") return is_in(c, kBase64);
  return c != '\n' && c != '\r';
}

}  // namespace

std::vector<Finding> find_secrets(std::string_view text, Form form) {
  return detector().find(text, form);
}

std::size_t mask_secrets(std::string& text, Form form) {
  const auto findings = find_secrets(text, form);
  for (const auto& finding : findings)
    for (std::size_t i = finding.begin; i < finding.end; ++i)
      if (is_masked(text[i], finding.kind)) text[i] = '*';
  return findings.size();
}

void mask_all(std::string& text) noexcept {
  for (char& c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') c = '*';
}

std::span<const std::string_view> secret_kinds() {
  static const std::vector<std::string_view> kinds = [] {
    std::vector<std::string_view> names = {
        "azure_client_secret", "basic_auth",       "bearer_token",
        "braintree_token",     "command_password", "jwt",
        "key_assignment",      "mailchimp_key",    "openai_key",
        "password_assignment", "private_key",      "putty_key",
        "telegram_token",      "told_password",    "url_password"};
    for (const auto& rule : token_rules()) names.push_back(rule.kind);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }();
  return kinds;
}

}  // namespace codeweaver::secrets
