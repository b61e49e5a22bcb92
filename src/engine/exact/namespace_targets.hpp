// Pushed items as texts for an exact search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/grams.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "engine/exact/text_targets.hpp"

namespace codeweaver::engine {

/// True if the options select namespaces by purpose or strategy.
bool names_namespaces(const TextSearchOptions& options) noexcept;

/// Receives items. Null functions are not called.
struct NamespaceVisitor {
  /// Called for each searched path before its items; return false to stop.
  std::function<bool(std::string_view name_space, const std::string& shown)> on_path{};
  /// Called for the items of a path that may match; return false to stop.
  std::function<bool(TextTarget target)> on_item{};
  std::function<void(std::string path, std::string problem)> on_problem{};
  /// Called with the reason if all items of a namespace are read although its index could exclude
  /// most.
  std::function<void(std::string why)> on_unspared{};
};

/// The namespaces of a search. Thread safety: const members may be called concurrently.
class NamespaceTargets {
 public:
  /// The namespaces that the purpose and strategy of the options admit; none for commits and
  /// differences. `index` may be null; it and the options must outlive the result. Errors:
  /// kNotFound "NAMESPACE_NOT_FOUND" (no namespace and no folder matches); those of the database.
  static Result<NamespaceTargets> find(const TextSearchOptions& options,
                                       const TextIndexPlace* index);

  /// True if the folder is one of them.
  bool has_folder() const noexcept { return has_folder_; }
  bool is_empty() const noexcept { return keys_.empty(); }

  /// Visits the items that the paths, globs and types of the options select: namespaces sorted by
  /// key, paths in the order of a walk over files, without items that the index excludes by
  /// `grams`. All reads of a namespace see one state. Errors: kInvalidArgument "UNKNOWN_TYPE";
  /// those of the database.
  Result<void> visit(const text::GramQuery& grams, const NamespaceVisitor& visitor) const;

  /// Paths of the items in a language, given by its id. Errors: those of the database.
  Result<std::set<std::string>> paths_in(std::string_view language) const;

 private:
  NamespaceTargets(const TextSearchOptions& options, const TextIndexPlace* index)
      : options_(&options), index_(index) {}
  class Visit;

  const TextSearchOptions* options_;
  const TextIndexPlace* index_;  // not null if there are keys
  std::vector<NamespaceKey> keys_;
  bool has_folder_ = false;
};

}  // namespace codeweaver::engine
