// Namespaces: the parts of a project's index, for its folder and for pushed items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_NAMESPACES_HPP_
#define CODEWEAVER_NAMESPACES_HPP_

#include <cstddef>
#include <utility>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

struct NamespaceInfo {
  NamespaceKey key{};
  std::size_t records = 0;  ///< files of the folder, or pushed items
  bool is_local = false;    ///< holds the files of the project's folder
  friend bool operator==(const NamespaceInfo&, const NamespaceInfo&) = default;
};

/// The namespaces of one project. Those of its folder (code_search/ast, ...) exist as long as they
/// contain files. Others are created here or by the first push.
/// Thread safety: calls may be concurrent, also from several processes.
class Namespaces {
 public:
  explicit Namespaces(Project project) : project_(std::move(project)) {}

  /// Returns all namespaces in key order. Empty before the project is indexed. Errors: kCorruption,
  /// kIo.
  Result<std::vector<NamespaceInfo>> list() const;
  /// Creates an empty namespace. If it exists, returns it. Errors: kInvalidArgument
  /// "VALIDATION_ERROR" (the key belongs to another project or to the project's folder);
  /// kUnavailable "INDEX_LOCKED"; kIo.
  Result<NamespaceInfo> create(const NamespaceKey& key);
  /// Deletes a namespace and all its records. Errors: as create(); kNotFound "NAMESPACE_NOT_FOUND".
  Result<void> drop(const NamespaceKey& key);
  /// Deletes all empty namespaces except those of the folder, and returns their keys. Errors: those
  /// of drop().
  Result<std::vector<NamespaceKey>> remove_unused();

 private:
  Result<void> check_key(const NamespaceKey& key) const;

  Project project_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_NAMESPACES_HPP_
