// Base64 (RFC 4648), for binary content and for opaque tokens that clients send back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// Encodes with padding.
std::string base64(std::string_view bytes);
/// Decodes the output of base64(), with or without padding. nullopt: any other text.
std::optional<std::string> parse_base64(std::string_view text);
/// Encodes in the URL-safe alphabet, without padding.
std::string base64_url(std::string_view bytes);
/// Decodes the output of base64_url(). nullopt: any other text.
std::optional<std::string> parse_base64_url(std::string_view text);

}  // namespace codeweaver::base
