// What a project says of itself, out of its texts: where it starts, what it claims, what it prints.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::cli {

/// Whether a path belongs to what users of a project get: no test, example, benchmark or document.
bool is_main_source(std::string_view path);

/// Where a program starts, going by what such files are called, the most likely one first; of a
/// library what others include.
struct EntryPoint {
  std::string path;
  bool is_program = true;
};
/// `project`: the name of its folder, after which a library may call a file.
std::vector<EntryPoint> entry_points(const std::vector<std::string>& paths,
                                     const std::string& project);

/// What the examples of a README call, in order, as it stands there and without what is before the
/// last '.' or "::"; at most `limit`.
std::vector<std::string> calls_of(std::string_view readme, std::size_t limit);

/// Sentences and items of a README that say what the project does, in order, without markup; at
/// most `limit`.
std::vector<std::string> claims_of(std::string_view readme, std::size_t limit);

/// Texts in quotes that read like messages, in order, without those of comments; at most `limit`.
std::vector<std::string> messages_of(std::string_view code, std::size_t limit);

}  // namespace codeweaver::cli
