// TypeScriptModules: the file that the name of a module stands for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/values.hpp"

namespace codeweaver::graph {

class Evaluator;

/// Knows relative paths, the packages of the project (package.json) and the paths of tsconfig.json.
class TypeScriptModules {
 public:
  /// The number of a file. kNone: it should be in the project, but was not found. nullopt: the
  /// module is not part of the project.
  std::optional<Id> find(Evaluator& evaluator, std::string_view from, std::string_view name);

  /// The path of a file that an import names by a relative path with its ending; nullopt: there is
  /// none.
  static std::optional<std::string> other_file(Evaluator& evaluator, std::string_view from,
                                               std::string_view name);

 private:
  struct Entry {  // "exports" and "imports" of a package, "paths" of a configuration
    std::string pattern;
    std::vector<std::string> paths;
  };
  struct Package {
    std::string name, folder;
    std::vector<Entry> entries;
  };
  struct Paths {
    std::string folder, base;
    std::vector<Entry> entries;
  };

  std::optional<Id> resolve(Evaluator& evaluator, std::string_view folder, std::string_view name);
  Id file_at(Evaluator& evaluator, const std::string& path);
  Id source_at(Evaluator& evaluator, std::string_view folder, std::string_view path);
  Id in_package(Evaluator& evaluator, const Package& package, const std::string& part);
  std::optional<Id> in_packages(Evaluator& evaluator, std::string_view name);
  Id imported(Evaluator& evaluator, std::string_view folder, std::string_view name);
  Id matching(Evaluator& evaluator, const std::vector<Entry>& entries, std::string_view folder,
              const std::string& name);
  void read(Evaluator& evaluator);
  void read_package(const std::string& path, const std::string& text);
  void read_paths(const std::string& path, const std::string& text);

  bool is_read_ = false;
  std::vector<Package> packages_;
  std::vector<Paths> paths_, imports_;  // the longest folder first
  std::map<std::pair<std::string, std::string>, std::optional<Id>> found_;
};

}  // namespace codeweaver::graph
