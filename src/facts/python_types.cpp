// PythonReader: functions, classes and annotations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/python_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::size_t kMostOverloads = 6;  // whose results count
constexpr std::size_t kMostBases = 60;     // of one class

constexpr std::array kClassMethods{std::string_view("__new__"),
                                   std::string_view("__init_subclass__"),
                                   std::string_view("__class_getitem__")};

bool is_python_letter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

}  // namespace

void PythonReader::decorated(const Node& node, Id scope) {
  Decorators found;
  for (const Node& one : named(node)) {
    if (type(one) != "decorator") continue;
    for (const Node& part : named(one)) value(part, scope);
    std::string_view as = text(one);
    as = as.substr(0, as.find('('));
    while (!as.empty() && !is_python_letter(as.back())) as.remove_suffix(1);
    as = as.substr(std::min(as.size(), as.find_last_of("@. ") + 1));
    found.is_property = found.is_property || as.ends_with("property") || as == "setter" ||
                        as == "deleter" || as == "reify";
    found.is_overload = found.is_overload || as == "overload";
    found.is_static = found.is_static || as == "staticmethod";
    found.is_class_method = found.is_class_method || as == "classmethod";
    found.is_fixture = found.is_fixture || as == "fixture";
    if (as == "parametrize") add_given(one, found);
  }
  const auto definition = child(node, "definition");
  if (!definition) return;
  if (type(*definition) == "function_definition")
    function(*definition, scope, found);
  else
    statement(*definition, scope);
}

/// The names in `parametrize("a, b", ...)` and `parametrize(("a", "b"), ...)`.
void PythonReader::add_given(const Node& decorator, Decorators& out) const {
  const Nodes parts = named(decorator);
  const auto list = parts.empty() ? std::nullopt : child(parts[0], "arguments");
  const Nodes arguments = list ? named(*list) : Nodes();
  if (arguments.empty()) return;
  const std::string_view names = text(arguments[0]);
  for (std::size_t at = 0; at < names.size(); ++at) {
    const std::size_t begin = at;
    while (at < names.size() && is_python_letter(names[at])) ++at;
    if (at > begin) out.given.push_back(names.substr(begin, at - begin));
  }
}

/// Tests and fixtures get the results of the fixtures that their parameters name.
void PythonReader::use_fixtures(const Node& list, Id function, Id scope,
                                const Decorators& decorators) {
  const std::string_view called = build_.facts().name(build_.decl(function).name);
  if (!decorators.is_fixture && !called.starts_with("test_")) return;
  for (const Node& one : named(list)) {
    const auto parts = type(one) == "typed_parameter" ? named(one) : Nodes{one};
    if (parts.empty() || type(parts[0]) != "identifier") continue;  // also those with a default
    const Id parameter = build_.in_scope(build_.decl(function).inner, name(parts[0]));
    if (parameter == kNone || build_.decl(parameter).is_receiver ||
        std::ranges::find(decorators.given, text(parts[0])) != decorators.given.end())
      continue;
    const Id inner = build_.decl(function).inner;
    build_.use(parts[0], build_.expr(ExprKind::kFixture, inner, name(parts[0])), scope,
               Use::Kind::kOther);
  }
}

Id PythonReader::type_parameters(const Node& node, Id scope, std::vector<Id>& out) {
  const auto list = child(node, "type_parameters");
  if (!list) return scope;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  for (const Node& one : named(*list)) {
    Nodes parts = named(one);
    if (parts.empty()) continue;
    const bool is_bounded = type(parts[0]) == "constrained_type";
    Node as = parts[0];
    for (Nodes below = parts; !below.empty(); below = named(as)) as = below[0];
    if (type(as) != "identifier") continue;
    out.push_back(build_.declare(DeclKind::kTypeParameter, as, inner));
    if (!is_bounded) continue;
    parts = named(parts[0]);
    if (parts.size() > 1) build_.add_base(out.back(), type_of(parts[1], inner));
  }
  return inner;
}

void PythonReader::function(const Node& node, Id scope, const Decorators& decorators) {
  const auto called = child(node, "name");
  if (!called) return;
  scope = binding_scope(scope);
  const Id owner = class_of(scope);
  // Overloads and what implements them are one function: the first of them stands for all.
  const Id first = build_.in_scope(scope, name(*called));
  const bool is_overload = overloads_.contains(first);
  const bool is_visible = !is_overload && !is_second_choice(scope, name(*called));
  const Id id = build_.declare(DeclKind::kFunction, *called, is_visible ? scope : kNone, owner);
  set_end(id, node);
  build_.decl(id).is_local = is_local(scope);
  build_.decl(id).is_property = decorators.is_property;
  build_.decl(id).is_fixture = decorators.is_fixture;
  if (decorators.is_overload && is_visible) overloads_[id];
  if (owner != kNone) fields_.try_emplace(key_of(owner, name(*called)), id);
  std::vector<Id> types;
  const Id outer = type_parameters(node, scope, types);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, outer, id);
  if (owner == kNone) build_.decl(id).type_parameters = build_.list(types);
  const auto written = child(node, "return_type");
  const Id result = written ? type_of(*written, outer) : kNone;
  build_.decl(id).type = result;
  if (const auto list = child(node, "parameters")) {
    parameters(*list, id, outer, decorators);
    use_fixtures(*list, id, scope, decorators);
  }
  if (!is_visible) build_.decl(id).owner = kNone;
  if (is_overload || decorators.is_overload) add_overload(is_overload ? first : id, result);
  const bool was_fallback = std::exchange(is_fallback_, false);
  if (const auto body = child(node, "body")) statements(*body, inner);
  is_fallback_ = was_fallback;
}

void PythonReader::add_overload(Id first, Id type) {
  const auto at = overloads_.find(first);
  if (at == overloads_.end() || type == kNone || at->second.size() == kMostOverloads) return;
  at->second.push_back(type);
  build_.decl(first).type =
      at->second.size() == 1 ? type : build_.expr(ExprKind::kUnionType, build_.list(at->second));
}

void PythonReader::parameters(const Node& list, Id function, Id scope,
                              const Decorators& decorators) {
  const Id owner = build_.decl(function).owner;
  const bool is_class =
      decorators.is_class_method ||
      std::ranges::find(kClassMethods, build_.facts().name(build_.decl(function).name)) !=
          kClassMethods.end();
  std::vector<Id> all;
  for (const Node& one : named(list)) {
    const Id id = parameter(one, function, scope);
    if (id == kNone) continue;
    const bool is_first = all.empty();
    all.push_back(id);
    if (!is_first || owner == kNone || decorators.is_static) continue;
    selves_.emplace(id, owner);
    build_.decl(id).is_receiver = true;
    const Id self = build_.expr(ExprKind::kSelf, owner);
    // `def copy(self: T) -> T` returns what it is called on.
    const Id annotated = std::exchange(build_.decl(id).type, kNone);
    if (annotated != kNone && annotated == build_.decl(function).type)
      build_.decl(function).type = self;
    build_.assign(id, is_class ? build_.expr(ExprKind::kClassOf, self) : self);
  }
  build_.decl(function).parameters = build_.list(all);
}

Id PythonReader::parameter(const Node& node, Id function, Id scope) {
  const auto written = child(node, "type");
  const auto given = child(node, "value");
  const bool is_plain = !written && !given;
  Node as = node;
  if (const auto part = child(node, "name"))
    as = *part;
  else if (!is_plain)
    as = named(node).empty() ? node : named(node)[0];
  const std::string_view kind = type(as);
  const bool is_list = kind == "list_splat_pattern";
  const bool is_map = kind == "dictionary_splat_pattern";
  if (is_list || is_map) {
    const Nodes parts = named(as);
    if (parts.empty()) return kNone;
    as = parts[0];
  }
  Id type = written ? type_of(*written, scope) : kNone;
  const Id start = given ? value(*given, scope) : kNone;
  if (this->type(as) != "identifier") return kNone;
  if (is_list) type = build_.expr(ExprKind::kListType, type);
  if (is_map) type = build_.expr(ExprKind::kMapType, type);
  const Id inner = build_.decl(function).inner;
  const Id id = build_.declare(DeclKind::kParameter, as, inner);
  build_.decl(id).is_local = true;
  build_.decl(id).type = type;
  build_.assign(id, start);
  variables_.try_emplace(key_of(inner, name(as)), id);
  return id;
}

void PythonReader::class_definition(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  scope = binding_scope(scope);
  const bool is_visible = !is_second_choice(scope, name(*as));
  const Id id = build_.declare(DeclKind::kClass, *as, is_visible ? scope : kNone,
                               is_visible ? class_of(scope) : kNone);
  set_end(id, node);
  build_.decl(id).is_local = is_local(scope);
  std::vector<Id> types;
  const Id outer = type_parameters(node, scope, types);
  build_.decl(id).type_parameters = build_.list(types);
  std::size_t count = 0;
  if (const auto bases = child(node, "superclasses"))
    for (const Node& one : named(*bases)) {
      if (type(one) == "keyword_argument")
        value(one, outer);
      else if (const Id base = type_of(one, outer); count++ < kMostBases)
        build_.add_base(id, base);
    }
  const Id inner = build_.open_scope(Scope::Kind::kClass, outer, id);
  const bool was_fallback = std::exchange(is_fallback_, false);
  if (const auto body = child(node, "body")) statements(*body, inner);
  is_fallback_ = was_fallback;
}

Id PythonReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier") {
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kType);
    return id;
  }
  if (kind == "attribute") return attribute(node, scope, Use::Kind::kType);
  if (kind == "string") return quoted_type(node, scope);
  if (kind == "subscript" || kind == "generic_type") return subscripted_type(node, scope);
  const Nodes parts = named(node);
  if (kind == "binary_operator" || kind == "union_type") {
    std::vector<Id> all;
    for (const Node& one : parts) all.push_back(type_of(one, scope));
    std::erase(all, kNone);
    return all.empty() ? kNone : build_.expr(ExprKind::kUnionType, build_.list(all));
  }
  if (kind == "member_type" && parts.size() == 2) {
    const Id before = type_of(parts[0], scope);
    const Nodes inner = named(parts[1]);
    const Node& as = inner.empty() ? parts[1] : inner[0];
    const Id id = build_.expr(ExprKind::kMember, before, name(as));
    build_.use(as, id, scope, Use::Kind::kType);
    return id;
  }
  if (kind == "list") {  // the parameters of a Callable
    for (const Node& one : parts) type_of(one, scope);
    return kNone;
  }
  if (kind == "none" || kind == "ellipsis") return kNone;
  const bool is_wrapped = kind == "type" || kind == "parenthesized_expression" ||
                          kind == "splat_type" || kind == "constrained_type";
  return is_wrapped && !parts.empty() ? type_of(parts[0], scope) : value(node, scope);
}

Id PythonReader::subscripted_type(const Node& node, Id scope) {
  Nodes parts = named(node);
  if (parts.empty()) return kNone;
  const Id base = type_of(parts[0], scope);
  parts.erase(parts.begin());
  if (parts.size() == 1 && (type(parts[0]) == "type_parameter" || type(parts[0]) == "tuple"))
    parts = named(parts[0]);
  const std::string as = last_name(base);
  std::vector<Id> arguments;
  for (const Node& one : parts) {
    const bool is_type = as != "Literal" && (as != "Annotated" || arguments.empty());
    const bool is_wrapped = type(one) == "type" && !named(one).empty();
    arguments.push_back(is_type ? type_of(one, scope)
                                : value(is_wrapped ? named(one)[0] : one, scope));
  }
  return with_arguments(base, arguments);
}

Id PythonReader::with_arguments(Id base, const std::vector<Id>& arguments) {
  if (base == kNone || arguments.empty()) return base;
  if (last_name(base) == "Callable") return build_.expr(ExprKind::kFunctionType, arguments.back());
  return build_.expr(ExprKind::kGenericType, base, build_.list(arguments));
}

std::string PythonReader::last_name(Id expr) const {
  if (expr == kNone) return {};
  const Expr& one = build_.expr_at(expr);
  if (one.kind == ExprKind::kName) return std::string(build_.facts().names[one.a]);
  return one.kind == ExprKind::kMember ? std::string(build_.facts().names[one.b]) : std::string();
}

Id PythonReader::quoted_type(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) != "string_content") continue;
    Quoted rest{text(one), build_.place_of(one), scope};
    if (rest.text.find_first_of("\n\\") != std::string_view::npos) return kNone;
    return quoted_union(rest);
  }
  return kNone;
}

Id PythonReader::quoted_union(Quoted& rest) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  std::vector<Id> all;
  do {
    const Id one = quoted_name(rest);
    if (one != kNone) all.push_back(one);
  } while (take(rest, '|'));
  if (all.size() < 2) return all.empty() ? kNone : all[0];
  return build_.expr(ExprKind::kUnionType, build_.list(all));
}

Id PythonReader::quoted_name(Quoted& rest) {
  Id whole = kNone;
  do {
    take(rest, ' ');
    const Place place = rest.place;
    const std::string_view as = take_name(rest);
    if (as.empty() || as == "None") break;
    const Id key = build_.name(as);
    whole = whole == kNone ? build_.expr(ExprKind::kName, key, rest.scope)
                           : build_.expr(ExprKind::kMember, whole, key);
    build_.use(place, whole, rest.scope, Use::Kind::kType);
  } while (take(rest, '.'));
  if (!take(rest, '[')) return whole;
  if (last_name(whole) == "Literal") {  // its arguments are values
    rest.text = {};
    return whole;
  }
  std::vector<Id> arguments;
  do arguments.push_back(quoted_union(rest));
  while (take(rest, ','));
  take(rest, ']');
  return with_arguments(whole, arguments);
}

std::string_view PythonReader::take_name(Quoted& rest) {
  const auto end = std::ranges::find_if_not(rest.text, is_python_letter);
  const auto size = static_cast<std::size_t>(end - rest.text.begin());
  const std::string_view out = rest.text.substr(0, size);
  rest.text.remove_prefix(size);
  rest.place.column += static_cast<std::uint32_t>(size);
  return out;
}

/// Skips blanks, then the sign if it is next.
bool PythonReader::take(Quoted& rest, char sign) {
  auto size = std::min(rest.text.find_first_not_of(' '), rest.text.size());
  const bool is_next = size < rest.text.size() && rest.text[size] == sign;
  if (is_next) ++size;
  rest.text.remove_prefix(size);
  rest.place.column += static_cast<std::uint32_t>(size);
  return is_next;
}

}  // namespace codeweaver::facts
