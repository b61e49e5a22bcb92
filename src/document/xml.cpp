// XML: parsing, and the names of elements and attributes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/xml.hpp"

#include <cstring>
#include <utility>

#include "base/try.hpp"
#include "document/errors.hpp"

namespace codeweaver::document {
namespace {

std::string_view without_prefix(const char* name) noexcept {
  const std::string_view whole(name);
  const auto colon = whole.find(':');
  return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

/// An estimate of the memory for the tree of a text, at most twice the real size: elements, text
/// before tags, and attributes.
std::uint64_t tree_bytes(std::string_view text) noexcept {
  constexpr std::uint64_t kNode = 64, kAttribute = 40;  // sizes in pugixml with 64-bit pointers
  std::uint64_t nodes = 0, attributes = 0;
  char before = '>';
  for (const char c : text) {
    nodes += (c == '<' && before != '>') + (before == '<' && c != '/');
    attributes += c == '=';
    before = c;
  }
  return nodes * kNode + attributes * kAttribute;
}

}  // namespace

Result<pugi::xml_document> parse_xml(std::string text, const std::string& part,
                                     const Budget& budget) {
  CODEWEAVER_TRY(budget.check());
  if (tree_bytes(text) > budget.limits().tree_bytes)
    return too_large("the elements of " + part + " take more than", budget.limits().tree_bytes);
  // The document owns the buffer, so at most one copy of the text exists besides the tree.
  void* const buffer = pugi::get_memory_allocation_function()(text.size() + 1);
  if (buffer == nullptr) return too_large(part + " needs", text.size());
  const auto size = text.size();
  std::memcpy(buffer, text.data(), size);
  std::string().swap(text);
  pugi::xml_document document;
  const auto done = document.load_buffer_inplace_own(
      buffer, size, pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (!done) return corrupt(part + ": " + done.description());
  return document;
}

std::string_view local_name(const pugi::xml_node& node) noexcept {
  return without_prefix(node.name());
}

std::string_view attribute(const pugi::xml_node& node, std::string_view name) noexcept {
  for (const auto& found : node.attributes())
    if (without_prefix(found.name()) == name) return found.value();
  return {};
}

pugi::xml_node child(const pugi::xml_node& node, std::string_view name) noexcept {
  for (const auto& found : node.children())
    if (local_name(found) == name) return found;
  return {};
}

}  // namespace codeweaver::document
