// UseGraph: how much files use each other, by the names that they import.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/searching/open/import_graph.hpp"
#include "engine/searching/open/symbol_graph.hpp"
#include "facts/facts.hpp"

namespace codeweaver::engine {

/// A file, its definitions that others may use, and the files that it uses.
struct UsingFile {
  std::string path{};
  /// Declarations by name; the uses of each in other files.
  struct Declared {
    facts::Id decl = 0;
    bool is_member = false;
    std::size_t uses = 0;
  };
  std::map<std::string, Declared, std::less<>> declared{};
  std::map<std::uint32_t, double> used{};  ///< other files, with the number of uses
};

/// A use counts for a definition if its file imports the file of the definition, directly or
/// through files that pass the name on, or is in the same package. Uses are not linked, so of two
/// members with one name, both count.
class UseGraph {
 public:
  /// `paths`: the files that count. Those not read until `end` are missing.
  UseGraph(SymbolGraph::Question& question, const std::vector<std::string>& paths,
           std::chrono::steady_clock::time_point end);

  const std::vector<UsingFile>& files() const noexcept { return files_; }
  bool is_complete() const noexcept { return is_complete_; }
  /// The importance of each file: PageRank over the uses, with sum 1.
  std::vector<double> ranks() const;

 private:
  using Names = std::map<std::string, std::size_t, std::less<>>;
  using Passed = std::map<std::string_view, std::uint32_t>;

  void read(SymbolGraph::Question& question, std::uint32_t file);
  void connect(std::uint32_t file);
  std::vector<std::uint32_t> targets_of(std::uint32_t file) const;
  Passed passed_by(std::uint32_t file) const;
  /// The file that declares a name which `target` passes on; none: the number of files.
  std::uint32_t declaring(std::uint32_t target, std::string_view name) const;
  void count(std::uint32_t file, std::uint32_t owner, std::string_view name);

  std::shared_ptr<const ImportGraph> imports_;
  std::vector<UsingFile> files_;
  std::vector<Names> uses_;                                  // by file: how often it uses a name
  std::set<std::pair<std::uint32_t, std::string>> counted_;  // uses of the file at work
  std::vector<Passed> passed_;  // by file: names that it imports, and from which file
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::map<std::string, std::vector<std::uint32_t>> packages_;  // files by folder and package
  std::vector<std::string> package_of_;                         // empty: names need an import
  bool is_complete_ = true;
};

}  // namespace codeweaver::engine
