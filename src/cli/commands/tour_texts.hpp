// Texts of a project for its tour: entry points, statements of the README, messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::cli {

/// Whether a path belongs to the product: not to tests, examples, benchmarks or documents.
bool is_main_source(std::string_view path);

/// Files where a program may start, by usual names, most likely first. For a library, the files
/// that others include.
struct EntryPoint {
  std::string path;
  bool is_program = true;
};
/// `project`: the name of the project's folder; a library may have a file with this name.
std::vector<EntryPoint> entry_points(const std::vector<std::string>& paths,
                                     const std::string& project);

/// Returns the calls in the examples of a README, in order, at most `limit`: each as written, and
/// without the part before the last '.' or "::".
std::vector<std::string> calls_of(std::string_view readme, std::size_t limit);

/// Returns sentences and list items of a README about the project, in order, without markup; at
/// most `limit`.
std::vector<std::string> claims_of(std::string_view readme, std::size_t limit);

/// Returns quoted texts that look like messages, in order, not from comments; at most `limit`.
std::vector<std::string> messages_of(std::string_view code, std::size_t limit);

}  // namespace codeweaver::cli
