// TextCatalogs: keeps the catalogs of the last few walks while the tree is unchanged.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "engine/exact/text_catalog.hpp"

namespace codeweaver::engine {

/// Not safe for concurrent use.
class TextCatalogs {
 public:
  /// Null: there is no catalog with that key for the current manifest.
  std::shared_ptr<const TextCatalog> find(const std::string& key,
                                          const base::FileIdentity& manifest) {
    if (manifest != manifest_) kept_.clear();
    for (auto at = kept_.begin(); at != kept_.end(); ++at) {
      if (at->first != key) continue;
      kept_.splice(kept_.begin(), kept_, at);
      return kept_.front().second;
    }
    return nullptr;
  }
  void keep(std::string key, const base::FileIdentity& manifest,
            std::shared_ptr<const TextCatalog> catalog) {
    constexpr std::size_t kMost = 4;
    if (manifest != manifest_) kept_.clear();
    manifest_ = manifest;
    kept_.emplace_front(std::move(key), std::move(catalog));
    if (kept_.size() > kMost) kept_.pop_back();
  }
  void clear() { kept_.clear(); }

 private:
  base::FileIdentity manifest_;
  // Most recently used first.
  std::list<std::pair<std::string, std::shared_ptr<const TextCatalog>>> kept_;
};

}  // namespace codeweaver::engine
