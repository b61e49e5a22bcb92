// CppReader: objects that are made without `new`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "base/listed.hpp"
#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kMakers{std::string_view("make_unique"), std::string_view("make_shared"),
                             std::string_view("allocate_shared")};

}  // namespace

/// `T name(a, f(b));` in a function body: a variable, if nothing in the brackets declares a name.
bool CppReader::is_constructed(const Node& function) const {
  const auto list = child(function, "parameters");
  if (!list) return false;
  const Nodes given = named(*list);
  if (given.empty()) return false;
  return std::ranges::all_of(given, [&](const Node& one) {
    if (type(one) != "parameter_declaration") return false;
    const auto written = child(one, "type");
    const auto declarator = child(one, "declarator");
    const bool is_name = written && (type(*written) == "type_identifier" ||
                                     type(*written) == "qualified_identifier");
    return is_name && (!declarator || type(*declarator) == "abstract_function_declarator") &&
           named(one).size() == (declarator ? 2U : 1U);
  });
}

/// `T a;`, `T a(1);`, `T a{1};` and `T a = {1};`, but not `T& a = b;` nor `T a = f();`.
bool CppReader::makes_objects(const Node& node) const {
  const auto written = child(node, "type");
  if (!has_constructors_ || !written || hidden_type(node) || has_word(node, "extern") ||
      (class_ != kNone && has_word(node, "static")))
    return false;
  const std::string_view kind = type(*written);
  if (kind != "type_identifier" && kind != "qualified_identifier" && kind != "template_type")
    return false;
  return std::ranges::any_of(children(node, "declarator"), [&](Node one) {
    if (type(one) == "init_declarator") {
      const auto given = child(one, "value");
      const auto inner = child(one, "declarator");
      if (!given || !inner) return false;
      if (type(*given) != "argument_list" && type(*given) != "initializer_list" &&
          !type(*given).ends_with("_literal"))
        return false;
      one = *inner;
    }
    while (type(one) == "array_declarator") {
      const auto inner = child(one, "declarator");
      if (!inner) return false;
      one = *inner;
    }
    if (type(one) == "function_declarator") return is_in_function_ && is_constructed(one);
    return type(one).ends_with("identifier");
  });
}

void CppReader::constructed(const Declarator& to, Id scope) {
  if (const auto list = child(*to.function, "parameters")) arguments_as_types(*list, scope);
  bind(*to.name, to.type, kNone, scope);
}

/// Arguments that the grammar takes for types: `a`, `ns::b`, `f(c)`.
void CppReader::arguments_as_types(const Node& list, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  for (const Node& one : named(list)) {
    const auto written = child(one, "type");
    if (!written) {
      value(one, scope);
      continue;
    }
    const auto declarator = child(one, "declarator");
    const auto inner = declarator ? child(*declarator, "parameters") : std::nullopt;
    const Use::Kind kind = inner ? Use::Kind::kCall : Use::Kind::kOther;
    if (type(*written) == "qualified_identifier")
      qualified(*written, scope, kind);
    else if (type(*written) == "type_identifier")
      build_.use(*written, build_.expr(ExprKind::kName, name(*written), scope), scope, kind);
    else
      type_of(*written, scope);
    if (inner) arguments_as_types(*inner, scope);
  }
}

/// `make_unique<T>(...)` and `std::make_shared<T>(...)` make an object of their first argument.
void CppReader::made_by_call(const Node& called) {
  Node at = called;
  while (type(at) == "qualified_identifier") {
    const auto last = child(at, "name");
    if (!last) return;
    at = *last;
  }
  const auto as = type(at) == "template_function" ? child(at, "name") : std::nullopt;
  if (!as || !base::is_listed(kMakers, text(*as))) return;
  const auto list = child(at, "arguments");
  const Nodes given = list ? named(*list) : Nodes();
  const auto written = given.empty() ? std::nullopt : child(given[0], "type");
  if (written && !child(given[0], "declarator")) set_constructed(*written);
}

}  // namespace codeweaver::facts
