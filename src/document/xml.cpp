// XML: parsing, and the names of elements and attributes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/xml.hpp"

#include <utility>

#include "document/errors.hpp"

namespace codeweaver::document {
namespace {

std::string_view without_prefix(const char* name) noexcept {
  const std::string_view whole(name);
  const auto colon = whole.find(':');
  return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

}  // namespace

Result<pugi::xml_document> parse_xml(std::string_view text, const std::string& part) {
  pugi::xml_document document;
  const auto done = document.load_buffer(text.data(), text.size(),
                                         pugi::parse_default | pugi::parse_ws_pcdata_single);
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
