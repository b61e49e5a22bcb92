// Facts about a pushed item, in the form stored in the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/hash.hpp"
#include "codeweaver/push.hpp"
#include "engine/state/item_path.hpp"
#include "json/writer.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// The symbol's facts as a JSON object.
inline std::string meta_text(const PushItem& item) {
  json::Writer out;
  out.begin_object();
  for (const auto& [name, text] : item.symbol_meta) out.member(name, text);
  out.end_object();
  return out.take();
}

/// The path of an item in the index.
inline std::string path_of(const PushItem& item) {
  return item_path(item.path, item.range, item.content, item.node_id);
}

/// Hash of the path, the type, the metadata and the language: equal for items whose matches look
/// the same except for content and audit.
inline std::uint64_t facts_of(const store::ItemRecord& item, std::string_view language) {
  std::string text = item.path + kItemSeparator + item.node_type + kItemSeparator + item.meta;
  text += kItemSeparator;
  return base::hash64(text += language);
}

}  // namespace codeweaver::engine
