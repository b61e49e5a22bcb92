// The headers of requests of the stateless era, which repeat parts of the body.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// Finds a header by name, ignoring case; null if it was not sent.
using HeaderLookup = std::function<const std::string*(std::string_view name)>;

/// Decodes a header that repeats a part of the body: `=?base64?...?=` contains base64, all other
/// values are literal. nullopt: characters not allowed in headers, or invalid base64.
std::optional<std::string> decode_header_value(std::string_view value);

/// Compares `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` with the request's body. Returns a
/// message about a missing or different header; nullopt if all match.
std::optional<std::string> header_mismatch(const json::Value& message, const HeaderLookup& find);

/// The same for the `Mcp-Param-*` headers. They repeat arguments of a tool call that have
/// `x-mcp-header` in their schema.
std::optional<std::string> parameter_mismatch(const json::Value& arguments,
                                              const json::Value& input_schema,
                                              const HeaderLookup& find);

}  // namespace codeweaver::mcp
