// TreeReader: what the readers of all languages need to walk a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/fact_builder.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// Base of the readers. Not thread-safe.
class TreeReader {
 protected:
  using Node = syntax::Node;
  using Nodes = std::vector<Node>;

  TreeReader(const syntax::SyntaxTree& tree, std::string_view text)
      : build_(tree, text), tree_(tree) {}

  std::string_view type(const Node& node) const { return tree_.name(node); }
  std::string_view text(const Node& node) const { return build_.text(node); }
  std::optional<Node> child(const Node& node, std::string_view field) const {
    return tree_.child(node, field);
  }
  Nodes children(const Node& node, std::string_view field) const {
    Nodes out;
    tree_.children(node, field, out);
    return out;
  }
  /// The named children, without comments.
  Nodes named(const Node& node) const {
    Nodes out;
    tree_.named_children(node, out);
    return out;
  }
  Id name(const Node& node) { return build_.name(text(node)); }
  /// Notes that the type `written`, which was read just now, is the class of a new object.
  void set_constructed(const Node& written) {
    for (Node at = written;;) {
      const std::string_view kind = type(at);
      if (kind == "type_identifier" || kind == "identifier")
        return build_.set_use(at, Use::Kind::kConstruct);
      if (const auto as = child(at, "name")) {
        at = *as;
        continue;
      }
      const Nodes parts = named(at);
      const bool is_scoped = kind == "scoped_type_identifier";
      if (parts.empty() || (!is_scoped && kind != "generic_type")) return;
      at = is_scoped ? parts.back() : parts.front();
    }
  }
  void set_end(Id decl, const Node& node) { build_.decl(decl).end_line = tree_.end_row(node) + 1; }

  /// Counts the nesting of a recursive reader. Deeper nodes are not read.
  class Depth {
   public:
    explicit Depth(std::uint32_t& depth) noexcept : depth_(depth) { ++depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }
    bool is_too_deep() const noexcept { return depth_ > kMost; }

   private:
    static constexpr std::uint32_t kMost = 400;
    std::uint32_t& depth_;
  };

  FactBuilder build_;
  const syntax::SyntaxTree& tree_;
  std::uint32_t depth_ = 0;
};

}  // namespace codeweaver::facts
