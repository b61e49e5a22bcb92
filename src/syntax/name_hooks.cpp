// Names that a path cannot reach: Elixir calls, selectors, labels, headings, bindings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "syntax/call_hooks.hpp"
#include "syntax/names.hpp"

namespace codeweaver::syntax {

namespace {

/// The kind that a `def`-like call of Elixir defines. Null: it defines nothing.
const Kind* elixir_kind(std::string_view target) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kTargets = {
      {{"def", "function"},
       {"defp", "function"},
       {"defmacro", "macro"},
       {"defmacrop", "macro"},
       {"defguard", "macro"},
       {"defguardp", "macro"},
       {"defdelegate", "function"},
       {"defmodule", "module"},
       {"defprotocol", "protocol"},
       {"defimpl", "impl"},
       {"defstruct", "struct"},
       {"defexception", "exception"},
       {"test", "test"},
       {"describe", "test"}}};
  for (const auto& [known, kind] : kTargets)
    if (known == target) return find_kind(kind);
  return nullptr;
}

Found elixir(TSNode node, const Source& source) {
  const TSNode target = field_named(node, "target");
  if (!is_type(target, "identifier")) return {};
  const std::string_view keyword = source.text_of(target);
  const Kind* kind = elixir_kind(keyword);
  const TSNode arguments = child_of_type(node, "arguments");
  if (kind == nullptr || ts_node_is_null(arguments)) return {};
  TSNode first = ts_node_named_child(arguments, 0);
  if (ts_node_is_null(first)) return {};
  if (kind->name == "struct" || kind->name == "exception") {
    Found found;  // named by the enclosing module
    found.name = keyword.substr(3);
    found.kind = kind;
    return found;
  }
  constexpr int kMaxWrappers = 4;  // `def f(x) when g` is a binary operator around a call
  for (int i = 0; i < kMaxWrappers; ++i) {
    TSNode inner{};
    if (is_type(first, "binary_operator")) inner = field_named(first, "left");
    if (is_type(first, "call")) inner = field_named(first, "target");
    if (ts_node_is_null(inner)) break;
    first = inner;
  }
  Found found = named(first, source);
  if (is_type(first, "string")) found.name = without_quotes(found.name);
  found.kind = kind;
  return found;
}

/// "setObject:forKey:".
Found objc_selector(TSNode node, const Source& source) {
  Found found;
  const std::uint32_t count = std::min(ts_node_child_count(node), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_child(node, i);
    if (is_type(child, "identifier")) {
      if (ts_node_is_null(found.name_node)) found.name_node = child;
      found.name += source.text_of(child);
    } else if (is_type(child, "method_parameter")) {
      found.name += ':';
    }
  }
  return found;
}

/// `resource "aws_instance" "web"` -> "resource.aws_instance.web".
Found hcl_block(TSNode node, const Source& source) {
  Found found;
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (is_type(child, "block_start")) break;
    if (!is_type(child, "identifier") && !is_type(child, "string_lit")) continue;
    if (!found.name.empty()) found.name += '.';
    found.name += without_quotes(source.text_of(child));
    found.name_node = child;
  }
  const bool is_resource = found.name.starts_with("resource.") || found.name.starts_with("data.") ||
                           found.name.starts_with("module.");
  found.kind = find_kind(is_resource ? "resource" : "block");
  return found;
}

/// The visible text of a heading: the text of links and the alternative text of images.
std::string heading_text(std::string_view written) {
  std::string out;
  while (!written.empty()) {
    const auto open = std::min(written.find('['), written.size());
    const auto middle = written.find("](", open);
    const auto close = middle == std::string_view::npos ? middle : written.find(')', middle);
    if (close == std::string_view::npos) break;
    const auto inner = written.rfind('[', middle);  // an image may be the text of a link
    auto before = written.substr(0, inner);
    if (before.ends_with('!')) before.remove_suffix(1);
    if (before.ends_with('[')) before.remove_suffix(1);
    out.append(before).append(written.substr(inner + 1, middle - inner - 1));
    written.remove_prefix(close + 1);
    if (written.starts_with("](") && written.find(')') != std::string_view::npos)
      written.remove_prefix(written.find(')') + 1);
  }
  out.append(written);
  return one_line(out);
}

Found markdown_section(TSNode node, const Source& source) {
  const bool is_heading = is_type(node, "setext_heading");
  const TSNode heading = is_heading ? node : ts_node_named_child(node, 0);
  if (!is_type(heading, "atx_heading") && !is_type(heading, "setext_heading")) return {};
  const TSNode content = field_named(heading, "heading_content");
  Found found = named(content, source);
  if (ts_node_is_null(content)) return found;
  if (auto seen = heading_text(source.text_of(content)); !seen.empty())
    found.name = std::move(seen);
  return found;
}

Found docker_stage(TSNode node, const Source& source) {
  const TSNode alias = field_named(node, "as");
  return named(ts_node_is_null(alias) ? child_of_type(node, "image_spec") : alias, source);
}

/// "( >>= )" -> ">>=".
std::string without_parentheses(std::string_view name) {
  name = name.substr(1, name.size() - (name.ends_with(')') ? 2 : 1));
  const std::size_t begin = name.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(name.substr(begin, name.find_last_not_of(' ') + 1 - begin));
}

Found haskell_function(TSNode node, const Source& source) {
  const TSNode name = field_named(node, "name");
  if (!ts_node_is_null(name)) {
    Found found = named(name, source);
    if (found.name.starts_with('(') && found.name.ends_with(')'))  // (<+>) :: ..., used as a <+> b
      found.name = without_parentheses(found.name);
    return found;
  }
  const TSNode infix = child_of_type(node, "infix");
  return ts_node_is_null(infix) ? Found{} : named(field_named(infix, "operator"), source);
}

bool is_test_macro(std::string_view name) {
  constexpr std::array<std::string_view, 11> kMacros = {
      "TEST",      "TEST_F",           "TEST_P",   "TYPED_TEST",           "TYPED_TEST_P",
      "TEST_CASE", "TEST_CASE_METHOD", "SCENARIO", "BOOST_AUTO_TEST_CASE", "SUBCASE",
      "SECTION"};
  return std::find(kMacros.begin(), kMacros.end(), name) != kMacros.end();
}

/// `TEST(Suite, Name) { ... }` looks like a function without a return type.
Found test_function(TSNode node, const Source& source) {
  if (!ts_node_is_null(field_named(node, "type"))) return {};
  const TSNode declarator = field_named(node, "declarator");
  if (ts_node_is_null(declarator)) return {};
  const TSNode macro = field_named(declarator, "declarator");
  const TSNode parameters = field_named(declarator, "parameters");
  if (ts_node_is_null(macro) || ts_node_is_null(parameters)) return {};
  if (!is_test_macro(source.text_of(macro))) return {};
  Found found;
  for (const char c : one_line(source.text_of(parameters))) {
    if (c == ',') found.name += '.';
    if (c != '(' && c != ')' && c != ' ' && c != ',') found.name += c;
  }
  found.name_node = macro;
  return found;
}

/// `TEST_CASE("title") { ... }` looks like a call without its semicolon, then a block.
Found test_statement(TSNode node, const Source& source) {
  if (!ts_node_has_error(node)) return {};
  const TSNode call = ts_node_named_child(node, 0);
  if (!is_type(call, "call_expression")) return {};
  const TSNode macro = field_named(call, "function");
  const TSNode arguments = field_named(call, "arguments");
  const TSNode block = ts_node_next_named_sibling(node);
  if (ts_node_is_null(macro) || ts_node_is_null(arguments)) return {};
  if (!is_test_macro(source.text_of(macro)) || !is_type(block, "compound_statement")) return {};
  const TSNode title = child_of_type(arguments, "string_literal");
  if (ts_node_is_null(title)) return {};
  Found found = named(title, source);
  found.name = without_quotes(found.name);
  found.end = ts_node_end_byte(block);
  return found;
}

Found test_macro(TSNode node, const Source& source) {
  return is_type(node, "expression_statement") ? test_statement(node, source)
                                               : test_function(node, source);
}

Found ml_value(TSNode node, const Source& source) {
  const TSNode name = child_of_type(node, "value_name");
  if (!ts_node_is_null(name)) return named(name, source);
  Found found = named(child_of_type(node, "parenthesized_operator"), source);
  if (!found.name.empty()) found.name = without_parentheses(found.name);
  return found;
}

/// `let rec f x = ... and g y = ...`: each binding is a separate definition.
Found first_binding(TSNode node, const Source& source) {
  Found found;
  TSNode first{};
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (!std::string_view(ts_node_type(child)).ends_with("_binding")) continue;
    if (!ts_node_is_null(first)) {
      found.end = ts_node_end_byte(first);
      break;
    }
    first = child;
  }
  if (ts_node_is_null(first)) return found;
  TSNode name = field_named(first, is_type(first, "let_binding") ? "pattern" : "name");
  if (ts_node_is_null(name)) name = child_of_type(first, "module_name");
  if (ts_node_is_null(name)) name = child_of_type(first, "class_name");
  const std::uint32_t end = found.end;
  found = named(name, source);
  if (found.name.starts_with('(') && is_type(name, "parenthesized_operator"))  // let ( + ) a b
    found.name = without_parentheses(found.name);
  found.end = end;
  return found;
}

/// `Point.origin()`, `factory Point.from(...)`: takes the last name.
Found maker(TSNode node, const Source& source) {
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 8U);
  for (std::uint32_t i = 0; i < count; ++i) {
    TSNode head = ts_node_named_child(node, i);
    if (is_type(head, "method_signature")) head = ts_node_named_child(head, 0);
    if (ts_node_is_null(head) ||
        !std::string_view(ts_node_type(head)).ends_with("constructor_signature"))
      continue;
    TSNode name{};
    const std::uint32_t parts = std::min(ts_node_named_child_count(head), 4U);
    for (std::uint32_t part = 0; part < parts; ++part)
      if (const TSNode child = ts_node_named_child(head, part); is_type(child, "identifier"))
        name = child;
    return named(name, source);
  }
  return {};
}

/// The rewritten `class` in the tree is `trait` in the original text.
Found trait(TSNode node, const Source& source) {
  const TSNode name = usual_name(node, source);
  if (ts_node_is_null(name)) return {};
  const std::uint32_t begin = ts_node_start_byte(node);
  const std::string_view head = source.text.substr(begin, ts_node_start_byte(name) - begin);
  return head.find("trait") == std::string_view::npos ? Found{} : named(name, source);
}

}  // namespace

Found find_by_hook(Hook hook, TSNode node, const Source& source) {
  switch (hook) {
    case Hook::kElixir:
      return elixir(node, source);
    case Hook::kObjc:
      return objc_selector(node, source);
    case Hook::kHcl:
      return hcl_block(node, source);
    case Hook::kSection:
      return markdown_section(node, source);
    case Hook::kStage:
      return docker_stage(node, source);
    case Hook::kMlValue:
      return ml_value(node, source);
    case Hook::kHaskell:
      return haskell_function(node, source);
    case Hook::kTestMacro:
      return test_macro(node, source);
    case Hook::kBinding:
      return first_binding(node, source);
    case Hook::kMaker:
      return maker(node, source);
    case Hook::kTrait:
      return trait(node, source);
    default:
      return find_by_call(hook, node, source);
  }
}

}  // namespace codeweaver::syntax
