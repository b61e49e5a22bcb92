// What is said of a pushed item beside its content, in the form that the index keeps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/hash.hpp"
#include "codeweaver/push.hpp"
#include "engine/item_path.hpp"
#include "json/writer.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {

/// The symbol's facts as a JSON object.
inline std::string meta_text(const PushItem& item) {
  json::Writer out;
  out.begin_object();
  for (const auto& [name, text] : item.symbol_meta) out.member(name, text);
  out.end_object();
  return out.take();
}

/// Where the item is and what it is: equal for items whose matches look the same, but for content
/// and audit.
inline std::uint64_t facts_of(const store::ItemRecord& item) {
  return base::hash64(item.path + kItemSeparator + item.node_type + kItemSeparator + item.meta);
}
inline std::uint64_t facts_of(const PushItem& item) {
  return facts_of(store::ItemRecord{item.node_id,
                                    item_path(item.path, item.range.start_line, item.node_id), "",
                                    item.node_type, meta_text(item), ""});
}

}  // namespace codeweaver::engine
