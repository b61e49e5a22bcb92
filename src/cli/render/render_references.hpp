// Output of codeweaver refs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/render/render_lines.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver::cli {

std::string absolute_path(const Project& project, const std::string& path);

/// Returns a line with its number and without its indentation.
std::string numbered_line(std::uint32_t number, std::string_view text, const std::string& language,
                          const QueryTerms& terms, const Streams& streams);

/// Returns the lines grouped by the definition that they mean, then by path, each with its
/// enclosing definition. Lines that mean something else are only counted.
std::string references_text(const std::vector<ReferenceMatch>& references, const Project& project,
                            const std::string& name, const Streams& streams);

}  // namespace codeweaver::cli
