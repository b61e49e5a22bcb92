// The text of an indexed file, by its path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/call_context.hpp"
#include "codeweaver/result.hpp"
#include "service/hosting/hosted_project.hpp"

namespace codeweaver::service {

/// Checks that `path` is relative and stays inside the project. No other path is indexed; the check
/// gives a better error. Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT".
Result<void> check_path_in_project(std::string_view path);

/// The size limit of a text, and advice for larger texts.
struct TextLimit {
  std::size_t bytes = 0;
  std::string_view remedy{};
};

/// The indexed text of a file: secrets masked, documents as Markdown. Errors: those of
/// check_path_in_project() and CodeWeaver::file_text(); kInvalidArgument "FILE_TOO_LARGE".
Result<std::string> indexed_text(HostedProject& project, std::string_view path,
                                 const TextLimit& limit, const CallContext& call);

}  // namespace codeweaver::service
