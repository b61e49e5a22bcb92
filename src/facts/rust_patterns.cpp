// RustReader: `let` and patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>

#include "facts/rust_reader.hpp"

namespace codeweaver::facts {
namespace {

/// Names of types, variants and constants begin with a large letter; those of variables do not.
bool is_binding_name(std::string_view name) {
  return !name.empty() && name != "_" && std::isupper(static_cast<unsigned char>(name[0])) == 0;
}

constexpr std::array kWithin{std::string_view("mut_pattern"), std::string_view("ref_pattern"),
                             std::string_view("reference_pattern"),
                             std::string_view("match_pattern")};

}  // namespace

/// True if the pattern declares a name that means something else before.
bool RustReader::hides(const Node& node, Id scope) {
  const std::string_view kind = type(node);
  if (kind == "identifier" || kind == "shorthand_field_identifier")
    return build_.visible(scope, name(node)) != kNone;
  return std::ranges::any_of(named(node), [&](const Node& one) { return hides(one, scope); });
}

/// True for types such as `Vec<_>`.
bool RustReader::has_hole(const Node& node) const {
  const std::string_view written = text(node);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto is_part = [&](std::size_t at) {
      return at < written.size() &&
             (std::isalnum(static_cast<unsigned char>(written[at])) != 0 || written[at] == '_');
    };
    if (written[i] == '_' && !is_part(i + 1) && (i == 0 || !is_part(i - 1))) return true;
  }
  return false;
}

Id RustReader::let(const Node& node, Id scope) {
  const auto bound = child(node, "pattern");
  const auto written = child(node, "type");
  const auto given = child(node, "value");
  Id type = written ? type_of(*written, scope) : kNone;
  Id of = given ? value(*given, scope) : kNone;
  if (const auto other = child(node, "alternative")) block(*other, scope);
  if (!bound) return scope;
  if (type != kNone && has_hole(*written)) {
    of = of == kNone ? instance(type) : build_.expr(ExprKind::kWanted, of, type);
    type = kNone;
  }
  if (hides(*bound, scope)) scope = build_.open_scope(Scope::Kind::kBlock, scope);
  pattern(*bound, type == kNone ? of : instance(type), type, scope);
  return scope;
}

void RustReader::bind(const Node& node, Id given, Id type, Id scope) {
  Id id = build_.in_scope(scope, name(node));  // again in another alternative: `A(x) | B(x)`
  if (id == kNone) {
    id = build_.declare(DeclKind::kVariable, node, scope);
    build_.decl(id).is_local = true;
    build_.decl(id).type = type;
  }
  if (type == kNone) build_.assign(id, given);
}

void RustReader::pattern(const Node& node, Id given, Id type, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = this->type(node);
  if (kind == "identifier") {
    if (is_binding_name(text(node))) return bind(node, given, type, scope);
    path_value(node, scope);
  } else if (kind == "shorthand_field_identifier") {
    bind(node, given, type, scope);
  } else if (kind == "scoped_identifier") {
    path_value(node, scope);
  } else if (std::ranges::find(kWithin, kind) != kWithin.end()) {
    const auto condition = child(node, "condition");
    for (const Node& one : named(node))
      if (!condition || one.range != condition->range) pattern(one, given, type, scope);
    if (condition) this->condition(*condition, scope);
  } else if (kind == "or_pattern") {
    for (const Node& one : named(node)) pattern(one, given, type, scope);
  } else if (kind == "captured_pattern") {
    const Nodes inner = named(node);
    if (!inner.empty()) bind(inner[0], given, type, scope);
    for (std::size_t i = 1; i < inner.size(); ++i) pattern(inner[i], given, type, scope);
  } else if (kind == "tuple_pattern") {
    parts(node, given, kNone, 0, scope);
  } else if (kind == "slice_pattern") {
    const Id element = given == kNone ? kNone : build_.expr(ExprKind::kElement, given);
    for (const Node& one : named(node)) pattern(one, element, kNone, scope);
  } else if (kind == "tuple_struct_pattern") {
    const auto of = child(node, "type");
    const Id path = of ? path_value(*of, scope) : kNone;
    parts(node, given, path, 1, scope);
  } else if (kind == "struct_pattern") {
    struct_pattern(node, given, scope);
  } else if (kind == "generic_pattern" || kind == "range_pattern" || kind == "const_block" ||
             kind == "macro_invocation" || kind == "closure_expression") {
    for (const Node& one : named(node))
      this->type(one) == "type_arguments" ? (void)type_arguments(one, scope)
                                          : (void)value(one, scope);
  }
}

/// `path`: kNone for a tuple. `from`: the first child that is a part.
void RustReader::parts(const Node& node, Id given, Id path, std::size_t from, Id scope) {
  const Nodes inner = named(node);
  bool has_rest = false;
  for (std::size_t i = from; i < inner.size(); ++i) {
    if (type(inner[i]) == "remaining_field_pattern") {
      has_rest = true;
      continue;
    }
    // The grammar does not show `_`, which stands for a part, too.
    const std::string_view before = text(node).substr(0, inner[i].range.begin - node.range.begin);
    std::size_t position = 0;
    std::size_t level = 0;
    for (const char c : before) {
      if (c == '(' || c == '[' || c == '{') ++level;
      if (c == ')' || c == ']' || c == '}') --level;
      if (c == ',' && level == 1) ++position;
    }
    Id one = kNone;
    if (!has_rest && path != kNone)
      one = matched(given, path, position);
    else if (!has_rest && given != kNone)
      one = build_.expr(ExprKind::kPosition, given, static_cast<Id>(position));
    pattern(inner[i], one, kNone, scope);
  }
}

Id RustReader::matched(Id given, Id path, std::size_t position) {
  if (path == kNone) return kNone;
  return build_.expr(ExprKind::kMatched, build_.list({given, path}), static_cast<Id>(position));
}

void RustReader::struct_pattern(const Node& node, Id given, Id scope) {
  const auto of = child(node, "type");
  if (!of) return;
  const Id path = known(type_of(*of, scope));
  const Id whole = build_.expr(ExprKind::kMatched, build_.list({given, path}), kNone);
  for (const Node& one : named(node)) {
    if (type(one) != "field_pattern") continue;
    const auto as = child(one, "name");
    if (!as) continue;
    const Id field = build_.expr(ExprKind::kFieldOf, whole, name(*as));
    build_.use(*as, field, scope, Use::Kind::kOther);
    if (const auto inner = child(one, "pattern"))
      pattern(*inner, field, kNone, scope);
    else
      bind(*as, field, kNone, scope);
  }
}

}  // namespace codeweaver::facts
