// Namespaces: what a project's index is divided into, and those that other tools fill.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_NAMESPACES_HPP_
#define CODEWEAVER_NAMESPACES_HPP_

#include <cstddef>
#include <utility>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

struct NamespaceInfo {
  NamespaceKey key{};
  std::size_t records = 0;  ///< files of the folder, or items that were pushed
  bool is_local = false;    ///< made of the project's folder
  friend bool operator==(const NamespaceInfo&, const NamespaceInfo&) = default;
};

/// The namespaces of one project. Those of its folder (code_search/ast, ...) come and go with its
/// files; others are made here or by the first push.
/// Thread safety: calls may be concurrent, also from several processes.
class Namespaces {
 public:
  explicit Namespaces(Project project) : project_(std::move(project)) {}

  /// In order of the key. None before the project is indexed. Errors: kCorruption, kIo.
  Result<std::vector<NamespaceInfo>> list() const;
  /// An empty one, or the one that is there. Errors: kInvalidArgument "VALIDATION_ERROR" (a key of
  /// another project, or one that belongs to the folder); kUnavailable "INDEX_LOCKED"; kIo.
  Result<NamespaceInfo> create(const NamespaceKey& key);
  /// Deletes it with all its records. Errors: as create; kNotFound "NAMESPACE_NOT_FOUND".
  Result<void> drop(const NamespaceKey& key);
  /// Drops those without records and says which. Errors: as drop.
  Result<std::vector<NamespaceKey>> remove_unused();

 private:
  Result<void> check_key(const NamespaceKey& key) const;

  Project project_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_NAMESPACES_HPP_
