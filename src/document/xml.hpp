// XML: parts of office documents, read with pugixml; names without prefixes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "document/budget.hpp"

namespace codeweaver::document {

/// Deeper elements are ignored.
inline constexpr std::size_t kMaxXmlDepth = 256;

/// Never expands entities or reads anything outside the text. Errors: kInvalidArgument
/// "DOCUMENT_CORRUPT" (names the part), "DOCUMENT_TOO_LARGE" (the elements would exceed the memory
/// budget); kCancelled.
Result<pugi::xml_document> parse_xml(std::string text, const std::string& part,
                                     const Budget& budget);

/// "p" for <w:p>.
std::string_view local_name(const pugi::xml_node& node) noexcept;
/// The value of an attribute by its local name. Empty: none.
std::string_view attribute(const pugi::xml_node& node, std::string_view name) noexcept;
/// The first child with this local name. Null: none.
pugi::xml_node child(const pugi::xml_node& node, std::string_view name) noexcept;

/// Calls visit(node) for each descendant in document order. If it returns false, skips the
/// descendants of that node. Calls leave(node) after the descendants. Not recursive.
template <class Visit, class Leave>
void walk(const pugi::xml_node& root, const Visit& visit, const Leave& leave) {
  std::size_t depth = 0;
  pugi::xml_node at = root;
  bool descends = true;
  while (true) {
    if (descends && at.first_child() && depth < kMaxXmlDepth) {
      at = at.first_child();
      ++depth;
    } else {
      while (depth > 0) {
        if (at.type() == pugi::node_element) leave(at);
        if (at.next_sibling()) break;
        at = at.parent();
        --depth;
      }
      if (depth == 0) return;
      at = at.next_sibling();
    }
    descends = at.type() == pugi::node_element && visit(at);
  }
}
template <class Visit>
void walk(const pugi::xml_node& root, const Visit& visit) {
  walk(root, visit, [](const pugi::xml_node&) {});
}

}  // namespace codeweaver::document
