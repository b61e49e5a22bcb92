// Recognises script and style elements and Markdown code fences, and their languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/embedded.hpp"

namespace codeweaver::syntax {

namespace {

/// Value of `name="..."` in a start tag; empty: no such attribute.
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

/// The language of a script: `lang` first (Vue, Svelte), then `type`. JSON, templates and the like
/// are data.
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

/// The first word of an info string: "rust,ignore", "js#1", "{.python}", "html+erb".
std::optional<LanguageIndex> fence_language(std::string_view info) {
  const std::size_t begin = info.find_first_not_of(" \t{.");
  if (begin == std::string_view::npos) return std::nullopt;
  info.remove_prefix(begin);
  const std::string_view whole = info.substr(0, info.find_first_of(" \t,{}:;\r\n"));
  if (const auto known = find_language(whole)) return known;  // also "c++" and "c#"
  return find_language(whole.substr(0, whole.find_first_of("#+")));
}

}  // namespace

TSRange Embedded::range() const noexcept {
  return {.start_point = ts_node_start_point(content),
          .end_point = ts_node_end_point(content),
          .start_byte = ts_node_start_byte(content),
          .end_byte = ts_node_end_byte(content)};
}

std::optional<Embedded> embedded_at(TSNode node, const Source& source) {
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
  if (!language || ts_node_is_null(content) || !languages()[*language].has_grammar)
    return std::nullopt;
  return Embedded{.content = content, .language = *language};
}

}  // namespace codeweaver::syntax
