// Unpacks facts and checks every number in them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "facts/facts_codec.hpp"
#include "facts/facts_columns.hpp"
#include "facts/operands.hpp"

namespace codeweaver::facts {
namespace {

using base::ByteReader;

/// Each value has at least one byte in the first column of its kind, so the memory is bounded by
/// the bytes.
class FactsUnpacker {
 public:
  std::optional<Facts> read(ByteReader in) {
    out_.language = in.text();
    out_.is_module = in.varint() != 0;
    out_.package = in.difference_or(0, kNone);
    for (ByteReader& column : columns_) column = ByteReader(in.text());
    if (!in.ok() || !in.at_end()) return std::nullopt;
    names();
    scopes();
    lists();
    decls();
    exprs();
    uses();
    check();
    for (const ByteReader& column : columns_)
      if (!column.ok() || !column.at_end()) return std::nullopt;
    if (!is_sound_) return std::nullopt;
    out_.index();
    return std::move(out_);
  }

 private:
  ByteReader& at(Column column) { return columns_[static_cast<std::size_t>(column)]; }
  void require(bool is_true) { is_sound_ = is_sound_ && is_true; }

  static Id next(ByteReader& in, Id& last) {
    const Id id = in.difference_or(last, kNone);
    if (id != kNone) last = id;
    return id;
  }
  static std::uint8_t kind(ByteReader& in) {
    const auto kind = in.varint();
    if (kind > UINT8_MAX) in.fail();
    return static_cast<std::uint8_t>(kind);
  }

  void names() {
    ByteReader& sizes = at(Column::kNameSizes);
    ByteReader& bytes = at(Column::kNameBytes);
    out_.names.reserve(sizes.remaining(), bytes.remaining());
    while (!sizes.at_end() && bytes.ok()) out_.names.add(bytes.take(sizes.varint()));
  }

  void scopes() {
    ByteReader& kinds = at(Column::kScopeKinds);
    Id parent = 0, owner = 0;
    out_.scopes.reserve(kinds.remaining());
    while (!kinds.at_end()) {
      Scope made;
      made.kind = static_cast<Scope::Kind>(kind(kinds));
      made.parent = next(at(Column::kScopeParents), parent);
      made.owner = next(at(Column::kScopeOwners), owner);
      require(made.parent == kNone || made.parent < out_.scopes.size());
      require(made.owner != kNone || made.kind != Scope::Kind::kClass);
      out_.scopes.push_back(made);
    }
    require(!out_.scopes.empty());
  }

  void lists() {
    ByteReader& sizes = at(Column::kListSizes);
    ByteReader& items = at(Column::kListItems);
    Id last = 0;
    list_begins_.reserve(sizes.remaining());
    out_.lists.reserve(sizes.remaining() + items.remaining());
    while (!sizes.at_end() && items.ok()) {
      const Id size = sizes.varint32();
      if (size == 0 || size > items.remaining()) return items.fail();
      list_begins_.push_back(static_cast<Id>(out_.lists.size()));
      out_.lists.push_back(size);
      for (Id i = 0; i < size; ++i) out_.lists.push_back(next(items, last));
    }
  }

  void decls() {
    ByteReader& kinds = at(Column::kDeclKinds);
    ByteReader& places = at(Column::kDeclPlaces);
    ByteReader& ids = at(Column::kDeclIds);
    std::array<Id, kDeclIds.size()> last{};
    std::uint32_t line = 1;
    out_.decls.reserve(kinds.remaining());
    while (!kinds.at_end() && places.ok() && ids.ok()) {
      Decl made;
      made.kind = static_cast<DeclKind>(kind(kinds));
      std::uint32_t marks = at(Column::kDeclMarks).varint32();
      const bool has_place = (marks & 1U) != 0;
      marks >>= 1U;
      for (const auto flag : kDeclFlags) {
        made.*flag = (marks & 1U) != 0;
        marks >>= 1U;
      }
      if (has_place) {
        made.place.line = line = places.difference(line);
        made.place.column = places.varint32();
        made.end_line = places.difference(line);
      }
      for (std::size_t i = 0; i < kDeclIds.size(); ++i, marks >>= 1U) {
        if ((marks & 1U) == 0) continue;
        last[i] = ids.difference(last[i]);
        made.*kDeclIds[i] = is_list(kDeclIds[i]) ? list_at(last[i]) : last[i];
      }
      require(marks == 0);
      out_.decls.push_back(made);
    }
  }

  void exprs() {
    ByteReader& kinds = at(Column::kExprKinds);
    out_.exprs.reserve(kinds.remaining());
    while (!kinds.at_end() && is_sound_) {
      Expr made;
      made.kind = static_cast<ExprKind>(kind(kinds));
      const auto operands = operands_of(made.kind);
      if (!operands) return require(false);
      made.a = number(at(Column::kExprFirst), operands->a);
      made.b = number(at(Column::kExprSecond), operands->b);
      out_.exprs.push_back(made);
    }
  }

  Id number(ByteReader& in, Operand operand) {
    const auto own = static_cast<Id>(out_.exprs.size());
    switch (operand) {
      case Operand::kUnused:
        return kNone;
      case Operand::kPosition:
        return in.varint32();
      case Operand::kExpr:
      case Operand::kCall:
      case Operand::kMethod: {
        const Id back = in.varint32();
        require(back < own);
        return own - 1 - back;
      }
      case Operand::kAnyExpr: {
        const Id back = in.varint32();
        require(back <= own);
        return back == 0 ? kNone : own - back;
      }
      case Operand::kExprs:
      case Operand::kNarrowing: {
        const Id list = next(in, last_list_);
        return list == kNone ? kNone : list_at(list);
      }
      case Operand::kName:
        return next(in, last_name_);
      case Operand::kScope:
        return next(in, last_scope_);
      case Operand::kDecl:
        return next(in, last_decl_);
    }
    return kNone;
  }

  void uses() {
    ByteReader& lines = at(Column::kUseLines);
    ByteReader& use_columns = at(Column::kUseColumns);
    out_.uses.reserve(lines.remaining());
    Place place;
    Id expr = 0, scope = 0;
    while (!lines.at_end() && is_sound_) {
      const std::uint64_t head = lines.varint();
      const std::uint64_t line = place.line + (head >> 3U);
      require(line <= UINT32_MAX && (head >> 3U) <= UINT32_MAX);
      require((head & 7U) <= static_cast<std::uint64_t>(Use::Kind::kConstruct));
      const Id column = use_columns.varint32();
      Use made{.place = place, .kind = static_cast<Use::Kind>(head & 7U)};
      made.place.column = head < 8 ? place.column + column : column;
      made.place.line = static_cast<std::uint32_t>(line);
      made.expr = at(Column::kUseExprs).difference(expr);
      if (made.expr >= out_.exprs.size()) return require(false);
      made.scope =
          at(Column::kUseScopes).difference_or(usual_scope(out_.exprs[made.expr], scope), kNone);
      place = made.place;
      expr = std::max(expr, made.expr + 1);
      scope = made.scope == kNone ? 0 : made.scope;
      out_.uses.push_back(made);
    }
  }

  Id list_at(Id number) {
    require(number < list_begins_.size());
    return number < list_begins_.size() ? list_begins_[number] : kNone;
  }

  bool is_name(Id id) const { return id == kNone || id < out_.names.size(); }
  bool is_scope(Id id) const { return id == kNone || id < out_.scopes.size(); }
  bool is_decl(Id id) const { return id == kNone || id < out_.decls.size(); }
  bool is_expr(Id id) const { return id == kNone || id < out_.exprs.size(); }
  bool are_exprs(Id list) const {
    return std::ranges::all_of(out_.list(list), [&](Id id) { return is_expr(id); });
  }
  bool are_decls(Id list) const {
    return std::ranges::all_of(out_.list(list), [&](Id id) { return id != kNone && is_decl(id); });
  }
  bool is_narrowing(Id list) const {
    const auto items = out_.list(list);
    if (items.size() < 2) return false;
    return is_name(items[0]) && items[1] < 2 &&
           std::ranges::all_of(items.subspan(2), [&](Id id) { return is_name(id); });
  }

  /// Numbers that refer to what is read later.
  void check() {
    if (!is_sound_) return;
    require(is_name(out_.package));
    for (const Scope& scope : out_.scopes) require(is_decl(scope.owner));
    for (const Decl& decl : out_.decls) require(is_sound(decl));
    for (const Expr& expr : out_.exprs) {
      const Operands operands = operands_of(expr.kind).value_or(Operands{});
      require(is_sound(operands.a, expr.a) && is_sound(operands.b, expr.b));
    }
    for (const Use& use : out_.uses) require(is_sound(use));
  }

  bool is_sound(const Decl& decl) const {
    return is_name(decl.name) && is_name(decl.owner_name) && is_name(decl.module) &&
           is_name(decl.imported) && is_name(decl.signature) && is_scope(decl.scope) &&
           is_scope(decl.inner) && is_decl(decl.owner) && is_expr(decl.type) &&
           are_exprs(decl.values) && are_exprs(decl.bases) && are_decls(decl.parameters) &&
           are_decls(decl.type_parameters) && are_decls(decl.own_type_parameters);
  }

  bool is_sound(Operand operand, Id id) const {
    switch (operand) {
      case Operand::kName:
        return is_name(id);
      case Operand::kScope:
        return is_scope(id);
      case Operand::kDecl:
        return id != kNone && is_decl(id);
      case Operand::kExprs:
        return are_exprs(id);
      case Operand::kNarrowing:
        return is_narrowing(id);
      case Operand::kCall:
        return out_.exprs[id].kind == ExprKind::kCall;
      case Operand::kMethod:
        return out_.exprs[id].kind == ExprKind::kMethod;
      default:
        return true;  // checked when it was read
    }
  }

  /// A use is of a name.
  bool is_sound(const Use& use) const {
    if (!is_scope(use.scope)) return false;
    const Expr& expr = out_.exprs[use.expr];
    if (expr.kind == ExprKind::kName) return expr.a != kNone;
    return operands_of(expr.kind)->b == Operand::kName && expr.b != kNone;
  }

  Facts out_;
  std::array<ByteReader, kColumns> columns_{};
  std::vector<Id> list_begins_;
  Id last_name_ = 0, last_scope_ = 0, last_decl_ = 0, last_list_ = 0;
  bool is_sound_ = true;
};

}  // namespace

std::optional<std::vector<std::string_view>> packed_names(std::string_view bytes) {
  if (!are_current_facts(bytes) || bytes.size() == 1) return std::nullopt;
  ByteReader in(bytes.substr(1));
  in.text();    // the language
  in.varint();  // is_module
  in.difference_or(0, kNone);
  ByteReader sizes(in.text());  // the first two columns
  ByteReader names(in.text());
  std::vector<std::string_view> out;
  out.reserve(sizes.remaining());
  while (!sizes.at_end() && names.ok()) out.push_back(names.take(sizes.varint()));
  if (!in.ok() || !sizes.ok() || !names.ok()) return std::nullopt;
  return out;
}

std::optional<PackedFacts> unpack_facts(std::string_view bytes) {
  if (!are_current_facts(bytes)) return std::nullopt;
  if (bytes.size() == 1) return PackedFacts{};
  auto facts = FactsUnpacker().read(ByteReader(bytes.substr(1)));
  if (!facts) return std::nullopt;
  return PackedFacts{std::move(facts)};
}

}  // namespace codeweaver::facts
