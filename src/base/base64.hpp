// Base64 (RFC 4648): binary content, and opaque texts that travel through clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// With padding.
std::string base64(std::string_view bytes);
/// What base64() wrote, with its padding or without, and nothing else.
std::optional<std::string> parse_base64(std::string_view text);
/// In the alphabet of URLs, without padding.
std::string base64_url(std::string_view bytes);
/// What base64_url() wrote, and nothing else.
std::optional<std::string> parse_base64_url(std::string_view text);

}  // namespace codeweaver::base
