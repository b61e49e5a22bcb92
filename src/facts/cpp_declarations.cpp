// CppReader: declarations, declarators and variables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kTransparent{
    std::string_view("parenthesized_declarator"), std::string_view("attributed_declarator"),
    std::string_view("reference_declarator"), std::string_view("variadic_declarator")};

constexpr std::array kPrimitives{
    std::string_view("void"),   std::string_view("int"),       std::string_view("char"),
    std::string_view("short"),  std::string_view("long"),      std::string_view("unsigned"),
    std::string_view("signed"), std::string_view("float"),     std::string_view("double"),
    std::string_view("bool"),   std::string_view("const"),     std::string_view("static"),
    std::string_view("inline"), std::string_view("constexpr"), std::string_view("extern")};

}  // namespace

bool is_class_type(std::string_view kind) {
  return kind == "class_specifier" || kind == "struct_specifier" || kind == "union_specifier" ||
         kind == "enum_specifier";
}

/// The type in `MACRO Type name(...)`, which the grammar reads as the macro, an error and the rest.
std::optional<syntax::Node> CppReader::hidden_type(const Node& node) const {
  const auto written = child(node, "type");
  const auto declarator = child(node, "declarator");
  if (!written || !declarator || type(*written) != "type_identifier") return std::nullopt;
  for (const Node& one : named(node)) {
    const bool is_between =
        one.range.begin >= written->range.end && one.range.end <= declarator->range.begin;
    const Nodes inner = one.is_error && is_between ? named(one) : Nodes();
    if (inner.size() == 1 && type(inner[0]).ends_with("identifier") &&
        (is_loud(text(*written)) || !is_loud(text(inner[0]))))
      return inner[0];
  }
  return std::nullopt;
}

/// The name in `MACRO Type name(...)` and `Type MACRO name[]`, where the grammar takes the word
/// before it for the name.
bool CppReader::take_hidden_name(const Node& node, Id scope, Declarator& out) {
  const auto before = child(node, "declarator");
  if (!before || !type(*before).ends_with("identifier")) return false;
  for (const Node& one : named(node)) {
    const Nodes inner = one.is_error ? named(one) : Nodes();
    if (inner.size() != 1 || type(inner[0]) != "identifier" || one.range.begin < before->range.end)
      continue;
    if (is_loud(text(*before)))
      build_.use(*before, build_.expr(ExprKind::kName, name(*before), 0), 0, Use::Kind::kOther);
    else
      out.type = type_of(*before, scope);
    out.name = inner[0];
    return true;
  }
  return false;
}

Id CppReader::written_type(const Node& node, Id scope) {
  const auto written = child(node, "type");
  if (!written) return kNone;
  if (carried_type_ != kNone && type(*written) == "type_identifier") {
    build_.use(*written, build_.expr(ExprKind::kName, name(*written), 0), 0, Use::Kind::kOther);
    return std::exchange(carried_type_, kNone);
  }
  const auto hidden = hidden_type(node);
  if (!hidden) return type_of(*written, scope);
  build_.use(*written, build_.expr(ExprKind::kName, name(*written), 0), 0, Use::Kind::kOther);
  if (std::ranges::find(kPrimitives, text(*hidden)) != kPrimitives.end())
    return build_.expr(ExprKind::kLiteral);
  return type_of(*hidden, scope);
}

Id CppReader::declared_type(const Node& node, Id scope, bool has_names) {
  const auto written = child(node, "type");
  if (!written) return kNone;
  const bool is_class = is_class_type(type(*written));
  const auto body = is_class ? child(*written, "body") : std::nullopt;
  const auto as = is_class ? child(*written, "name") : std::nullopt;
  if (is_class && !body && as && !has_names && type(*as) == "type_identifier") {
    forward(*as, scope);
    return kNone;
  }
  if (body && !as && !has_names && type(*written) != "enum_specifier") {
    statements(*body, scope);  // the members of an unnamed union are names of the scope around it
    return kNone;
  }
  return written_type(node, scope);
}

CppReader::Declarator CppReader::unwrap(Node node, Id type, Id scope) {
  Declarator out{.type = type};
  const auto wrap = [&](ExprKind kind) {
    if (out.type != kNone) out.type = build_.expr(kind, out.type);
  };
  const auto take_function = [&] {  // it was part of a type
    if (!out.function) return;
    if (const auto list = child(*out.function, "parameters")) parameters(*list, kNone, scope);
    wrap(ExprKind::kFunctionType);
    out.function.reset();
  };
  for (;;) {
    const std::string_view kind = this->type(node);
    const bool is_pointer = kind == "pointer_declarator" || kind == "abstract_pointer_declarator";
    if (is_pointer || kind == "array_declarator" || kind == "abstract_array_declarator") {
      take_function();
      wrap(is_pointer ? ExprKind::kChannelType : ExprKind::kListType);
      if (const auto size = child(node, "size")) value(*size, scope);
      if (!is_pointer && take_hidden_name(node, scope, out)) return out;
    } else if (kind == "function_declarator" || kind == "abstract_function_declarator") {
      take_function();
      out.function = node;
      if (take_hidden_name(node, scope, out)) return out;
    } else if (kind != "init_declarator" && !kind.starts_with("abstract_") &&
               std::ranges::find(kTransparent, kind) == kTransparent.end()) {
      out.name = node;
      while (this->type(node) == "qualified_identifier") {
        const auto last = child(node, "name");
        if (!last) return out;
        node = *last;
      }
      if (this->type(node) == "operator_cast") {
        if (const auto written = child(node, "type")) out.type = type_of(*written, scope);
        if (const auto function = child(node, "declarator")) out.function = *function;
      }
      return out;
    }
    auto next = child(node, "declarator");
    if (!next)
      for (const Node& one : named(node))
        if (this->type(one).ends_with("declarator") || this->type(one).ends_with("identifier"))
          next = one;
    if (!next) {
      take_function();
      return out;
    }
    node = *next;
  }
}

/// `int f OF((int a));`, which the grammar reads as two declarations, the second one as `f
/// OF(...)`.
std::optional<CppReader::Declarator> CppReader::wrapped_function(const Node& node) {
  const auto written = child(node, "type");
  const auto declarator = child(node, "declarator");
  if (!written || !declarator || type(*written) != "type_identifier" ||
      type(*declarator) != "function_declarator")
    return std::nullopt;
  const auto list = child(*declarator, "parameters");
  const Nodes given = list ? named(*list) : Nodes();
  const auto missing = given.size() == 1 ? child(given[0], "type") : std::nullopt;
  const auto inner = given.size() == 1 ? child(given[0], "declarator") : std::nullopt;
  if (!missing || !missing->is_error || !inner || type(*inner) != "abstract_function_declarator")
    return std::nullopt;
  return Declarator{
      .name = *written, .function = *inner, .type = std::exchange(carried_type_, kNone)};
}

/// `EXTERN Type` before `CALL name(...);`, which the grammar reads as two declarations.
bool CppReader::cut_declaration(const Node& node, Id scope) {
  Nodes all;
  tree_.children(node, all);
  const auto written = child(node, "type");
  const auto as = child(node, "declarator");
  if (all.empty() || !all.back().is_error || !written || !as || type(*as) != "identifier")
    return false;
  const bool is_macro_second =
      type(*written) != "type_identifier" || (is_loud(text(*as)) && !is_loud(text(*written)));
  const Node& macro = is_macro_second ? *as : *written;
  const Node& named = is_macro_second ? *written : *as;
  build_.use(macro, build_.expr(ExprKind::kName, name(macro), 0), 0, Use::Kind::kOther);
  const bool is_primitive = std::ranges::find(kPrimitives, text(named)) != kPrimitives.end();
  carried_type_ = is_primitive ? build_.expr(ExprKind::kLiteral) : type_of(named, scope);
  return true;
}

void CppReader::declaration(const Node& node, Id scope) {
  if (const auto wrapped = wrapped_function(node)) {
    function(node, *wrapped, scope, false);
    return;
  }
  if (cut_declaration(node, scope)) return;
  const Nodes declarators = children(node, "declarator");
  const Id type = declared_type(node, types_in_declaration(node, scope), !declarators.empty());
  if (makes_objects(node)) set_constructed(*child(node, "type"));
  for (const Node& one : declarators) {
    const bool has_value = this->type(one) == "init_declarator";
    const auto given = has_value ? child(one, "value") : std::nullopt;
    const auto inner = has_value ? child(one, "declarator") : std::optional(one);
    if (!inner) continue;
    Declarator to = unwrap(*inner, type, types_in(scope));
    if (!to.name) continue;
    if (is_loud(text(*to.name))) take_hidden_name(node, scope, to);
    if (!to.function)
      variable(node, to, given, scope);
    else if (is_in_function_ && is_constructed(*to.function))
      constructed(to, scope);
    else
      function(node, to, scope, false);
  }
  if (const auto given = child(node, "default_value"))
    this->type(*given) == "initializer_list"
        ? braces(*given, type == kNone ? kNone : build_.expr(ExprKind::kInstance, type), scope)
        : (void)value(*given, scope);
  for (const Node& one : named(node))
    if (this->type(one) == "bitfield_clause") value(one, scope);
}

/// A class that is only declared here belongs to `scope` itself.
Id CppReader::types_in_declaration(const Node& node, Id scope) const {
  const auto written = child(node, "type");
  return written && is_class_type(type(*written)) ? scope : types_in(scope);
}

/// True for `const T` before a declarator.
bool CppReader::is_constant(const Node& node) const {
  return std::ranges::any_of(named(node), [&](const Node& one) {
    return type(one) == "type_qualifier" && text(one).starts_with("const");
  });
}

/// True for `static` or `extern` before a declaration.
bool CppReader::has_word(const Node& node, std::string_view word) const {
  return std::ranges::any_of(named(node), [&](const Node& one) {
    return type(one) == "storage_class_specifier" && text(one) == word;
  });
}

void CppReader::variable(const Node& node, const Declarator& to, const std::optional<Node>& given,
                         Id scope) {
  const bool is_list = given && type(*given) == "initializer_list";
  const Id made = to.type == kNone ? kNone : build_.expr(ExprKind::kInstance, to.type);
  const auto read = [&](Id where) {
    if (!given) return kNone;
    if (is_list) {
      braces(*given, made, where);
      return made;
    }
    return value(*given, where);
  };
  if (type(*to.name) == "structured_binding_declarator")
    return bind(*to.name, kNone, read(scope), scope);
  if (type(*to.name) == "qualified_identifier") {
    const Qualified named = qualified(*to.name, types_in(scope), std::nullopt);
    const Id where = scope_of(named, node, types_in(scope));
    if (named.name) {
      const Id owner = build_.facts().scopes[where].owner;
      const Id id = build_.declare(DeclKind::kVariable, *named.name, kNone, owner);
      build_.decl(id).type = to.type;
    }
    read(where);
    return;
  }
  const bool is_member = class_ != kNone;
  const Id id =
      build_.declare(is_member ? DeclKind::kField : DeclKind::kVariable, *to.name, scope, class_);
  const bool is_static = has_word(node, "static");
  const bool is_elsewhere = is_member ? is_static : has_word(node, "extern");
  Decl& made_decl = build_.decl(id);
  made_decl.type = to.type;
  made_decl.is_local = is_in_function_ && !is_elsewhere;
  made_decl.is_declaration = is_elsewhere && !given;
  made_decl.is_constant = is_constant(node);
  made_decl.is_private = is_private_ || (is_static && !is_member);
  const Id first = read(types_in(scope));
  if (to.type == kNone) build_.assign(id, first);
}

void CppReader::forward(const Node& as, Id scope) {
  if (build_.in_scope(scope, name(as)) != kNone) return;
  const Id id = build_.declare(DeclKind::kClass, as, scope, class_);
  build_.decl(id).is_declaration = true;
  build_.decl(id).is_private = is_private_;
  build_.decl(id).is_local = is_in_function_;
}

void CppReader::type_definition(const Node& node, Id scope) {
  const auto written = child(node, "type");
  if (!written) return;
  const auto as = is_class_type(type(*written)) ? child(*written, "name") : std::nullopt;
  if (as && !child(*written, "body") && type(*as) == "type_identifier") forward(*as, scope);
  if (this->type(*written) == "macro_type_specifier") return calling_convention(*written, scope);
  const Nodes parts = named(node);
  if (!parts.empty() && parts.front().is_error) return;
  const Id type = type_of(*written, scope);
  for (const Node& one : children(node, "declarator")) {
    const Declarator to = unwrap(one, type, scope);
    if (!to.name) continue;
    Id aliased = to.type;
    if (to.function) {
      if (const auto list = child(*to.function, "parameters")) parameters(*list, kNone, scope);
      aliased = aliased == kNone ? kNone : build_.expr(ExprKind::kFunctionType, aliased);
    }
    alias(*to.name, aliased, scope);
  }
}

/// `typedef T (CALL *name)(...);`, of which the grammar reads `T(name)` as a macro.
void CppReader::calling_convention(const Node& node, Id scope) {
  const auto of = child(node, "name");
  const auto written = child(node, "type");
  const auto as = written ? child(*written, "type") : std::nullopt;
  if (!of || !as || type(*as) != "type_identifier") return;
  const Id result = type_of(*of, scope);
  const Id function = build_.expr(ExprKind::kFunctionType, result);
  alias(*as, build_.expr(ExprKind::kChannelType, function), scope);
}

void CppReader::alias(const Node& as, Id type, Id scope) {
  const Id id = build_.declare(DeclKind::kAlias, as, scope, class_);
  build_.decl(id).type = type;
  build_.decl(id).is_local = is_in_function_;
  if (types_in(scope) != scope) build_.decl(id).type_parameters = template_parameters_;
}

Id CppReader::scope_of(const Qualified& named, const Node& node, Id scope) {
  if (named.before == kNone) return scope;
  const Id owner = build_.declare_unnamed(DeclKind::kAlias, node);
  build_.decl(owner).type = named.before;
  return build_.open_scope(Scope::Kind::kClass, scope, owner);
}

}  // namespace codeweaver::facts
