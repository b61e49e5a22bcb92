// TokenRule: tokens with a fixed prefix.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "secrets/characters.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::secrets {

/// The prefix of a token, and the form of the rest.
struct TokenRule {
  std::string_view kind;
  std::string_view prefix;   ///< case-sensitive
  Charset body = kAlnum;     ///< allowed characters after the prefix
  std::uint16_t fewest = 0;  ///< minimum and maximum number of these characters
  std::uint16_t most = 0;
  std::uint8_t anchor = 0;  ///< position of the rarest four characters in `prefix`
};

/// Returns all rules. A prefix with fewer than four characters ends with '?', which matches the
/// first character of the body.
std::span<const TokenRule> token_rules();

/// Returns the token of a rule at position `begin`; nullopt: there is none.
std::optional<Finding> match_token(std::string_view text, std::size_t begin, const TokenRule& rule);

}  // namespace codeweaver::secrets
