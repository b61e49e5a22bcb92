// PythonRules: modules, special types and operators of Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/language_rules.hpp"

namespace codeweaver::graph {

/// An absolute import is looked for in the folders around the file that are not packages, and in
/// the source folders (src, lib, python) of these and of all folders with a project file.
class PythonRules final : public LanguageRules {
 public:
  Targets global(Evaluator& evaluator, Id file, std::string_view name) override;
  Targets imported(Evaluator& evaluator, DeclRef import) override;
  Import import_of(Evaluator& evaluator, DeclRef import) override;
  Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) override;
  std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                   std::string_view name) override;
  bool has_dynamic_types(Evaluator&, Id /*file*/) const override { return true; }
  Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) override;
  bool hides_class_scopes() const override { return true; }
  bool follows_first_base() const override { return true; }
  Targets module(Evaluator& evaluator, Id file, std::string_view name) override;
  Id operated(Evaluator& evaluator, Id value, Operation operation) override;
  Id special_type(Evaluator& evaluator, Id file, Id type) override;
  std::vector<DeclRef> type_parameters(Evaluator& evaluator, DeclRef of) override;
  Id read_member(Evaluator& evaluator, DeclRef member, Id set) override;
  std::string_view constructor() const override { return "__init__"; }
  void choose(Evaluator& evaluator, std::vector<DeclRef>& decls) override;
  Targets special_targets(Evaluator& evaluator, Id file, const facts::Expr& expr) override;

 private:
  struct Module {
    std::string path;    ///< of its text; empty: none
    std::string folder;  ///< of its submodules; empty: none
  };

  struct Layout {
    std::set<std::string> folders;  ///< with a package anywhere below
    /// Source folders of projects that have a module or package with this name.
    std::map<std::string, std::vector<std::string>> roots;
  };

  /// The module with this path, without an extension; kNone: there is none.
  Id module_at(Evaluator& evaluator, const std::string& path);
  Id submodule(Evaluator& evaluator, Id module, std::string_view name);
  Targets as_target(Id module) const;
  bool has_file(Evaluator& evaluator, const std::string& folder, std::string_view name);
  const Layout& layout(Evaluator& evaluator);
  bool is_namespace(Evaluator& evaluator, const std::string& folder);
  const std::vector<std::string>& roots_of(Evaluator& evaluator, const std::string& folder);
  Id find_absolute(Evaluator& evaluator, const std::string& folder, const std::string& path);
  /// What a module declares or takes over with `*`. `except`: a declaration that does not count.
  Targets declared(Evaluator& evaluator, Id file, std::string_view name, DeclRef except);
  Targets taken_over(Evaluator& evaluator, Id file, std::string_view name);
  Targets in_module(Evaluator& evaluator, Id module, std::string_view name, DeclRef except);

  std::vector<DeclRef> fixtures(Evaluator& evaluator, Id file, Id scope, std::string_view name);

  Id call_method(Evaluator& evaluator, Id value, std::string_view name);
  Id elements_of_bases(Evaluator& evaluator, Id value, Operation operation);
  Id operated_instance(Evaluator& evaluator, Id value, Operation operation);
  Id call_of_outside(Evaluator& evaluator, Id file, const facts::Expr& call, std::string_view name);
  Id call_of_container(Evaluator& evaluator, Id file, const facts::Expr& called);
  Id type_of_variables(Evaluator& evaluator, const std::vector<DeclRef>& decls);
  Id generic_type(Evaluator& evaluator, Id file, const facts::Expr& type, std::string_view name);

  std::vector<Module> modules_;
  std::map<std::string, Id> numbers_;
  std::map<std::string, std::vector<std::string>> roots_;    // by folder
  std::map<std::string, std::vector<std::string>> files_;    // by folder
  std::map<std::pair<std::string, std::string>, Id> found_;  // by folder and path
  std::optional<Layout> layout_;
};

}  // namespace codeweaver::graph
