// TextCatalogs: those of the last few walks, as long as the tree is as it was.
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

/// Not for concurrent use.
class TextCatalogs {
 public:
  /// Null: there is none of that key for the manifest as it is now.
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
  std::list<std::pair<std::string, std::shared_ptr<const TextCatalog>>> kept_;  // last used first
};

}  // namespace codeweaver::engine
