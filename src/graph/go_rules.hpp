// GoRules: packages, methods and built-in names of Go.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/language_rules.hpp"

namespace codeweaver::graph {

/// A package is all files of one folder with the same package clause. The go.mod files say which
/// import path a folder has.
class GoRules final : public LanguageRules {
 public:
  Targets global(Evaluator& evaluator, Id file, std::string_view name) override;
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Import import_of(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  DeclRef class_of(Evaluator& evaluator, DeclRef member) override;
  bool satisfies(Evaluator& evaluator, DeclRef type, DeclRef interface) override;
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;

 private:
  struct Package {
    std::string name;
    std::vector<Id> files;
    std::unordered_map<std::string, std::vector<DeclRef>> decls;    // visible in all its files
    std::unordered_map<std::string, std::vector<DeclRef>> methods;  // "Type.Method"
  };
  struct Module {
    std::string path, folder;
  };

  /// The packages of a folder, by number. Reads all its files at the first call.
  const std::vector<Id>& packages_in(Evaluator& evaluator, const std::string& folder);
  Id package_of(Evaluator& evaluator, Id file);
  /// The package with an import path; nullopt: it is not in this project. kNone: there is none.
  std::optional<Id> find_package(Evaluator& evaluator, std::string_view import_path);
  void read_modules(Evaluator& evaluator);

  std::vector<Package> packages_;
  std::map<std::string, std::vector<Id>> folders_;
  std::unordered_map<Id, Id> package_of_file_;
  std::optional<std::vector<Module>> modules_;  // the longest path first
};

}  // namespace codeweaver::graph
