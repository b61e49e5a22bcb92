// The shell command that fixes an error.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/remedy_command.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/render/shell_word.hpp"
#include "codeweaver/contract.hpp"

namespace codeweaver::cli {
namespace {

/// Returns the argument for `codeweaver index`; empty: no folder is known.
std::string folder_word(const std::string& project) {
  const bool is_folder =
      project.find('/') != std::string::npos || project == "." || project == "..";
  return is_folder ? ' ' + shell_word(project) : std::string();
}

/// Returns a command that shows more about an error without a remedy.
std::string command_to_look(const Error& error) {
  constexpr std::pair<std::string_view, const char*> kLooks[] = {
      {"DIFF_UNREADABLE", "git fsck"},
      {"HISTORY_UNREADABLE", "git fsck"},
      {"OBJECT_UNREADABLE", "git fsck"},
      {"REPOSITORY_UNREADABLE", "git status"},
      {"REF_NOT_FOUND", "git branch -a"},
      {"UNKNOWN_SETTING", "codeweaver config --show"},
      {contract::kNamespaceNotFound, "codeweaver namespaces"},
  };
  if (error.action.ends_with('?')) return {};  // the action already suggests a name
  if (error.action.find("shallow clone") != std::string::npos)
    return "git fetch --unshallow --tags";
  const auto found =
      std::ranges::find(kLooks, error.code, &std::pair<std::string_view, const char*>::first);
  return found == std::end(kLooks) ? std::string() : found->second;
}

}  // namespace

std::string command_for(const Error& error, const std::string& project) {
  switch (error.remedy.kind) {
    case RemedyKind::kNone:
      return command_to_look(error);
    case RemedyKind::kIndex:
      return "codeweaver index" + folder_word(project);
    case RemedyKind::kRebuild:
      return "codeweaver index --force" + folder_word(project);
    case RemedyKind::kListProviders:
      return "codeweaver doctor";
    case RemedyKind::kRemoveProject:
      return "codeweaver projects remove " + error.remedy.project_id;
  }
  return {};
}

}  // namespace codeweaver::cli
