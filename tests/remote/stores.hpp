// The stores that the contract is held against: each suite runs once for every row.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::test {

struct StoreMaker {
  std::string name;
  std::function<std::shared_ptr<VectorStore>()> make;  ///< an empty one
};

/// Every kind of store that the library brings, but for the index itself.
inline const std::vector<StoreMaker>& stores() {
  static const auto kAll = [] {
    std::vector<StoreMaker> out;
    for (const auto& kind : store_kinds()) {
      const auto make = [&kind] { return *kind.make(); };
      if (make() != nullptr) out.push_back({std::string(kind.name), make});
    }
    return out;
  }();
  return kAll;
}

}  // namespace codeweaver::test
