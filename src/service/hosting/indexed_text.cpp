// Reads the text of an indexed file, within the project and a size limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/indexed_text.hpp"

#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::service {

Result<void> check_path_in_project(std::string_view path) {
  const auto refused = [&](std::string cause) {
    return Error{ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT", std::move(cause),
                 "reading an indexed file",
                 "Give a path relative to the project's root, as in search results."};
  };
  if (path.empty()) return refused("The path is empty");
  if (path.front() == '/' || path.find('\\') != std::string_view::npos ||
      path.find('\0') != std::string_view::npos)
    return refused("'" + std::string(path) + "' is not relative to the project");
  for (std::string_view rest = path; !rest.empty();) {
    const auto slash = rest.find('/');
    if (const auto part = rest.substr(0, slash); part == ".." || part == ".")
      return refused("'" + std::string(path) + "' leaves the project");
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
  }
  return {};
}

Result<std::string> indexed_text(HostedProject& project, std::string_view path,
                                 const TextLimit& limit, const CallContext& call) {
  CODEWEAVER_TRY(check_path_in_project(path));
  CODEWEAVER_ASSIGN(auto text, project.file_text(path, call));
  if (text.size() > limit.bytes)
    return Error{ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
                 "'" + std::string(path) + "' has " + std::to_string(text.size()) +
                     " bytes; the limit is " + std::to_string(limit.bytes),
                 "reading an indexed file", std::string(limit.remedy)};
  return text;
}

}  // namespace codeweaver::service
