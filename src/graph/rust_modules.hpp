// RustModules: crates, their modules, and the names in them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/language_rules.hpp"
#include "graph/rust_crates.hpp"

namespace codeweaver::graph {

/// Which of the things with one name is wanted.
enum class RustSpace : std::uint8_t { kType, kValue, kMacro };

/// Modules are numbered. All crates of a package are read at once, so that numbers and answers do
/// not depend on earlier questions. Not thread-safe.
class RustModules {
 public:
  struct Module {
    Id file = kNone, scope = 0;
    Id parent = kNone;  ///< module around it
    Id crate = kNone;   ///< module that is the root of its crate
    Id package = kNone;
  };

  /// Reads the package of a file, and the packages that it depends on.
  void begin(Evaluator& evaluator, Id file);
  /// Packages whose names the file can use.
  const std::vector<Id>& visible_packages() const { return visible_; }
  const std::vector<Id>& modules_of(Id package) const { return of_package_[package]; }
  const Module& module(Id number) const { return modules_[number]; }
  /// The module around a scope; kNone: the file belongs to no package that was read.
  Id module_of(Evaluator& evaluator, Id file, Id scope) const;

  /// What a name means in a scope.
  Targets find(Evaluator& evaluator, Id file, Id scope, std::string_view name, RustSpace space);
  /// The first name of a path: also `crate`, `self`, `super` and names of crates.
  Targets first(Evaluator& evaluator, Id file, Id scope, std::string_view name, RustSpace space);
  /// A crate by its name in a path.
  Targets crate_named(Id package, std::string_view name);
  /// A name in a module.
  Targets in_module(Evaluator& evaluator, Id module, std::string_view name, RustSpace space);
  /// What an import stands for.
  Targets imported(Evaluator& evaluator, DeclRef import, RustSpace space);
  /// The module that a declaration declares; kNone: none.
  Id module_at(DeclRef decl) const;

 private:
  void read_packages(Evaluator& evaluator);
  Id package_of(std::string_view path) const;
  void read_package(Evaluator& evaluator, Id package);
  /// `folder`: of the modules that are files; nullptr: those are not read.
  void read_module(Evaluator& evaluator, Id number, const std::string* folder);
  Id alone(Evaluator& evaluator, Id file, Id package);
  Id add_module(Module made);
  Id read_file_module(Evaluator& evaluator, Id parent, DeclRef decl, const std::string& folder);
  Targets as_target(Id module) const;
  /// Those declarations that are in the space; imports are followed.
  Targets chosen(Evaluator& evaluator, Id file, std::span<const Id> decls, RustSpace space,
                 Id from);
  Targets through_globs(Evaluator& evaluator, Id file, Id scope, std::string_view name,
                        RustSpace space, Id from);
  Targets within(Evaluator& evaluator, Id module, std::string_view name, RustSpace space, Id from);
  Targets within_decls(Evaluator& evaluator, const Targets& of, std::string_view name);
  Targets path(Evaluator& evaluator, Id file, Id scope, std::string_view path);
  Targets macro_of_crate(Evaluator& evaluator, Id module, std::string_view name);
  bool is_seen(Id module, Id from) const;

  std::vector<RustPackage> packages_;
  Id known_ = 0;  // packages of Cargo.toml files; then one for files without, and files alone
  std::map<Id, Id> alone_;  // file that no crate has -> a package of its own
  std::map<std::string, Id, std::less<>> by_name_;  // packages
  std::vector<char> is_read_;
  std::vector<std::vector<Id>> of_package_;  // modules
  std::vector<Module> modules_;
  std::map<std::pair<Id, Id>, Id> by_scope_;  // (file, scope) -> module
  std::map<DeclRef, Id> by_decl_;
  std::map<Id, std::vector<Id>> closures_;  // package -> visible ones
  std::vector<Id> visible_;
  std::set<std::pair<DeclRef, RustSpace>> active_;    // imports that are being followed
  std::vector<std::pair<Id, std::string>> searched_;  // modules whose globs are being followed
  std::map<std::pair<Id, std::string>, std::vector<DeclRef>, std::less<>> macros_;  // crate, name
  bool has_packages_ = false;
};

}  // namespace codeweaver::graph
