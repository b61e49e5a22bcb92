// JavaPackages: the types that packages declare.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/evaluator.hpp"
#include "graph/values.hpp"

namespace codeweaver::graph {

/// A package is all files with its name in their package clause, in folders whose path ends with
/// that name: `src/main/java/a/b` and `src/test/java/a/b` for `a.b`. Not thread-safe.
class JavaPackages {
 public:
  /// The types with this name. Of several with one name, those whose folder has the most parts in
  /// common with that of `from`. For the package of `from` itself, its folder counts in any case.
  std::vector<DeclRef> find(Evaluator& evaluator, const std::string& package,
                            const std::string& name, Id from);
  /// The files of a package, without those in folders that do not have its name.
  std::vector<Id> files(Evaluator& evaluator, const std::string& package);
  /// True if there is a folder for this package, or for one within it.
  bool has(Evaluator& evaluator, const std::string& package);
  /// A number for a package, and its name.
  Id number(const std::string& package);
  const std::string& name(Id number) const { return names_[number]; }

 private:
  using Types = std::unordered_map<std::string, std::vector<DeclRef>>;  // by "package.Type"

  const std::vector<std::string>& folders(Evaluator& evaluator);
  const std::vector<std::string>& folders_of(Evaluator& evaluator, const std::string& package);
  const Types& types_in(Evaluator& evaluator, const std::string& folder);
  std::vector<DeclRef> find_in(Evaluator& evaluator, const std::vector<std::string>& folders,
                               const std::string& package, const std::string& name);

  std::optional<std::vector<std::string>> folders_;
  std::map<std::string, std::vector<std::string>> folders_of_;  // by package
  std::map<std::string, bool> has_;
  std::map<std::string, Types> types_;                           // by folder
  std::unordered_map<std::string, std::vector<DeclRef>> found_;  // by "folder:package.Type"
  std::vector<std::string> names_;
  std::map<std::string, Id> numbers_;
};

}  // namespace codeweaver::graph
