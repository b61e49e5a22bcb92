// Remedy: what ends an error, as data that a program can offer to its user.
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

/// What to call. Each front end has its own way: the program a command, an MCP server a tool.
enum class RemedyKind : std::uint8_t {
  kNone,           ///< no one call helps; Error::action says what does
  kIndex,          ///< index the project: Indexer::index(), CodeWeaver::index()
  kRebuild,        ///< index it from scratch: the same with IndexOptions::force
  kListProviders,  ///< look which models and stores this build has
  kRemoveProject,  ///< forget the project: ProjectRegistry::remove()
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

/// A call that ends an error. The project is the one that was worked on unless it names another.
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
