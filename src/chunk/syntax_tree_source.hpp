// SyntaxTreeSource: a parsed file as a NodeSource.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "chunk/node_source.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// The tree of a parsed file. Borrows it.
class SyntaxTreeSource final : public NodeSource {
 public:
  explicit SyntaxTreeSource(const syntax::SyntaxTree& tree) noexcept : tree_(tree) {}
  syntax::Node root() const override { return tree_.root(); }
  void children(const syntax::Node& node, std::vector<syntax::Node>& out) const override {
    tree_.children(node, out);
  }
  std::string_view name(const syntax::Node& node) const override { return tree_.name(node); }
  const std::vector<syntax::Definition>& definitions() const override {
    return tree_.definitions();
  }
  const std::vector<syntax::Member>& members() const override { return tree_.members(); }
  const std::vector<syntax::Reference>& references() const override { return tree_.references(); }

 private:
  const syntax::SyntaxTree& tree_;
};

}  // namespace codeweaver::chunk
