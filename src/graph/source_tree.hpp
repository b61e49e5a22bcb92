// SourceTree: the files that a Linker links.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.hpp"

namespace codeweaver::graph {

/// The files of a project at one moment. Paths are relative to its root, with "/". A Linker calls
/// it from one thread, and expects the same answers as long as it lives.
class SourceTree {
 public:
  virtual ~SourceTree() = default;
  /// Null: there is no such file, or it has no facts.
  virtual std::shared_ptr<const facts::Facts> facts(std::string_view path) = 0;
  /// Names of the files directly in a folder ("": the root), sorted.
  virtual std::vector<std::string> files_in(std::string_view folder) = 0;
  /// Paths of all files with this name, sorted.
  virtual std::vector<std::string> files_named(std::string_view name) = 0;
  /// Paths of all folders that directly have a file whose name ends with `ending`, sorted.
  virtual std::vector<std::string> folders_with(std::string_view ending) = 0;
  /// Empty: there is no such file.
  virtual std::string text(std::string_view path) = 0;

 protected:
  SourceTree() = default;
  SourceTree(const SourceTree&) = default;
  SourceTree& operator=(const SourceTree&) = default;
};

}  // namespace codeweaver::graph
