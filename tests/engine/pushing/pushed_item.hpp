// An item as another tool pushes it, for tests of pushed items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/push.hpp"

namespace codeweaver::engine {

/// A function on lines 101 and 102 of a file.
inline PushItem item_called(const std::string& node_id, const std::string& content) {
  PushItem item;
  item.node_id = node_id;
  item.node_type = "function";
  item.path = "atlas/zebra.py";
  item.content = content;
  item.range = {101, 102};
  item.source_audit = {"abc", "main", false, "2026-02-20T12:00:00.5Z"};
  item.symbol_meta = {{"module", "atlas"}};
  return item;
}

}  // namespace codeweaver::engine
