// ListedTree: a SourceTree of a list of paths and a function that reads them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/source_tree.hpp"

namespace codeweaver::graph {

/// Parses each file at the first question about it.
class ListedTree final : public SourceTree {
 public:
  /// `read` returns the text of one of the paths; empty: it cannot be read.
  using Read = std::function<std::string(const std::string& path)>;

  ListedTree(const std::vector<std::string>& paths, Read read);

  std::shared_ptr<const facts::Facts> facts(std::string_view path) override;
  std::vector<std::string> files_in(std::string_view folder) override;
  std::vector<std::string> files_named(std::string_view name) override;
  std::vector<std::string> folders_with(std::string_view ending) override;
  std::string text(std::string_view path) override;

 private:
  Read read_;
  std::map<std::string, std::vector<std::string>, std::less<>> folders_;  // names of their files
  std::map<std::string, std::vector<std::string>, std::less<>> named_;    // paths by name
};

}  // namespace codeweaver::graph
