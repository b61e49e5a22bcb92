// PythonReader: branches, and what they say about names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "facts/python_reader.hpp"

namespace codeweaver::facts {

void PythonReader::if_statement(const Node& node, Id scope) {
  const auto condition = child(node, "condition");
  const auto then = child(node, "consequence");
  const std::string_view asked = condition ? text(*condition) : std::string_view();
  const bool asks_types = asked == "TYPE_CHECKING" || asked.ends_with(".TYPE_CHECKING");
  if (condition) value(*condition, scope);
  if (then) {
    const Id block = is_local(scope) ? build_.open_scope(Scope::Kind::kBlock, scope) : scope;
    if (condition && block != scope) narrow(*condition, scope, block);
    const bool was_type_only = std::exchange(is_type_only_, is_type_only_ || asks_types);
    statement(*then, block);
    is_type_only_ = was_type_only;
  }
  const bool asks_version = asked.starts_with("sys.version_info >") || asks_types;
  const bool was_fallback = std::exchange(is_fallback_, is_fallback_ || asks_version);
  for (const Node& other : children(node, "alternative")) statement(other, scope);
  is_fallback_ = was_fallback;
}

void PythonReader::narrow(const Node& condition, Id scope, Id block) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const Nodes parts = named(condition);
  if (type(condition) == "boolean_operator" || type(condition) == "parenthesized_expression") {
    const auto sign = child(condition, "operator");
    if (!sign || text(*sign) == "and")
      for (const Node& part : parts) narrow(part, scope, block);
    return;
  }
  if (type(condition) != "call" || parts.size() != 2 || text(parts[0]) != "isinstance") return;
  const Nodes given = named(parts[1]);
  if (given.size() != 2 || type(given[0]) != "identifier") return;
  const Id known = build_.visible(scope, name(given[0]));
  if (known == kNone || !build_.decl(known).is_local) return;
  const std::string_view kind = type(given[1]);
  if (kind != "identifier" && kind != "attribute") return;
  const std::size_t uses = build_.facts().uses.size();
  const Id type = value(given[1], scope);  // its uses are known from the condition
  build_.facts().uses.resize(uses);
  if (type == kNone) return;
  const Id id = build_.declare(DeclKind::kVariable, given[0], block);
  build_.decl(id).is_local = true;
  build_.assign(id, build_.expr(ExprKind::kInstance, type));
  variables_[key_of(block, name(given[0]))] = id;
}

void PythonReader::pattern(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const Nodes parts = named(node);
  const std::string_view kind = type(node);
  if (kind == "dotted_name" || kind == "identifier") {
    if (kind == "dotted_name" && parts.size() != 1) {
      Id whole = kNone;
      for (const Node& part : parts) {
        whole = whole == kNone ? build_.expr(ExprKind::kName, name(part), scope)
                               : build_.expr(ExprKind::kMember, whole, name(part));
        build_.use(part, whole, scope, Use::Kind::kOther);
      }
      return;
    }
    const Node& bound = parts.empty() ? node : parts[0];
    if (text(bound) != "_") bind(bound, kNone, scope);
    return;
  }
  const bool is_class = kind == "class_pattern";
  for (std::size_t i = is_class || kind == "keyword_pattern" ? 1 : 0; i < parts.size(); ++i)
    pattern(parts[i], scope);
  if (!is_class || parts.empty()) return;
  Id whole = kNone;
  for (const Node& part : named(parts[0])) {
    whole = whole == kNone ? build_.expr(ExprKind::kName, name(part), scope)
                           : build_.expr(ExprKind::kMember, whole, name(part));
    build_.use(part, whole, scope, Use::Kind::kType);
  }
}

}  // namespace codeweaver::facts
