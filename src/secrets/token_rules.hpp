// TokenRule: tokens that begin with a text of their own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "secrets/characters.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::secrets {

/// A text that begins a token, and what follows.
struct TokenRule {
  std::string_view kind;
  std::string_view prefix;   ///< upper and lower case differ
  Charset body = kAlnum;     ///< what the rest is made of
  std::uint16_t fewest = 0;  ///< characters of the rest
  std::uint16_t most = 0;
  std::uint8_t anchor = 0;  ///< where in `prefix` the rarest four characters begin
};

/// All of them; a prefix that is shorter than four characters ends with its body.
std::span<const TokenRule> token_rules();

/// The token of a rule that begins at `begin`, or nothing.
std::optional<Finding> match_token(std::string_view text, std::size_t begin, const TokenRule& rule);

}  // namespace codeweaver::secrets
