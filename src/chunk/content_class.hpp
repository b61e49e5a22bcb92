// ContentClassifier: what a piece of code without a definition is about, by its node types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chunk/node_source.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver::chunk {

/// Reads a grammar's name of a node type ("for_in_statement"); nullopt: it says nothing.
std::optional<SemanticClass> content_class(std::string_view node_name) noexcept;

/// The same for nodes of one tree, each name read once; wrappers that say nothing
/// ("expression_statement") are asked for their first named child.
class ContentClassifier {
 public:
  explicit ContentClassifier(const NodeSource& source) noexcept : source_(source) {}
  SemanticClass classify(const syntax::Node& node);

 private:
  std::optional<SemanticClass> by_symbol(const syntax::Node& node);

  const NodeSource& source_;
  std::vector<std::optional<std::optional<SemanticClass>>> known_;  // by symbol
  std::vector<syntax::Node> kids_;
};

}  // namespace codeweaver::chunk
