// XML: parts of office documents, read with pugixml; names without their prefixes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "document/budget.hpp"

namespace codeweaver::document {

/// Elements that lie deeper are left out.
inline constexpr std::size_t kMaxXmlDepth = 256;

/// Entities are never expanded, nothing outside the text is read.
/// Errors: kInvalidArgument "DOCUMENT_CORRUPT", with the name of the part; "DOCUMENT_TOO_LARGE"
/// (its elements would take more memory than the budget allows); kCancelled.
Result<pugi::xml_document> parse_xml(std::string text, const std::string& part,
                                     const Budget& budget);

/// "p" of <w:p>.
std::string_view local_name(const pugi::xml_node& node) noexcept;
/// The value of an attribute by its local name; empty: none.
std::string_view attribute(const pugi::xml_node& node, std::string_view name) noexcept;
/// The first child with that local name; null: none.
pugi::xml_node child(const pugi::xml_node& node, std::string_view name) noexcept;

/// Calls visit(node) for each descendant in document order; what is below one for which it gives
/// false is left out. Without recursion. `leave(node)` comes after what is below.
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
