// URI templates: the part of RFC 6570 that resource templates use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/resource.hpp"

namespace codeweaver::mcp {

/// The values with which the template gives `uri`, percent-decoded: {name} takes a part without
/// '/', {+name} any part; neither is empty. Null: it does not give it.
std::optional<UriVariables> match_uri(std::string_view uri_template, std::string_view uri);

/// Names of its variables, in order.
std::vector<std::string> variables_of(std::string_view uri_template);

}  // namespace codeweaver::mcp
