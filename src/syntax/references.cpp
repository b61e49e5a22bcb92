// Reads the names of calls, imports, types and receivers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/references.hpp"

#include <algorithm>

namespace codeweaver::syntax {

namespace {

bool is_identifier(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Removes a trailing "<...>" group: generic arguments of a call.
std::string_view without_generics(std::string_view text) {
  constexpr std::size_t kMaxBytes = 300;
  if (!text.ends_with('>')) return text;
  int depth = 0;
  for (std::size_t i = text.size(); i > 0 && text.size() - i < kMaxBytes; --i) {
    if (text[i - 1] == '>') ++depth;
    if (text[i - 1] == '<' && --depth == 0) return text.substr(0, i - 1);
  }
  return text;
}

/// The grammar reads Elixir's `@doc "..."` as a call.
bool is_attribute(TSNode callee, const Source& source) {
  const std::uint32_t begin = ts_node_start_byte(callee);
  return source.rules->has_doc_attributes && begin > 0 && source.text[begin - 1] == '@';
}

}  // namespace

std::string_view last_identifier(std::string_view text, bool has_dashes) {
  text = without_generics(text);
  while (!text.empty() && (text.ends_with(':') || text.ends_with(' '))) text.remove_suffix(1);
  std::size_t end = text.size();
  if (end > 0 && (text[end - 1] == '!' || text[end - 1] == '?')) --end;  // Ruby, Rust, Julia
  std::size_t begin = end;
  while (begin > 0 && (is_identifier(text[begin - 1]) || (has_dashes && text[begin - 1] == '-')))
    --begin;
  if (begin == end || is_digit(text[begin])) return {};
  return text.substr(begin);
}

void add_import(TSNode node, const Source& source, std::vector<Reference>& out) {
  out.push_back({.name = one_line(source.text_of(node)),
                 .kind = Reference::Kind::kImport,
                 .offset = ts_node_start_byte(node)});
}

void add_call(TSNode node, const Source& source, std::vector<Reference>& out) {
  const Step* step = source.rules->call_of(ts_node_symbol(node));
  if (step == nullptr) return;
  bool saw_function = false;
  const TSNode callee = take(*step, node, source, saw_function);
  if (ts_node_is_null(callee)) return;
  constexpr std::size_t kMaxBytes = 400;  // reads only the end of a call chain
  std::string_view text = source.text_of(callee);
  text = text.substr(text.size() - std::min(text.size(), kMaxBytes));
  const std::string_view name = last_identifier(text, source.rules->has_dashes);
  if (name.empty() || is_attribute(callee, source)) return;
  const auto& imports = source.rules->import_calls;
  if (std::find(imports.begin(), imports.end(), name) != imports.end()) {
    add_import(node, source, out);
    return;
  }
  out.push_back({.name = std::string(name),
                 .kind = Reference::Kind::kCall,
                 .offset = ts_node_start_byte(callee)});
}

void add_type(TSNode node, const Source& source, std::vector<Reference>& out) {
  const std::string_view name = last_identifier(source.text_of(node));
  if (name.empty()) return;
  out.push_back({.name = std::string(name),
                 .kind = Reference::Kind::kType,
                 .offset = ts_node_start_byte(node)});
}

std::string receiver_of(TSNode node, const Source& source) {
  const TSNode receiver = source.field(node, source.rules->receiver);
  if (ts_node_is_null(receiver)) return {};
  std::string_view text = source.text_of(receiver);  // "(s *Server[T])"
  text = text.substr(0, text.find('['));
  while (!text.empty() && !is_identifier(text.back())) text.remove_suffix(1);
  return std::string(last_identifier(text));
}

}  // namespace codeweaver::syntax
