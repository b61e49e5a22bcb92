// Reads calls that define something, and the names they give.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/call_hooks.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "syntax/docs.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::uint32_t kMostArguments = 1000;

template <std::size_t kCount>
bool is_any(std::string_view text, const std::array<std::string_view, kCount>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_test_function_name(std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames = {
      "describe", "context", "it",       "test",  "specify",
      "suite",    "feature", "scenario", "bench", "fdescribe"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// `describe("a list", () => ...)`, `it "is empty" do`; named by its title.
Found test_call(TSNode node, const Source& source) {
  TSNode callee = field_named(node, "function");
  if (ts_node_is_null(callee)) callee = field_named(node, "method");
  if (ts_node_is_null(callee)) return {};
  std::string_view name = source.text_of(callee);
  name = name.substr(0, name.find('.'));  // it.each, describe.only, RSpec.describe
  if (name == "RSpec") name = "describe";
  if (!is_test_function_name(name)) return {};
  const TSNode arguments = field_named(node, "arguments");
  if (ts_node_is_null(arguments)) return {};
  const TSNode title = ts_node_named_child(arguments, 0);
  const bool is_title = is_type(title, "string") || is_type(title, "template_string") ||
                        is_type(title, "constant") || is_type(title, "scope_resolution");
  const bool has_body =
      ts_node_named_child_count(arguments) > 1 || !ts_node_is_null(field_named(node, "block"));
  if (!is_title || !has_body) return {};
  Found found = named(title, source);
  found.name = without_quotes(found.name);
  found.kind = find_kind("test");
  return found;
}

/// A name given as a string or a symbol: "size", :size, 'size'.
Found quoted(TSNode node, const Source& source) {
  Found found = named(node, source);
  found.name = without_quotes(found.name);
  if (found.name.starts_with(':')) found.name.erase(0, 1);
  return found;
}

std::string_view callee_of(TSNode node, const Source& source) {
  TSNode callee = field_named(node, "function");
  if (ts_node_is_null(callee)) callee = field_named(node, "method");
  if (ts_node_is_null(callee)) return {};
  std::string_view name = source.text_of(callee);
  const std::size_t colon = name.rfind(':');  // R6::R6Class
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The argument at `index`, unwrapped if the grammar wraps it in a node. Null node: none.
TSNode argument(TSNode call, std::uint32_t index) {
  const TSNode arguments = field_named(call, "arguments");
  if (ts_node_is_null(arguments)) return {};
  std::uint32_t seen = 0;
  const std::uint32_t count = std::min(ts_node_named_child_count(arguments), 16U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(arguments, i);
    if (is_type(child, "comma") || is_type(child, "comment")) continue;
    if (seen++ != index) continue;
    return is_type(child, "argument") ? ts_node_named_child(child, 0) : child;
  }
  return {};
}

bool is_text(TSNode node) {
  return is_type(node, "string") || is_type(node, "simple_symbol") ||
         is_type(node, "encapsed_string") || is_type(node, "delimited_symbol");
}

/// Ruby: readers, writers and aliases of a method count as methods.
std::vector<Found> ruby_attributes(TSNode node, const Source& source) {
  constexpr std::array<std::string_view, 8> kAttributes = {
      "attr",           "attr_reader",    "attr_writer",  "attr_accessor",
      "cattr_accessor", "mattr_accessor", "mattr_reader", "class_attribute"};
  const TSNode method = field_named(node, "method");
  if (ts_node_is_null(method) || !ts_node_is_null(field_named(node, "receiver"))) return {};
  const std::string_view name = source.text_of(method);
  const bool is_alias = name == "alias_method";
  if (!is_alias && !is_any(name, kAttributes)) return {};
  const TSNode arguments = field_named(node, "arguments");
  if (ts_node_is_null(arguments)) return {};
  std::vector<Found> all;
  const std::uint32_t count =
      std::min(ts_node_named_child_count(arguments), is_alias ? 1U : kMostArguments);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(arguments, i);
    if (!is_text(child)) continue;
    all.push_back(quoted(child, source));
    if (is_alias) all.back().kind = find_kind("method");
  }
  return all;
}

/// `define_method(:name) { ... }` of Ruby, `define('NAME', 1)` of PHP.
Found define_call(TSNode node, const Source& source) {
  const std::string_view callee = callee_of(node, source);
  if (callee != "define_method" && callee != "define" && callee != "define_singleton_method")
    return {};
  const TSNode name = argument(node, 0);
  return is_text(name) ? quoted(name, source) : Found{};
}

/// `use constant PI => 3;`, `use constant { E => 2, DEBUG => 0 };`
std::vector<Found> perl_constants(TSNode node, const Source& source) {
  const TSNode module = field_named(node, "module");
  if (ts_node_is_null(module) || source.text_of(module) != "constant") return {};
  TSNode list = child_of_type(node, "list_expression");
  const bool is_one = !ts_node_is_null(list);
  if (!is_one) {
    const TSNode hash = child_of_type(node, "anonymous_hash_expression");
    if (!ts_node_is_null(hash)) list = child_of_type(hash, "list_expression");
  }
  if (ts_node_is_null(list)) return {};
  std::vector<Found> all;
  const std::uint32_t count =
      std::min(ts_node_named_child_count(list), is_one ? 1U : kMostArguments);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(list, i);
    if (!is_type(child, "autoquoted_bareword") && !is_type(child, "string_literal")) continue;
    const std::uint32_t end = ts_node_end_byte(child);
    std::string_view rest = source.text.substr(end, ts_node_end_byte(list) - end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (rest.starts_with("=>") || is_one) all.push_back(quoted(child, source));
  }
  return all;
}

constexpr std::array<std::string_view, 6> kRClasses = {"R6Class", "setRefClass", "setClass",
                                                       "ggproto", "new_class",   "proto"};

Found r_class(TSNode node, const Source& source) {
  const TSNode value = field_named(node, "rhs");
  if (!is_type(value, "call") || !is_any(callee_of(value, source), kRClasses)) return {};
  const TSNode name = field_named(node, "lhs");
  return is_type(name, "identifier") ? named(name, source) : Found{};
}

/// Whether the value is assigned to a name, which is then the definition's name.
bool is_assigned(TSNode node, const Source& source) {
  const std::uint32_t begin = ts_node_start_byte(node);
  const std::string_view before = source.text.substr(0, trimmed_end({0, begin}, source.text));
  return before.ends_with("<-") || before.ends_with('=');
}

Found r_call(TSNode node, const Source& source) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kCalls = {
      {{"setClass", "class"},
       {"setRefClass", "class"},
       {"setClassUnion", "class"},
       {"setGeneric", "function"},
       {"setMethod", "method"},
       {"setReplaceMethod", "method"},
       {"test_that", "test"},
       {"describe", "test"},
       {"it", "test"}}};
  const std::string_view callee = callee_of(node, source);
  for (const auto& [known, kind] : kCalls) {
    if (known != callee) continue;
    const TSNode name = argument(node, 0);
    if (!is_type(name, "string") || is_assigned(node, source)) return {};
    Found found = quoted(name, source);
    found.kind = find_kind(kind);
    return found;
  }
  return {};
}

/// The names in `list(a = 1, b = NULL)`, except functions, which are methods.
void add_names(TSNode list, const Source& source, std::vector<Found>& out) {
  const TSNode arguments = is_type(list, "call") ? field_named(list, "arguments") : TSNode{};
  if (ts_node_is_null(arguments)) return;
  const std::uint32_t count = std::min(ts_node_named_child_count(arguments), kMostArguments);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(arguments, i);
    if (!is_type(child, "argument")) continue;
    const TSNode name = field_named(child, "name");
    const TSNode value = field_named(child, "value");
    if (!ts_node_is_null(name) && !is_type(value, "function_definition"))
      out.push_back(named(name, source));
  }
}

std::vector<Found> r_fields(TSNode node, const Source& source) {
  constexpr std::array<std::string_view, 6> kLists = {"public", "private",        "active",
                                                      "fields", "representation", "slots"};
  std::vector<Found> all;
  if (!is_any(callee_of(node, source), kRClasses)) return all;
  const TSNode arguments = field_named(node, "arguments");
  if (ts_node_is_null(arguments)) return all;
  const std::uint32_t count = std::min(ts_node_named_child_count(arguments), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(arguments, i);
    if (!is_type(child, "argument")) continue;
    const TSNode name = field_named(child, "name");
    const TSNode value = field_named(child, "value");
    const bool is_list = !ts_node_is_null(name) && is_any(source.text_of(name), kLists);
    const bool is_representation = ts_node_is_null(name) && is_type(value, "call") &&
                                   callee_of(value, source) == "representation";
    if (is_list || is_representation) add_names(value, source, all);
  }
  return all;
}

}  // namespace

Found find_by_call(Hook hook, TSNode node, const Source& source) {
  switch (hook) {
    case Hook::kTestCall:
      return test_call(node, source);
    case Hook::kDefineCall:
      return define_call(node, source);
    case Hook::kRClass:
      return r_class(node, source);
    case Hook::kRCall:
      return r_call(node, source);
    default:
      return {};
  }
}

std::vector<Found> find_all_by_call(Hook hook, TSNode node, const Source& source) {
  switch (hook) {
    case Hook::kAttribute:
      return ruby_attributes(node, source);
    case Hook::kConstants:
      return perl_constants(node, source);
    case Hook::kRFields:
      return r_fields(node, source);
    default:
      break;
  }
  Found one = find_by_call(hook, node, source);
  if (one.name.empty()) return {};
  return {std::move(one)};
}

}  // namespace codeweaver::syntax
