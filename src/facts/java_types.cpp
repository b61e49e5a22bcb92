// JavaReader: types and annotations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "facts/java_reader.hpp"

namespace codeweaver::facts {

void JavaReader::annotations(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "modifiers") {
      for (const Node& part : named(one)) annotation(part, scope);
    } else {
      annotation(one, scope);
    }
  }
}

void JavaReader::annotation(const Node& node, Id scope) {
  const Depth depth(depth_);
  const auto as = child(node, "name");
  const bool is_annotation = type(node) == "annotation" || type(node) == "marker_annotation";
  if (!is_annotation || !as || depth.is_too_deep()) return;
  const Id made = instance(type_of(*as, scope));
  const auto list = child(node, "arguments");
  if (!list) return;
  for (const Node& one : named(*list)) {
    if (type(one) != "element_value_pair") {
      value(one, scope);
      continue;
    }
    const auto key = child(one, "key");
    if (key && made != kNone)
      build_.use(*key, build_.expr(ExprKind::kMethod, build_.list({made}), name(*key)), scope,
                 Use::Kind::kOther);
    if (const auto given = child(one, "value")) value(*given, scope);
  }
}

Id JavaReader::variable_type(const Node& holder, Id scope) {
  const auto written = child(holder, "type");
  if (!written || text(*written) == "var") return kNone;
  return type_of(*written, scope);
}

Id JavaReader::with_dimensions(const Node& holder, Id type) {
  const auto brackets = child(holder, "dimensions");
  if (!brackets) return type;
  const auto count = std::ranges::count(text(*brackets), '[');
  for (std::ptrdiff_t i = 0; i < count; ++i) type = build_.expr(ExprKind::kListType, type);
  return type;
}

Id JavaReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "type_identifier" || kind == "identifier") {
    const Id id = build_.expr(ExprKind::kTypeName, scope, name(node));
    build_.use(node, id, scope, Use::Kind::kType);
    return id;
  }
  if (kind == "scoped_type_identifier" || kind == "scoped_identifier" || kind == "field_access")
    return scoped_type(node, scope);
  if (kind == "generic_type") return generic_type(node, scope);
  if (kind == "array_type") {
    const auto element = child(node, "element");
    return with_dimensions(node, element ? type_of(*element, scope) : kNone);
  }
  if (kind == "integral_type" || kind == "floating_point_type" || kind == "boolean_type" ||
      kind == "void_type")
    return library(text(node));
  annotations(node, scope);  // a wildcard or a type with annotations
  Id out = kNone;
  if (kind == "wildcard" || kind == "annotated_type")
    for (const Node& one : named(node))
      if (!type(one).ends_with("annotation") && type(one) != "super") out = type_of(one, scope);
  return out;
}

Id JavaReader::scoped_type(const Node& node, Id scope) {
  Id before = kNone;
  for (const Node& one : named(node)) {
    if (type(one).ends_with("annotation")) {
      annotation(one, scope);
    } else if (before == kNone) {
      before = type_of(one, scope);
      if (before == kNone) return kNone;
    } else {
      before = build_.expr(ExprKind::kTypeMember, before, name(one));
      build_.use(one, before, scope, Use::Kind::kType);
    }
  }
  return before;
}

Id JavaReader::generic_type(const Node& node, Id scope) {
  Id base = kNone;
  std::vector<Id> arguments;
  for (const Node& one : named(node)) {
    if (type(one) != "type_arguments") {
      base = type_of(one, scope);
      continue;
    }
    for (const Node& written : named(one)) arguments.push_back(type_of(written, scope));
  }
  if (base == kNone) return kNone;
  return build_.expr(ExprKind::kGenericType, base, build_.list(arguments));
}

}  // namespace codeweaver::facts
