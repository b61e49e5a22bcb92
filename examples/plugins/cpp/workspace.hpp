// Shared code of the examples: opens a folder with custom parts, and prints search results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <codeweaver/workspace.hpp>
#include <filesystem>
#include <iostream>
#include <utility>

/// Opens a folder with its index in `state`.
inline codeweaver::CodeWeaver open(const char* folder, const char* state,
                                   codeweaver::WorkspaceOptions options) {
  codeweaver::Project project;
  project.project_id = project.display_name = "example";
  project.root = std::filesystem::canonical(folder);
  project.state_dir = state;
  return codeweaver::CodeWeaver::open(std::move(project), std::move(options)).value();
}

/// Prints the best matches, one per line: "path:first-last  name".
inline void show(codeweaver::CodeWeaver& workspace, const char* query) {
  const auto answer = workspace.search(query, {.top_k = 3}).value();
  for (const auto& match : answer.matches)
    std::cout << match.file.path << ':' << match.span.start_line << '-' << match.span.end_line
              << "  " << match.content.chunk_name.value_or("") << '\n';
}
