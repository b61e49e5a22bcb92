// Lines that use a name, for people.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/render_lines.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::cli {

std::string absolute_path(const Project& project, const std::string& path);

/// A line with its number, under the path that it is in; without its indentation.
std::string numbered_line(std::uint32_t number, std::string_view text, const std::string& language,
                          const QueryTerms& terms, const Streams& streams);

/// The lines under their paths, with what encloses each.
std::string references_text(const std::vector<ReferenceMatch>& references, const Project& project,
                            const std::string& name, const Streams& streams);

}  // namespace codeweaver::cli
