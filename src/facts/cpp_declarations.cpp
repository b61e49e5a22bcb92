// CppReader: variables, functions and classes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

bool is_class_type(std::string_view kind) {
  return kind == "class_specifier" || kind == "struct_specifier" || kind == "union_specifier" ||
         kind == "enum_specifier";
}

constexpr std::array kTransparent{
    std::string_view("parenthesized_declarator"), std::string_view("attributed_declarator"),
    std::string_view("reference_declarator"), std::string_view("variadic_declarator")};

constexpr std::array kPrimitives{
    std::string_view("void"),   std::string_view("int"),       std::string_view("char"),
    std::string_view("short"),  std::string_view("long"),      std::string_view("unsigned"),
    std::string_view("signed"), std::string_view("float"),     std::string_view("double"),
    std::string_view("bool"),   std::string_view("const"),     std::string_view("static"),
    std::string_view("inline"), std::string_view("constexpr"), std::string_view("extern")};

bool is_fixture_macro(std::string_view name) {
  return name.ends_with("TEST_F") || name.ends_with("TEST_P") || name == "TYPED_TEST" ||
         name.find("FIXTURE") != std::string_view::npos;
}

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

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

/// The name in `MACRO Type name(...)`, where the grammar takes the type for the name.
std::optional<syntax::Node> CppReader::hidden_name(const Node& function) const {
  const auto before = child(function, "declarator");
  if (!before || type(*before) != "identifier") return std::nullopt;
  for (const Node& one : named(function)) {
    const Nodes inner = one.is_error ? named(one) : Nodes();
    if (inner.size() == 1 && type(inner[0]) == "identifier" && one.range.begin >= before->range.end)
      return inner[0];
  }
  return std::nullopt;
}

Id CppReader::written_type(const Node& node, Id scope) {
  const auto written = child(node, "type");
  if (!written) return kNone;
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
    } else if (kind == "function_declarator" || kind == "abstract_function_declarator") {
      take_function();
      out.function = node;
      if (const auto hidden = hidden_name(node)) {
        const auto before = child(node, "declarator");
        if (before) out.type = type_of(*before, scope);
        out.name = hidden;
        return out;
      }
    } else if (kind == "operator_cast") {
      out.name = node;
      if (const auto written = child(node, "type")) out.type = type_of(*written, scope);
      if (const auto function = child(node, "declarator")) out.function = *function;
      return out;
    } else if (kind != "init_declarator" && !kind.starts_with("abstract_") &&
               std::ranges::find(kTransparent, kind) == kTransparent.end()) {
      out.name = node;
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

void CppReader::declaration(const Node& node, Id scope) {
  const Nodes declarators = children(node, "declarator");
  const Id type = declared_type(node, types_in_declaration(node, scope), !declarators.empty());
  for (const Node& one : declarators) {
    const bool has_value = this->type(one) == "init_declarator";
    const auto given = has_value ? child(one, "value") : std::nullopt;
    const auto inner = has_value ? child(one, "declarator") : std::optional(one);
    if (!inner) continue;
    const Declarator to = unwrap(*inner, type, types_in(scope));
    if (!to.name || std::ranges::find(kPrimitives, text(*to.name)) != kPrimitives.end()) continue;
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

/// `T name(a, b);` in a function body: a variable, if nothing in the brackets declares a name.
bool CppReader::is_constructed(const Node& function) const {
  const auto list = child(function, "parameters");
  if (!list) return false;
  const Nodes given = named(*list);
  if (given.empty()) return false;
  return std::ranges::all_of(given, [&](const Node& one) {
    if (type(one) != "parameter_declaration" || child(one, "declarator")) return false;
    const auto written = child(one, "type");
    return written && type(*written) == "type_identifier" && named(one).size() == 1;
  });
}

void CppReader::constructed(const Declarator& to, Id scope) {
  if (const auto list = child(*to.function, "parameters"))
    for (const Node& one : named(*list))
      if (const auto written = child(one, "type"))
        build_.use(*written, build_.expr(ExprKind::kName, name(*written), scope), scope,
                   Use::Kind::kOther);
  bind(*to.name, to.type, kNone, scope);
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

void CppReader::function_definition(const Node& node, Id scope) {
  const auto written = child(node, "type");
  if (written && is_hidden_class(node)) return hidden_class(node, scope);
  const Id type = written_type(node, types_in_declaration(node, scope));
  const auto declarator = child(node, "declarator");
  Declarator to{};
  if (declarator) to = unwrap(*declarator, type, types_in(scope));
  if (!to.name || !to.function) return body_without_name(node, to, scope);
  const bool is_plain = this->type(*to.name) == "identifier";
  const bool is_macro =
      !written && class_ == kNone && is_plain && std::ranges::none_of(text(*to.name), [](char c) {
        return std::islower(static_cast<unsigned char>(c)) != 0;
      });
  if (is_macro) return body_without_name(node, to, scope);
  const bool was_in_function = is_in_function_;
  const Id inner = function(node, to, scope, true);
  const Id id = build_.facts().scopes[inner].owner;
  set_end(id, node);
  is_in_function_ = true;
  const Id returning = std::exchange(returning_, build_.decl(id).type == kNone ? id : kNone);
  const Id class_before = std::exchange(class_, kNone);
  for (const Node& one : named(node)) {
    const std::string_view kind = this->type(one);
    if (kind == "field_initializer_list") initializers(one, inner);
    if (kind == "declaration") statement(one, inner);  // parameters of old C
    if (kind == "try_statement") statement(one, inner);
  }
  if (const auto body = child(node, "body")) statement(*body, inner);
  is_in_function_ = was_in_function;
  returning_ = returning;
  class_ = class_before;
}

/// `struct EXPORT Name { ... }` without methods reads as a function.
bool CppReader::is_hidden_class(const Node& node) const {
  const auto written = child(node, "type");
  const auto declarator = child(node, "declarator");
  const auto body = child(node, "body");
  return written && declarator && body && is_class_type(type(*written)) &&
         !child(*written, "body") && type(*declarator) == "identifier" &&
         type(*body) == "compound_statement" && type(*written) != "enum_specifier";
}

void CppReader::hidden_class(const Node& node, Id scope) {
  const Node as = *child(node, "declarator");
  const Id id = build_.declare(DeclKind::kClass, as, scope, class_);
  set_end(id, node);
  build_.decl(id).is_local = is_in_function_;
  class_body(node, *child(node, "body"), id, build_.open_scope(Scope::Kind::kClass, scope, id));
}

/// `TEST(Suite, Name) { ... }`: a macro that declares a function.
void CppReader::body_without_name(const Node& node, const Declarator& to, Id scope) {
  if (to.name && type(*to.name) == "identifier")
    build_.use(*to.name, build_.expr(ExprKind::kName, name(*to.name), scope), scope,
               Use::Kind::kCall);
  const bool was_in_function = std::exchange(is_in_function_, true);
  const Id class_before = std::exchange(class_, kNone);
  if (const auto list = to.function ? child(*to.function, "parameters") : std::nullopt) {
    const std::size_t first = build_.facts().uses.size();
    parameters(*list, kNone, scope);
    const auto& uses = build_.facts().uses;
    // `TEST_F(Fixture, Name)`: a method of a class that is based on the fixture.
    if (uses.size() > first && to.name && is_fixture_macro(text(*to.name))) {
      const Id owner = build_.declare_unnamed(DeclKind::kAlias, node);
      const Id type = build_.expr(ExprKind::kName, build_.expr_at(uses[first].expr).a, scope);
      build_.facts().uses[first].expr = type;
      build_.decl(owner).type = type;
      scope = build_.open_scope(Scope::Kind::kClass, scope, owner);
    }
  }
  if (const auto body = child(node, "body")) statement(*body, scope);
  is_in_function_ = was_in_function;
  class_ = class_before;
}

Id CppReader::function(const Node& node, const Declarator& to, Id scope, bool has_body) {
  const Id around = types_in(scope);
  const bool is_template = around != scope;
  Id where = around, owner = class_;
  Node as = *to.name;
  bool is_hidden = false;  // from names: a constructor, a member that is defined elsewhere
  if (type(as) == "qualified_identifier") {
    const Qualified named = qualified(as, around, std::nullopt);
    where = scope_of(named, node, around);
    owner = where == around ? owner : build_.facts().scopes[where].owner;
    is_hidden = where != around;
    if (named.name) as = *named.name;
  }
  if (type(as) == "template_function") {
    template_arguments(as, where);
    is_hidden = true;  // a specialization
    owner = kNone;
    if (const auto plain = child(as, "name")) as = *plain;
  }
  const bool is_constructor = class_ != kNone && build_.decl(class_).name == name(as);
  const Id id = build_.declare_unnamed(DeclKind::kFunction, as);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, where, id);
  Decl& made = build_.decl(id);
  made.name = function_name(as);
  made.owner = owner;
  made.scope = is_hidden || is_constructor ? kNone : scope;
  made.type = to.type;
  made.is_declaration = !has_body;
  made.is_constant = is_constant(node);
  made.is_private = is_private_ || (class_ == kNone && has_word(node, "static"));
  if (is_template)
    (is_hidden ? made.type_parameters : made.own_type_parameters) = template_parameters_;
  const bool was_in_function = std::exchange(is_in_function_, true);
  const Id class_before = std::exchange(class_, kNone);
  if (const auto list = child(*to.function, "parameters")) {
    parameters(*list, id, inner);
    const Id written = signature(*list, *to.function);
    build_.decl(id).signature = written;
  }
  for (const Node& one : named(*to.function)) {
    if (type(one) != "trailing_return_type") continue;
    for (const Node& part : named(one)) {
      const Id result = type_of(part, inner);
      build_.decl(id).type = result;
    }
  }
  is_in_function_ = was_in_function;
  class_ = class_before;
  return inner;
}

/// Operators without spaces: "operator[]".
Id CppReader::function_name(const Node& node) {
  const std::string_view written = text(node);
  if (type(node) == "operator_cast") return build_.name("operator");
  if (type(node) != "operator_name" || written.find(' ') == std::string_view::npos)
    return build_.name(written);
  std::string out;
  for (const char c : written)
    if (c != ' ' && c != '\n') out += c;
  made_names_.push_back(std::move(out));
  return build_.name(made_names_.back());
}

void CppReader::parameters(const Node& node, Id function, Id scope) {
  std::vector<Id> all;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (!kind.ends_with("parameter_declaration")) continue;
    const auto written = child(one, "type");
    Id type = written ? type_of(*written, scope) : kNone;
    const auto declarator = child(one, "declarator");
    if (written && !declarator && text(*written) == "void") continue;
    Declarator to{.type = type};
    if (declarator) to = unwrap(*declarator, type, scope);
    if (to.function) to.type = build_.expr(ExprKind::kFunctionType, to.type);
    const bool is_named = to.name && function != kNone;
    const Id id = is_named ? build_.declare(DeclKind::kParameter, *to.name, scope)
                           : build_.declare_unnamed(DeclKind::kParameter, one);
    build_.decl(id).type = to.type;
    build_.decl(id).is_local = true;
    build_.decl(id).is_constant = is_constant(one);
    build_.decl(id).is_rest = kind.starts_with("variadic");
    if (const auto given = child(one, "default_value")) {
      value(*given, scope);
      build_.assign(id, build_.expr(ExprKind::kLiteral));
    }
    all.push_back(id);
  }
  Nodes tokens;
  tree_.children(node, tokens);
  for (const Node& one : tokens) {
    if (text(one) != "..." && type(one) != "variadic_parameter") continue;
    all.push_back(build_.declare_unnamed(DeclKind::kParameter, one));
    build_.decl(all.back()).is_rest = true;
    build_.decl(all.back()).is_local = true;
  }
  if (function != kNone) build_.decl(function).parameters = build_.list(all);
}

/// The types of the parameters without their names and defaults, then the qualifier of a method:
/// "Slice&;int;const".
Id CppReader::signature(const Node& list, const Node& function) {
  std::string out;
  for (const Node& one : named(list)) {
    const auto written = child(one, "type");
    if (!written) continue;
    std::string_view name = text(*written);
    if (const auto at = name.substr(0, name.find('<')).rfind("::"); at != std::string_view::npos)
      name.remove_prefix(at + 2);
    for (const char c : name)
      if (is_word_char(c) || c == '<' || c == '>' || c == ',') out += c;
    auto declarator = child(one, "declarator");
    while (declarator) {
      const std::string_view kind = type(*declarator);
      if (kind.find("pointer") != std::string_view::npos) out += '*';
      if (kind.find("array") != std::string_view::npos) out += '*';
      if (kind.find("reference") != std::string_view::npos) out += '&';
      if (text(*declarator).starts_with("&&")) out += '&';
      const Nodes inner = named(*declarator);
      declarator = inner.empty() ? std::nullopt : std::optional(inner.back());
      if (declarator && !type(*declarator).ends_with("declarator")) declarator.reset();
    }
    out += ';';
  }
  if (is_constant(function)) out += "const";
  made_names_.push_back(std::move(out));
  return build_.name(made_names_.back());
}

/// `: Base(x), member_(y)`.
void CppReader::initializers(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) != "field_initializer") continue;
    Id made = kNone;
    for (const Node& part : named(one)) {
      const std::string_view kind = type(part);
      if (kind == "field_identifier") {
        made = build_.expr(ExprKind::kName, name(part), build_.facts().scopes[scope].parent);
        build_.use(part, made, scope, Use::Kind::kOther);
      } else if (kind == "initializer_list") {
        braces(part, made, scope);
      } else if (kind == "argument_list") {
        values(part, scope);
      } else {
        type_of(part, scope);
      }
    }
  }
}

}  // namespace codeweaver::facts
