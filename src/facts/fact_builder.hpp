// FactBuilder: collects the facts of one text while its tree is read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"
#include "facts/operands.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::facts {

/// Names, declarations and expressions of a text, for the readers of each language. A reader walks
/// the tree and calls this. The tree and the text must outlive it.
class FactBuilder {
 public:
  FactBuilder(const syntax::SyntaxTree& tree, std::string_view text);

  std::string_view text(const syntax::Node& node) const noexcept {
    return text_.substr(node.range.begin, node.range.size());
  }
  Id name(std::string_view text);
  /// Declares the name at `node`. `scope`: where it is visible.
  Id declare(DeclKind kind, const syntax::Node& node, Id scope, Id owner = kNone);
  /// Declares something without a name: a function literal, an unnamed type.
  Id declare_unnamed(DeclKind kind, const syntax::Node& node);
  /// Declares the name of `other` at its place, with its type.
  Id declare_at(DeclKind kind, const Decl& other, Id scope);
  Decl& decl(Id id) { return facts_.decls[id]; }
  Id open_scope(Scope::Kind kind, Id parent, Id owner = kNone);
  /// The nearest declaration of a name, from `scope` outwards; kNone: none.
  Id visible(Id scope, Id name) const;
  /// The declaration in this very scope; kNone: none.
  Id in_scope(Id scope, Id name) const;

  Id expr(ExprKind kind, Id a = kNone, Id b = kNone);
  const Expr& expr_at(Id id) const { return facts_.exprs[id]; }
  Id list(const std::vector<Id>& items);
  /// Something is assigned to a value. Beyond a few assignments the rest is ignored.
  void assign(Id decl, Id expr);
  /// What has been assigned to a value so far.
  std::vector<Id> assigned(Id decl) const;
  void add_base(Id decl, Id type);
  void use(const syntax::Node& node, Id expr, Id scope, Use::Kind kind);
  void use(Place place, Id expr, Id scope, Use::Kind kind);
  /// Changes the kind of one of the last uses: the one whose name is at `node`.
  void set_use(const syntax::Node& node, Use::Kind kind);

  Place place_of(const syntax::Node& node) const noexcept;

  Facts& facts() noexcept { return facts_; }
  const Facts& facts() const noexcept { return facts_; }
  /// The complete facts. Call it once.
  Facts finish();

 private:
  const syntax::SyntaxTree& tree_;
  std::string_view text_;
  Facts facts_;
  std::unordered_map<std::string_view, Id> names_;  // views of text_ or of literals
  std::unordered_map<std::uint64_t, Id> first_in_;  // (scope, name) -> first declaration
  std::unordered_map<Expr, Id, ExprHash> exprs_;
  std::unordered_map<Id, std::vector<Id>> values_, bases_;  // by declaration
};

}  // namespace codeweaver::facts
