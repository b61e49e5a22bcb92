// ImportGraph: which files of a tree import which files, packages and libraries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/linker.hpp"

namespace codeweaver::engine {

/// A file, or something that a file imports.
struct ImportNode {
  enum class Kind : std::uint8_t {
    kFile,
    kPackage,  ///< the files of a package in one folder
    kOutside,  ///< something that the project does not have
    kMissing,  ///< the name says that it is in the project, but it was not found
  };
  Kind kind = Kind::kFile;
  std::string path{};                      ///< of the file or the folder; else the module's name
  std::vector<std::uint32_t> files{};      ///< kPackage: its files
  std::vector<std::uint32_t> imports{};    ///< edges that begin here
  std::vector<std::uint32_t> importers{};  ///< edges that end here
};

/// All imports of one thing in one file.
struct ImportEdge {
  std::uint32_t from = 0, to = 0;  ///< nodes
  std::vector<std::uint32_t> lines{};
  std::vector<std::string> names{};  ///< what it takes from there by name, in order, each once
  /// Reading the file needs it: it is not within a function, and not for a check of types only.
  bool is_needed_to_load = false;
};

/// Grows file by file.
class ImportGraph {
 public:
  /// Adds the imports of a file, by line.
  void add(std::string_view path, const std::vector<graph::Import>& imports);

  const std::vector<ImportNode>& nodes() const noexcept { return nodes_; }
  const std::vector<ImportEdge>& edges() const noexcept { return edges_; }
  /// The nodes that a path or a name stands for: a file or a folder of a package.
  std::vector<std::uint32_t> at(std::string_view path) const;
  /// The packages that a file is in.
  std::vector<std::uint32_t> packages_of(std::uint32_t file) const;
  /// Libraries with this name, and their parts: `os` and `os.path`.
  std::vector<std::uint32_t> libraries(std::string_view name) const;

  bool is_complete = false;  ///< it has all files that it was made of

 private:
  std::uint32_t node(ImportNode::Kind kind, std::string_view path);
  void add(std::uint32_t from, std::uint32_t to, const graph::Import& import);

  std::vector<ImportNode> nodes_;
  std::vector<ImportEdge> edges_;
  std::map<std::pair<ImportNode::Kind, std::string>, std::uint32_t> numbers_;
  std::multimap<std::uint32_t, std::uint32_t> packages_;  // by file
};

}  // namespace codeweaver::engine
