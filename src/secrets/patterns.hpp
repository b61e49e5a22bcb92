// Patterns for secrets without a fixed prefix.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "secrets/secrets.hpp"

namespace codeweaver::secrets {

/// Finds a secret around an anchor of AnchorSearch at position `at`.
using Matcher = std::optional<Finding> (*)(std::string_view text, std::size_t at, Form form);

struct Pattern {
  std::string_view anchor;
  Matcher match;
};

/// Tokens with a structure, passwords in addresses, headers of requests.
std::span<const Pattern> structured_patterns();
/// Private keys in the formats of PEM and PuTTY.
std::span<const Pattern> key_patterns();
/// Values that are assigned to a name such as password or api_key.
std::span<const Pattern> assignment_patterns();
/// Private keys and logins in base64.
std::span<const Pattern> encoded_patterns();
/// Passwords in command lines.
std::span<const Pattern> command_patterns();
/// Passwords in sentences of several languages.
std::span<const Pattern> sentence_patterns();

}  // namespace codeweaver::secrets
