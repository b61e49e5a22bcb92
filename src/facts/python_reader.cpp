// PythonReader: statements, declarations and assignments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/python_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace codeweaver::facts {
namespace {

constexpr std::array kPythonGroups{
    std::string_view("block"),           std::string_view("else_clause"),
    std::string_view("try_statement"),   std::string_view("finally_clause"),
    std::string_view("while_statement"), std::string_view("with_statement"),
    std::string_view("with_clause"),     std::string_view("expression_statement"),
    std::string_view("match_statement"), std::string_view("if_clause"),
    std::string_view("module")};

}  // namespace

Facts PythonReader::read() {
  statements(tree_.root(), 0);
  return build_.finish();
}

void PythonReader::statements(const Node& node, Id scope) {
  for (const Node& one : named(node)) statement(one, scope);
}

void PythonReader::statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  if (std::ranges::find(kPythonGroups, kind) != kPythonGroups.end()) return statements(node, scope);
  if (declaration(node, kind, scope)) return;
  if (kind == "if_statement" || kind == "elif_clause") return if_statement(node, scope);
  if (kind == "with_item") return with_item(node, scope);
  if (kind == "except_clause" || kind == "except_group_clause") return except_clause(node, scope);
  if (kind == "case_pattern") return pattern(node, scope);
  if (kind == "case_clause") return statements(node, scope);
  if (kind == "for_statement") {
    const auto right = child(node, "right");
    const auto left = child(node, "left");
    const Id over = right ? value(*right, scope) : kNone;
    if (left) bind(*left, over == kNone ? kNone : build_.expr(ExprKind::kElement, over), scope);
    if (const auto body = child(node, "body")) statement(*body, scope);
    if (const auto other = child(node, "alternative")) statement(*other, scope);
    return;
  }
  if (kind == "return_statement") {
    for (const Node& one : named(node)) build_.assign(enclosing_function(scope), value(one, scope));
    return;
  }
  value(node, scope);
}

bool PythonReader::declaration(const Node& node, std::string_view kind, Id scope) {
  if (kind == "function_definition")
    function(node, scope, {});
  else if (kind == "class_definition")
    class_definition(node, scope);
  else if (kind == "decorated_definition")
    decorated(node, scope);
  else if (kind == "assignment" || kind == "augmented_assignment")
    assignment(node, scope);
  else if (kind == "import_statement")
    import(node, scope);
  else if (kind == "import_from_statement" || kind == "future_import_statement")
    import_from(node, scope);
  else if (kind == "global_statement" || kind == "nonlocal_statement")
    global(node, scope);
  else if (kind == "type_alias_statement")
    type_alias(node, scope);
  else
    return false;
  return true;
}

void PythonReader::import(const Node& node, Id scope) {
  scope = binding_scope(scope);
  for (const Node& one : children(node, "name")) {
    const auto path = type(one) == "aliased_import" ? child(one, "name") : one;
    const auto as = child(one, "alias");
    if (!path || named(*path).empty()) continue;
    // `import a.b` gives the name `a` to the module `a`.
    const Node bound = as ? *as : named(*path)[0];
    const bool has_parts = !as && named(*path).size() > 1;
    const bool is_second = is_second_choice(scope, name(bound));
    if (has_parts || is_second) unnamed_import(*path, name(*path), scope);
    if (is_second) continue;
    const Id id = build_.declare(DeclKind::kImport, bound, scope, class_of(scope));
    build_.decl(id).is_local = is_local(scope);
    build_.decl(id).module = name(as ? *path : bound);
    build_.decl(id).is_type_only = is_type_only_;
  }
}

void PythonReader::import_from(const Node& node, Id scope) {
  scope = binding_scope(scope);
  const auto from = child(node, "module_name");
  const std::string_view path = from ? text(*from) : std::string_view("__future__");
  const Id module = build_.name(path);
  const Id expr = build_.expr(ExprKind::kModule, module);
  for (const Node& one : children(node, "name")) {
    const auto taken = type(one) == "aliased_import" ? child(one, "name") : one;
    const auto as = child(one, "alias");
    if (!taken) continue;
    build_.use(*taken, build_.expr(ExprKind::kMember, expr, name(*taken)), scope,
               Use::Kind::kImport);
    if (is_second_choice(scope, name(as ? *as : *taken))) {
      build_.decl(unnamed_import(*taken, module, scope)).imported = name(*taken);
      continue;
    }
    const Id id = build_.declare(DeclKind::kImport, as ? *as : *taken, scope, class_of(scope));
    build_.decl(id).is_local = is_local(scope);
    build_.decl(id).module = module;
    build_.decl(id).imported = name(*taken);
    build_.decl(id).is_type_only = is_type_only_;
  }
  for (const Node& one : named(node))
    if (type(one) == "wildcard_import") {
      const Id id = build_.declare(DeclKind::kImport, one, scope);  // its name is "*"
      build_.decl(id).module = module;
    }
}

Id PythonReader::unnamed_import(const Node& place, Id module, Id scope) {
  const Id id = build_.declare_unnamed(DeclKind::kImport, place);
  build_.decl(id).is_local = is_local(scope);
  build_.decl(id).module = module;
  build_.decl(id).is_type_only = is_type_only_;
  return id;
}

bool PythonReader::is_second_choice(Id scope, Id name) const {
  return is_fallback_ && build_.in_scope(scope, name) != kNone;
}

void PythonReader::except_clause(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "block") {
      const bool was_fallback = std::exchange(is_fallback_, true);
      statement(one, scope);
      is_fallback_ = was_fallback;
      continue;
    }
    const auto other = child(node, "alias");
    if (other && other->range == one.range) continue;
    const auto inner = type(one) == "as_pattern" ? named(one) : Nodes();
    const Node& caught = inner.empty() ? one : inner[0];
    std::vector<Id> types;
    if (type(caught) == "tuple") {
      for (const Node& part : named(caught)) types.push_back(value(part, scope));
    } else {
      types.push_back(value(caught, scope));
    }
    std::erase(types, kNone);
    const Id made = types.empty()
                        ? kNone
                        : build_.expr(ExprKind::kInstance,
                                      build_.expr(ExprKind::kUnionType, build_.list(types)));
    if (inner.size() > 1) bind(inner.back(), made, scope);
    if (other) bind(*other, made, scope);
  }
}

void PythonReader::with_item(const Node& node, Id scope) {
  const auto given = child(node, "value");
  if (!given) return;
  const Nodes parts = named(*given);
  if (type(*given) != "as_pattern" || parts.size() < 2) {
    value(*given, scope);
    return;
  }
  const Id entered = value(parts[0], scope);
  bind(parts.back(), entered == kNone ? kNone : build_.expr(ExprKind::kEntered, entered), scope);
}

void PythonReader::global(const Node& node, Id scope) {
  const bool is_global = type(node) == "global_statement";
  for (const Node& one : named(node)) {
    const Id key = name(one);
    Id target = 0;
    if (!is_global) {
      const Id above = build_.facts().scopes[scope].parent;
      const Id known = above == kNone ? kNone : build_.visible(above, key);
      if (known == kNone) continue;
      target = build_.decl(known).scope;
    }
    for (Id at = scope; at != kNone; at = build_.facts().scopes[at].parent) {
      redirected_[key_of(at, key)] = target;
      if (build_.facts().scopes[at].kind == Scope::Kind::kFunction) break;
    }
  }
}

void PythonReader::type_alias(const Node& node, Id scope) {
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  if (!left || !right) return;
  Node as = *left;
  for (Nodes parts = named(as); !parts.empty(); parts = named(as)) as = parts[0];
  const Id id = build_.declare(DeclKind::kAlias, as, scope, class_of(scope));
  const Id type = type_of(*right, scope);
  build_.decl(id).type = type;
}

Id PythonReader::assignment(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  const auto written = child(node, "type");
  const Id type = written ? type_of(*written, scope) : kNone;
  bound_ = kNone;
  Id given = kNone;
  if (right)
    given = this->type(*right) == "assignment" ? assignment(*right, scope) : value(*right, scope);
  const Id bound = std::exchange(bound_, kNone);
  if (!left) return given;
  if (this->type(node) == "augmented_assignment") {
    value(*left, scope);
    return kNone;
  }
  bind(*left, given, scope, type);
  if (bound != kNone && this->type(*left) == "identifier")
    if (const auto at = variables_.find(key_of(scope, name(*left))); at != variables_.end())
      build_.add_base(at->second, bound);
  return given;
}

void PythonReader::bind(const Node& node, Id given, Id scope, Id written) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  if (kind == "identifier") return bind_name(node, given, scope, written);
  if (kind == "attribute") return bind_attribute(node, given, scope, written);
  if (kind == "pattern_list" || kind == "tuple_pattern" || kind == "list_pattern" ||
      kind == "tuple" || kind == "list" || kind == "expression_list") {
    Id position = 0;
    for (const Node& one : named(node)) {
      const bool is_rest = type(one).starts_with("list_splat");
      Id part = kNone;
      if (given != kNone && is_rest)
        part =
            build_.expr(ExprKind::kListType, type_of_any({build_.expr(ExprKind::kElement, given)}));
      else if (given != kNone)
        part = build_.expr(ExprKind::kPart, given, position);
      bind(one, part, scope);
      ++position;
    }
    return;
  }
  if (kind == "as_pattern_target" || kind == "parenthesized_expression" ||
      kind.starts_with("list_splat")) {
    for (const Node& one : named(node)) bind(one, given, scope);
    return;
  }
  value(node, scope);
}

void PythonReader::give(Id decl, Id given, Id written) {
  if (written != kNone && build_.decl(decl).type == kNone) build_.decl(decl).type = written;
  build_.assign(decl, given);
}

void PythonReader::bind_name(const Node& node, Id given, Id scope, Id written) {
  const Id key = name(node);
  const auto& scopes = build_.facts().scopes;
  // A block only says more about some of the function's names.
  for (; scopes[scope].kind == Scope::Kind::kBlock; scope = scopes[scope].parent)
    if (const auto at = variables_.find(key_of(scope, key)); at != variables_.end())
      give(at->second, given, written);
  if (const auto at = redirected_.find(key_of(scope, key)); at != redirected_.end())
    scope = at->second;
  const auto [at, is_new] = variables_.try_emplace(key_of(scope, key), kNone);
  const Id owner = class_of(scope);
  if (is_new && is_second_choice(scope, key)) {
    variables_.erase(at);
    build_.use(node, build_.expr(ExprKind::kName, key, scope), scope, Use::Kind::kOther);
    return;
  }
  if (is_new) {
    at->second = build_.declare(DeclKind::kVariable, node, scope, owner);
    build_.decl(at->second).is_local = is_local(scope);
    if (owner != kNone) fields_.try_emplace(key_of(owner, key), at->second);
  } else {
    build_.use(node, build_.expr(ExprKind::kName, key, scope), scope, Use::Kind::kOther);
  }
  give(at->second, given, written);
}

void PythonReader::bind_attribute(const Node& node, Id given, Id scope, Id written) {
  const auto object = child(node, "object");
  const auto as = child(node, "attribute");
  if (!object || !as) return;
  const Id of = class_of_self(*object, scope);
  const Id before = value(*object, scope);
  const Id key = name(*as);
  if (of == kNone) {
    build_.use(*as, build_.expr(ExprKind::kMember, before, key), scope, Use::Kind::kOther);
    return;
  }
  const auto [at, is_new] = fields_.try_emplace(key_of(of, key), kNone);
  if (is_new)
    at->second = build_.declare(DeclKind::kField, *as, kNone, of);
  else
    build_.use(*as, build_.expr(ExprKind::kMember, before, key), scope, Use::Kind::kOther);
  give(at->second, given, written);
}

Id PythonReader::class_of_self(const Node& object, Id scope) {
  if (type(object) != "identifier") return kNone;
  const auto at = selves_.find(build_.visible(scope, name(object)));
  return at == selves_.end() ? kNone : at->second;
}

Id PythonReader::binding_scope(Id scope) const {
  const auto& scopes = build_.facts().scopes;
  while (scopes[scope].kind == Scope::Kind::kBlock) scope = scopes[scope].parent;
  return scope;
}

Id PythonReader::class_of(Id scope) const {
  const Scope& one = build_.facts().scopes[scope];
  return one.kind == Scope::Kind::kClass ? one.owner : kNone;
}

Id PythonReader::enclosing_class(Id scope) const {
  const auto& scopes = build_.facts().scopes;
  while (scope != kNone && scopes[scope].kind != Scope::Kind::kClass) scope = scopes[scope].parent;
  return scope == kNone ? kNone : scopes[scope].owner;
}

Id PythonReader::enclosing_function(Id scope) const {
  const auto& scopes = build_.facts().scopes;
  while (scope != kNone &&
         (scopes[scope].kind != Scope::Kind::kFunction || scopes[scope].owner == kNone))
    scope = scopes[scope].parent;
  return scope == kNone ? kNone : scopes[scope].owner;
}

bool PythonReader::is_local(Id scope) const {
  const Scope::Kind kind = build_.facts().scopes[scope].kind;
  return kind == Scope::Kind::kFunction || kind == Scope::Kind::kBlock;
}

}  // namespace codeweaver::facts
