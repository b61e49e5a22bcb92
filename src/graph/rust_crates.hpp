// RustCrates: packages and crates of a tree, from its Cargo.toml files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/source_tree.hpp"

namespace codeweaver::graph {

/// A Cargo.toml with a package.
struct RustPackage {
  std::string folder;
  std::string name;     ///< as Cargo.toml has it
  std::string library;  ///< as paths name its library; empty: it has none
  std::string library_root;
  std::vector<std::string> roots;  ///< of all its crates: the library first, then by path
  /// Names of libraries in paths -> names of packages; also those outside of the tree.
  std::map<std::string, std::string, std::less<>> dependencies;
};

/// The packages below a tree, by folder.
std::vector<RustPackage> rust_packages(SourceTree& tree);

/// A name as paths have it: with "_" for "-".
std::string rust_crate_name(std::string_view package);

}  // namespace codeweaver::graph
