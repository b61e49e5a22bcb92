// Remedy: the call that resolves an error, in a form that programs can offer to their users.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_REMEDY_HPP_
#define CODEWEAVER_REMEDY_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The call to make. Each front end names it in its own way: the command line as a command, an MCP
/// server as a tool.
enum class RemedyKind : std::uint8_t {
  kNone,           ///< no single call helps; see Error::action
  kIndex,          ///< index the project: Indexer::run(), CodeWeaver::index()
  kRebuild,        ///< the same with IndexRequest::force: index everything again
  kListProviders,  ///< list the models and stores of this build
  kRemoveProject,  ///< unregister the project: ProjectRegistry::remove()
};

/// "index", "rebuild", "list_providers", "remove_project"; empty for kNone.
constexpr std::string_view to_string(RemedyKind kind) noexcept {
  switch (kind) {
    case RemedyKind::kNone:
      return "";
    case RemedyKind::kIndex:
      return "index";
    case RemedyKind::kRebuild:
      return "rebuild";
    case RemedyKind::kListProviders:
      return "list_providers";
    case RemedyKind::kRemoveProject:
      return "remove_project";
  }
  return "";
}

/// A call that resolves an error. An empty `project_id` means the project of the failed call.
struct Remedy {
  RemedyKind kind = RemedyKind::kNone;
  std::string project_id{};

  Remedy() = default;
  Remedy(RemedyKind what, std::string project = {})  // NOLINT(google-explicit-constructor)
      : kind(what), project_id(std::move(project)) {}
  friend bool operator==(const Remedy&, const Remedy&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_REMEDY_HPP_
