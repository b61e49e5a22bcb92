// Marks what links need, then copies it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/needed_facts.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "facts/operands.hpp"

namespace codeweaver::facts {
namespace {

bool is_block(const Scope& scope) {
  return scope.kind == Scope::Kind::kBlock;
}

/// Links end at these declarations, and no other text can name them.
bool is_local_value(const Decl& decl) {
  return decl.kind == DeclKind::kTypeParameter ||
         (decl.is_local && (decl.kind == DeclKind::kVariable || decl.kind == DeclKind::kParameter));
}

/// Marks the needed uses, declarations, expressions and scopes.
class NeededMarks {
 public:
  explicit NeededMarks(const Facts& facts)
      : facts_(facts),
        uses(facts.uses.size()),
        decls(facts.decls.size()),
        exprs(facts.exprs.size()),
        scopes(facts.scopes.size()) {
    mark_declared_scopes();
    for (std::size_t i = 0; i < facts.uses.size(); ++i) {
      uses[i] = !is_of_local(facts.uses[i]);
      if (uses[i]) mark_expr(facts.uses[i].expr);
    }
    for (Id id = 0; id < facts.decls.size(); ++id)
      if (!is_optional(facts.decls[id])) mark_decl(id);
    while (!left_.empty()) {
      const Id expr = left_.back();
      left_.pop_back();
      mark_operands(expr);
    }
  }

  /// Where the look-up of a name may begin: blocks that do not declare it change nothing.
  Id scope_of_name(Id scope, Id name) const {
    while (scope != kNone && is_block(facts_.scopes[scope]) &&
           facts_.scopes[scope].parent != kNone && facts_.declared(scope, name).empty())
      scope = facts_.scopes[scope].parent;
    return scope;
  }

 private:
  const Facts& facts_;
  std::vector<Id> left_;  // marked expressions whose operands are not marked yet

 public:
  std::vector<char> uses, decls, exprs, scopes;

 private:
  void mark_declared_scopes() {
    for (Id id = 0; id < facts_.scopes.size(); ++id)
      scopes[id] = id == 0 || !is_block(facts_.scopes[id]) || facts_.scopes[id].parent == kNone ||
                   facts_.scopes[id].owner != kNone;
  }

  bool is_of_local(const Use& use) const {
    const Expr& expr = facts_.exprs[use.expr];
    if (expr.kind != ExprKind::kName) return false;
    for (Id scope = expr.b; scope != kNone; scope = facts_.scopes[scope].parent) {
      const auto found = facts_.declared(scope, expr.a);
      if (found.empty()) continue;
      return facts_.scopes[scope].kind != Scope::Kind::kClass &&
             std::ranges::all_of(found, [&](Id id) { return is_local_value(facts_.decls[id]); });
    }
    return false;
  }

  /// A local variable counts only if a needed expression names it.
  static bool is_optional(const Decl& decl) {
    return decl.kind == DeclKind::kVariable && decl.is_local && decl.owner == kNone &&
           decl.inner == kNone && decl.name != kNone && decl.scope != kNone;
  }

  void mark_expr(Id id) {
    if (id == kNone || exprs[id] != 0) return;
    exprs[id] = 1;
    left_.push_back(id);
  }
  void mark_exprs(Id list) {
    for (const Id id : facts_.list(list)) mark_expr(id);
  }
  void mark_decls(Id list) {
    for (const Id id : facts_.list(list)) mark_decl(id);
  }

  void mark_decl(Id id) {
    if (id == kNone || decls[id] != 0) return;
    decls[id] = 1;
    const Decl& decl = facts_.decls[id];
    if (decl.scope != kNone) scopes[decl.scope] = 1;
    if (decl.inner != kNone) scopes[decl.inner] = 1;
    mark_decl(decl.owner);
    mark_expr(decl.type);
    mark_exprs(decl.values);
    mark_exprs(decl.bases);
    mark_decls(decl.parameters);
    mark_decls(decl.type_parameters);
    mark_decls(decl.own_type_parameters);
  }

  void mark_operands(Id id) {
    const Expr& expr = facts_.exprs[id];
    const Operands operands = operands_of(expr.kind).value_or(Operands{});
    mark(operands.a, expr.a);
    mark(operands.b, expr.b);
    if (expr.kind != ExprKind::kName) return;
    for (Id scope = expr.b; scope != kNone; scope = facts_.scopes[scope].parent)
      for (const Id decl : facts_.declared(scope, expr.a)) mark_decl(decl);
  }

  void mark(Operand operand, Id id) {
    if (operand == Operand::kDecl) mark_decl(id);
    if (operand == Operand::kExpr || operand == Operand::kAnyExpr || operand == Operand::kCall ||
        operand == Operand::kMethod)
      mark_expr(id);
    if (operand == Operand::kExprs) mark_exprs(id);
  }
};

/// Copies what is marked, in the same order, with new numbers.
class NeededCopy {
 public:
  NeededCopy(const Facts& from, const NeededMarks& marks)
      : from_(from), marks_(marks), names_(from.names.size(), kNone) {}

  Facts copy() {
    out_.language = from_.language;
    out_.is_module = from_.is_module;
    out_.package = name(from_.package);
    decls_ = numbers(marks_.decls);
    number_scopes();
    copy_exprs();
    copy_scopes();
    for (Id id = 0; id < from_.decls.size(); ++id)
      if (marks_.decls[id] != 0) out_.decls.push_back(copied(from_.decls[id]));
    for (std::size_t i = 0; i < from_.uses.size(); ++i) {
      if (marks_.uses[i] == 0) continue;
      Use use = from_.uses[i];
      use.expr = exprs_[use.expr];
      use.scope = around(use.scope);
      out_.uses.push_back(use);
    }
    out_.index();
    return std::move(out_);
  }

 private:
  static std::vector<Id> numbers(const std::vector<char>& marks) {
    std::vector<Id> out(marks.size(), kNone);
    Id next = 0;
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (marks[i] != 0) out[i] = next++;
    return out;
  }

  /// A scope that is left out stands for the one around it.
  void number_scopes() {
    scopes_ = numbers(marks_.scopes);
    for (Id id = 0; id < scopes_.size(); ++id)
      if (scopes_[id] == kNone) scopes_[id] = scopes_[from_.scopes[id].parent];
  }

  void copy_scopes() {
    for (Id id = 0; id < from_.scopes.size(); ++id) {
      if (marks_.scopes[id] == 0) continue;
      const Scope& scope = from_.scopes[id];
      out_.scopes.push_back(
          {scope.kind, scope.parent == kNone ? kNone : scopes_[scope.parent], decl(scope.owner)});
    }
  }

  /// The function or class around a use; blocks do not matter.
  Id around(Id scope) const {
    while (scope != kNone && is_block(from_.scopes[scope]) && from_.scopes[scope].parent != kNone &&
           from_.scopes[scope].owner == kNone)
      scope = from_.scopes[scope].parent;
    return scope == kNone ? kNone : scopes_[scope];
  }

  Id name(Id id) {
    if (id == kNone) return kNone;
    if (names_[id] == kNone) {
      names_[id] = static_cast<Id>(out_.names.size());
      out_.names.add(from_.names[id]);
    }
    return names_[id];
  }
  Id decl(Id id) const { return id == kNone ? kNone : decls_[id]; }
  Id expr(Id id) const { return id == kNone ? kNone : exprs_[id]; }

  /// Equal lists become one.
  Id add_list(std::vector<Id> items) {
    const auto [at, is_new] =
        lists_.try_emplace(std::move(items), static_cast<Id>(out_.lists.size()));
    if (is_new) {
      out_.lists.push_back(static_cast<Id>(at->first.size()));
      out_.lists.insert(out_.lists.end(), at->first.begin(), at->first.end());
    }
    return at->second;
  }
  Id exprs(Id list) {
    if (list == kNone) return kNone;
    std::vector<Id> items;
    for (const Id item : from_.list(list)) items.push_back(expr(item));
    return add_list(std::move(items));
  }
  Id decls(Id list) {
    if (list == kNone) return kNone;
    std::vector<Id> items;
    for (const Id item : from_.list(list)) items.push_back(decl(item));
    return add_list(std::move(items));
  }
  Id narrowing(Id list) {
    std::vector<Id> items;
    for (const Id item : from_.list(list)) items.push_back(items.size() == 1 ? item : name(item));
    return add_list(std::move(items));
  }

  void copy_exprs() {
    exprs_.assign(from_.exprs.size(), kNone);
    std::unordered_map<Expr, Id, ExprHash> made;  // equal ones again become one
    made.reserve(from_.exprs.size());
    for (Id id = 0; id < from_.exprs.size(); ++id) {
      if (marks_.exprs[id] == 0) continue;
      Expr copy = from_.exprs[id];
      if (copy.kind == ExprKind::kName) copy.b = marks_.scope_of_name(copy.b, copy.a);
      const Operands operands = operands_of(copy.kind).value_or(Operands{});
      copy.a = operand(operands.a, copy.a);
      copy.b = operand(operands.b, copy.b);
      const auto [at, is_new] = made.try_emplace(copy, static_cast<Id>(out_.exprs.size()));
      if (is_new) out_.exprs.push_back(copy);
      exprs_[id] = at->second;
    }
  }

  Id operand(Operand operand, Id id) {
    switch (operand) {
      case Operand::kUnused:
      case Operand::kPosition:
        return id;
      case Operand::kName:
        return name(id);
      case Operand::kScope:
        return id == kNone ? kNone : scopes_[id];
      case Operand::kDecl:
        return decl(id);
      case Operand::kExpr:
      case Operand::kAnyExpr:
      case Operand::kCall:
      case Operand::kMethod:
        return expr(id);
      case Operand::kExprs:
        return exprs(id);
      case Operand::kNarrowing:
        return narrowing(id);
    }
    return id;
  }

  Decl copied(const Decl& from) {
    Decl out = from;
    for (const auto member :
         {&Decl::name, &Decl::owner_name, &Decl::module, &Decl::imported, &Decl::signature})
      out.*member = name(from.*member);
    for (const auto member : {&Decl::scope, &Decl::inner})
      out.*member = from.*member == kNone ? kNone : scopes_[from.*member];
    for (const auto member : {&Decl::values, &Decl::bases}) out.*member = exprs(from.*member);
    for (const auto member :
         {&Decl::parameters, &Decl::type_parameters, &Decl::own_type_parameters})
      out.*member = decls(from.*member);
    if (is_local_value(from)) {
      out.place = {};
      out.end_line = 1;
    }
    out.owner = decl(from.owner);
    out.type = expr(from.type);
    return out;
  }

  const Facts& from_;
  const NeededMarks& marks_;
  Facts out_;
  std::vector<Id> names_, decls_, exprs_, scopes_;  // new number of each
  std::map<std::vector<Id>, Id> lists_;
};

}  // namespace

Facts needed_facts(const Facts& facts) {
  const NeededMarks marks(facts);
  return NeededCopy(facts, marks).copy();
}

}  // namespace codeweaver::facts
