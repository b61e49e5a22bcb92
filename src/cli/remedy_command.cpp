// The command that does what an error asks for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/remedy_command.hpp"

#include "cli/shell_word.hpp"

namespace codeweaver::cli {
namespace {

/// What `codeweaver index` is to be given: nothing where no folder is known.
std::string folder_word(const std::string& project) {
  const bool is_folder =
      project.find('/') != std::string::npos || project == "." || project == "..";
  return is_folder ? ' ' + shell_word(project) : std::string();
}

}  // namespace

std::string command_for(const Remedy& remedy, const std::string& project) {
  switch (remedy.kind) {
    case RemedyKind::kNone:
      return {};
    case RemedyKind::kIndex:
      return "codeweaver index" + folder_word(project);
    case RemedyKind::kRebuild:
      return "codeweaver index --force" + folder_word(project);
    case RemedyKind::kListProviders:
      return "codeweaver doctor";
    case RemedyKind::kRemoveProject:
      return "codeweaver projects remove " + remedy.project_id;
  }
  return {};
}

}  // namespace codeweaver::cli
