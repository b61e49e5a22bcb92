// The text of an indexed file, for people and agents who name it by its path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "service/hosting/hosted_project.hpp"

namespace codeweaver::service {

/// Errors: kInvalidArgument "PATH_OUTSIDE_PROJECT". Such a path names no indexed file anyway; this
/// says why.
Result<void> check_path_in_project(std::string_view path);

/// How much of a text is given, and what to do where there is more.
struct TextLimit {
  std::size_t bytes = 0;
  std::string_view remedy{};
};

/// The text of a file as it was indexed: secrets masked, a document as Markdown. Errors: those of
/// check_path_in_project() and CodeWeaver::file_text(); kInvalidArgument "FILE_TOO_LARGE".
Result<std::string> indexed_text(HostedProject& project, std::string_view path,
                                 const TextLimit& limit, std::stop_token stop);

}  // namespace codeweaver::service
