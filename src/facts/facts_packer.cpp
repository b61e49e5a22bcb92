// Packs facts, column by column.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "facts/facts_codec.hpp"
#include "facts/facts_columns.hpp"
#include "facts/operands.hpp"

namespace codeweaver::facts {
namespace {

using base::put_difference;
using base::put_text;
using base::put_varint;

class FactsPacker {
 public:
  explicit FactsPacker(const Facts& facts) : facts_(facts) {}

  std::string pack() {
    names();
    scopes();
    lists();
    for (const Decl& decl : facts_.decls) put(decl);
    for (Id id = 0; id < facts_.exprs.size(); ++id) put(id, facts_.exprs[id]);
    uses();
    std::string out;
    put_text(out, facts_.language);
    put_varint(out, facts_.is_module ? 1 : 0);
    put_id(out, facts_.package, 0);
    for (const std::string& column : columns_) put_text(out, column);
    return out;
  }

 private:
  std::string& at(Column column) { return columns_[static_cast<std::size_t>(column)]; }

  static void put_id(std::string& out, Id id, Id expected) {
    base::put_difference_or(out, id, expected, kNone);
  }
  static void put_next(std::string& out, Id id, Id& last) {
    put_id(out, id, last);
    if (id != kNone) last = id;
  }
  Id list_number(Id list) const {
    if (list == kNone) return kNone;
    return static_cast<Id>(std::ranges::lower_bound(list_begins_, list) - list_begins_.begin());
  }

  void names() {
    for (Id id = 0; id < facts_.names.size(); ++id) {
      const std::string_view name = facts_.names[id];
      put_varint(at(Column::kNameSizes), name.size());
      at(Column::kNameBytes) += name;
    }
  }

  void scopes() {
    Id parent = 0, owner = 0;
    for (const Scope& scope : facts_.scopes) {
      put_varint(at(Column::kScopeKinds), static_cast<std::uint8_t>(scope.kind));
      put_next(at(Column::kScopeParents), scope.parent, parent);
      put_next(at(Column::kScopeOwners), scope.owner, owner);
    }
  }

  void lists() {
    Id last = 0;
    for (std::size_t begin = 0; begin < facts_.lists.size(); begin += facts_.lists[begin] + 1) {
      list_begins_.push_back(static_cast<Id>(begin));
      put_varint(at(Column::kListSizes), facts_.lists[begin]);
      for (const Id item : facts_.list(static_cast<Id>(begin)))
        put_next(at(Column::kListItems), item, last);
    }
  }

  void put(const Decl& decl) {
    put_varint(at(Column::kDeclKinds), static_cast<std::uint8_t>(decl.kind));
    std::uint32_t marks = 0, bit = 0;
    for (const auto flag : kDeclFlags) marks |= (decl.*flag ? 1U : 0U) << bit++;
    for (const auto id : kDeclIds) marks |= (decl.*id != kNone ? 1U : 0U) << bit++;
    const bool has_place = decl.place != Place{} || decl.end_line != 1;
    put_varint(at(Column::kDeclMarks), marks << 1U | (has_place ? 1U : 0U));
    if (has_place) {
      put_difference(at(Column::kDeclPlaces), decl.place.line, decl_line_);
      put_varint(at(Column::kDeclPlaces), decl.place.column);
      put_difference(at(Column::kDeclPlaces), decl.end_line, decl.place.line);
      decl_line_ = decl.place.line;
    }
    for (std::size_t i = 0; i < kDeclIds.size(); ++i) {
      Id id = decl.*kDeclIds[i];
      if (id == kNone) continue;
      if (is_list(kDeclIds[i])) id = list_number(id);
      put_difference(at(Column::kDeclIds), id, decl_ids_[i]);
      decl_ids_[i] = id;
    }
  }

  void put(Id own, const Expr& expr) {
    put_varint(at(Column::kExprKinds), static_cast<std::uint8_t>(expr.kind));
    const Operands operands = operands_of(expr.kind).value_or(Operands{});
    put(at(Column::kExprFirst), own, operands.a, expr.a);
    put(at(Column::kExprSecond), own, operands.b, expr.b);
  }

  void put(std::string& out, Id own, Operand operand, Id id) {
    switch (operand) {
      case Operand::kUnused:
        return;
      case Operand::kPosition:
        return put_varint(out, id);
      case Operand::kExpr:
      case Operand::kCall:
      case Operand::kMethod:
        return put_varint(out, own - 1 - id);
      case Operand::kAnyExpr:
        return put_varint(out, id == kNone ? 0 : own - id);
      case Operand::kExprs:
      case Operand::kNarrowing:
        return put_next(out, list_number(id), last_list_);
      case Operand::kName:
        return put_next(out, id, last_name_);
      case Operand::kScope:
        return put_next(out, id, last_scope_);
      case Operand::kDecl:
        return put_next(out, id, last_decl_);
    }
  }

  void uses() {
    Place place;
    Id expr = 0, scope = 0;
    for (const Use& use : facts_.uses) {
      const std::uint32_t lines = use.place.line - place.line;
      put_varint(at(Column::kUseLines),
                 std::uint64_t{lines} << 3U | static_cast<std::uint8_t>(use.kind));
      put_varint(at(Column::kUseColumns),
                 lines == 0 ? use.place.column - place.column : use.place.column);
      put_difference(at(Column::kUseExprs), use.expr, expr);
      expr = std::max(expr, use.expr + 1);
      put_id(at(Column::kUseScopes), use.scope, usual_scope(facts_.exprs[use.expr], scope));
      place = use.place;
      scope = use.scope == kNone ? 0 : use.scope;
    }
  }

  const Facts& facts_;
  std::array<std::string, kColumns> columns_;
  std::vector<Id> list_begins_;
  std::array<Id, kDeclIds.size()> decl_ids_{};  // of the declaration before
  std::uint32_t decl_line_ = 1;
  Id last_name_ = 0, last_scope_ = 0, last_decl_ = 0, last_list_ = 0;
};

}  // namespace

std::string pack_facts(const Facts* facts) {
  std::string out(1, static_cast<char>(kFactsVersion));
  if (facts != nullptr) out += FactsPacker(*facts).pack();
  return out;
}

}  // namespace codeweaver::facts
