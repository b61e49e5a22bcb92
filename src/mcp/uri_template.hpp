// URI templates: the part of RFC 6570 that resource templates use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/resource.hpp"

namespace codeweaver::mcp {

/// The percent-decoded values for which the template produces `uri`. {name} matches a text without
/// '/', {+name} any text; neither is empty. nullopt: the template does not match.
std::optional<UriVariables> match_uri(std::string_view uri_template, std::string_view uri);

/// The names of the template's variables, in order.
std::vector<std::string> variables_of(std::string_view uri_template);

}  // namespace codeweaver::mcp
