// The headers of a request of the stateless era, which repeat parts of its body.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// Finds a header of a request by its name in any case; null: it was not sent.
using HeaderLookup = std::function<const std::string*(std::string_view name)>;

/// What a header that mirrors a part of the body says: `=?base64?...?=` holds base64, anything else
/// is meant as it stands. nullopt: characters that no header may have, or bad base64.
std::optional<std::string> decode_header_value(std::string_view value);

/// Holds `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` against the request's body. Says what
/// is missing or differs; nullopt: nothing.

std::optional<std::string> header_mismatch(const json::Value& message, const HeaderLookup& find);

/// The same for the `Mcp-Param-*` headers, which repeat those arguments of a tool call whose schema
/// has `x-mcp-header`.
std::optional<std::string> parameter_mismatch(const json::Value& arguments,
                                              const json::Value& input_schema,
                                              const HeaderLookup& find);

}  // namespace codeweaver::mcp
