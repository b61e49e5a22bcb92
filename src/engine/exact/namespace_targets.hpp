// What other tools pushed, as texts that an exact search is about.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/namespace_key.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/text/grams.hpp"
#include "codeweaver/text_search.hpp"
#include "engine/exact/text_targets.hpp"

namespace codeweaver::engine {

/// Whether options ask for namespaces, by purpose or strategy.
bool names_namespaces(const TextSearchOptions& options) noexcept;

/// Who receives items. Null functions: nobody.
struct NamespaceVisitor {
  /// Each path that is searched, before its items; false ends the visit.
  std::function<bool(std::string_view name_space, const std::string& shown)> on_path{};
  /// The items of a path that may match; false ends the visit.
  std::function<bool(TextTarget target)> on_item{};
  std::function<void(std::string path, std::string problem)> on_problem{};
  /// Why all items are read of a namespace whose index would spare most.
  std::function<void(std::string why)> on_unspared{};
};

/// The namespaces that a search names. Thread safety: const members may be called concurrently.
class NamespaceTargets {
 public:
  /// Those that purpose and strategy of the options admit, none of a commit or a difference.
  /// `index` may be null and outlives it, as the options do. Errors: kNotFound
  /// "NAMESPACE_NOT_FOUND" (there is none, nor is the folder one); those of the database.
  static Result<NamespaceTargets> find(const TextSearchOptions& options,
                                       const TextIndexPlace* index);

  /// Whether the folder is one of them.
  bool has_folder() const noexcept { return has_folder_; }
  bool is_empty() const noexcept { return keys_.empty(); }

  /// Visits what the paths, globs and types of the options name: namespaces in order of their keys,
  /// paths as a walk over files has them, without what the index rules out by `grams`. What is read
  /// of a namespace is one state. Errors: kInvalidArgument "UNKNOWN_TYPE"; those of the database.
  Result<void> visit(const text::GramQuery& grams, const NamespaceVisitor& visitor) const;

  /// Paths of the items in a language, by its id. Errors: those of the database.
  Result<std::set<std::string>> paths_in(std::string_view language) const;

 private:
  NamespaceTargets(const TextSearchOptions& options, const TextIndexPlace* index)
      : options_(&options), index_(index) {}
  class Visit;

  const TextSearchOptions* options_;
  const TextIndexPlace* index_;  // not null where there are keys
  std::vector<NamespaceKey> keys_;
  bool has_folder_ = false;
};

}  // namespace codeweaver::engine
