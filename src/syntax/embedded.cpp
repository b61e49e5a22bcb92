// Recognises script and style elements, Markdown code fences and here-documents, and their
// languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/embedded.hpp"

#include <algorithm>

namespace codeweaver::syntax {

namespace {

TSRange range_of(TSNode first, TSNode last) noexcept {
  return {.start_point = ts_node_start_point(first),
          .end_point = ts_node_end_point(last),
          .start_byte = ts_node_start_byte(first),
          .end_byte = ts_node_end_byte(last)};
}

/// The value of `name="..."` in a start tag. Empty: no such attribute.
std::string_view attribute(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    const std::size_t equals = at + name.size();
    if (at == 0 || tag[at - 1] > ' ' || equals >= tag.size() || tag[equals] != '=') continue;
    std::string_view value = tag.substr(equals + 1);
    if (value.starts_with('"') || value.starts_with('\'')) {
      const std::size_t end = value.find(value[0], 1);
      return value.substr(1, end == std::string_view::npos ? end : end - 1);
    }
    return value.substr(0, value.find_first_of(" \t\r\n>"));
  }
  return {};
}

/// The language of a script: `lang` first (Vue, Svelte), then `type`. JSON, templates and similar
/// types are data.
std::optional<LanguageIndex> script_language(std::string_view tag) {
  if (const auto lang = attribute(tag, "lang"); !lang.empty()) return find_language(lang);
  std::string_view type = attribute(tag, "type");
  if (type.empty() || type == "module" || type.ends_with("javascript") ||
      type.ends_with("ecmascript") || type == "text/babel" || type == "text/jsx")
    return find_language("javascript");
  if (type.ends_with("typescript")) return find_language("typescript");
  return std::nullopt;
}

std::optional<LanguageIndex> style_language(std::string_view tag) {
  const auto lang = attribute(tag, "lang");
  return find_language(lang.empty() ? "css" : lang);
}

/// The language from the first word of an info string: "rust,ignore", "js#1", "{.python}",
/// "html+erb".
std::optional<LanguageIndex> fence_language(std::string_view info) {
  const std::size_t begin = info.find_first_not_of(" \t{.");
  if (begin == std::string_view::npos) return std::nullopt;
  info.remove_prefix(begin);
  const std::string_view whole = info.substr(0, info.find_first_of(" \t,{}:;\r\n"));
  if (const auto known = find_language(whole)) return known;  // also "c++" and "c#"
  return find_language(whole.substr(0, whole.find_first_of("#+")));
}

/// Whether a line of the text starts a shell function: `name() {`, or `name ()` above a brace.
bool defines_shell_functions(std::string_view text) {
  // `main ()` after a line `int` is C, which `configure` compiles to test the system.
  for (std::size_t at = text.find("int"); at != std::string_view::npos;
       at = text.find("int", at + 3))
    if ((at == 0 || text[at - 1] == '\n') && at + 3 < text.size() && text[at + 3] <= '\r')
      return false;
  for (std::size_t at = text.find("()"); at != std::string_view::npos;
       at = text.find("()", at + 2)) {
    const std::size_t begin = text.find_last_of('\n', at) + 1;  // npos + 1 is 0
    std::string_view name = text.substr(begin, at - begin);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    const std::size_t body = text.find_first_not_of(" \t\r\n", at + 2);
    if (is_name && body != std::string_view::npos && text[body] == '{') return true;
  }
  return false;
}

/// The text of a here-document that defines shell functions. `configure` writes scripts this way.
std::optional<Embedded> here_document_at(TSNode statement, const Source& source) {
  const TSNode redirect = child_of_type(statement, "heredoc_redirect");
  if (ts_node_is_null(redirect)) return std::nullopt;
  const TSNode body = child_of_type(redirect, "heredoc_body");
  if (ts_node_is_null(body) || ts_node_child_count(body) > 0) return std::nullopt;
  if (!defines_shell_functions(source.text_of(body))) return std::nullopt;
  return Embedded{
      .content = body, .range = range_of(body, body), .language = source.rules->language};
}

/// The text of a string that defines shell functions and is evaluated later.
std::optional<Embedded> shell_string_at(TSNode string, const Source& source) {
  const std::uint32_t count = ts_node_child_count(string);
  if (count < 3 || !defines_shell_functions(source.text_of(string).substr(1))) return std::nullopt;
  for (std::uint32_t i = 1; i + 1 < count; ++i)
    if (!is_type(ts_node_child(string, i), "string_content")) return std::nullopt;
  return Embedded{.content = string,
                  .range = range_of(ts_node_child(string, 1), ts_node_child(string, count - 2)),
                  .language = source.rules->language};
}

/// A code fence, or a script or style element.
std::optional<Embedded> marked_text_at(TSNode node, const Source& source) {
  std::optional<LanguageIndex> language;
  TSNode content{};
  if (is_type(node, "fenced_code_block")) {
    const TSNode info = child_of_type(node, "info_string");
    if (!ts_node_is_null(info)) language = fence_language(source.text_of(info));
    content = child_of_type(node, "code_fence_content");
  } else {
    const TSNode tag = child_of_type(node, "start_tag");
    if (ts_node_is_null(tag)) return std::nullopt;
    language = is_type(node, "style_element") ? style_language(source.text_of(tag))
                                              : script_language(source.text_of(tag));
    content = child_of_type(node, "raw_text");
  }
  if (!language || ts_node_is_null(content)) return std::nullopt;
  return Embedded{.content = content, .range = range_of(content, content), .language = *language};
}

}  // namespace

std::optional<Embedded> embedded_at(TSNode node, const Source& source) {
  const auto found = is_type(node, "redirected_statement") ? here_document_at(node, source)
                     : is_type(node, "string")             ? shell_string_at(node, source)
                                                           : marked_text_at(node, source);
  if (found && !languages()[found->language].has_grammar) return std::nullopt;
  return found;
}

}  // namespace codeweaver::syntax
