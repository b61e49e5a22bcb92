// The stores that the contract is held against: each suite runs once for every row.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::test {

struct StoreMaker {
  std::string name;
  std::shared_ptr<VectorStore> (*make)();  ///< an empty one
};

inline const std::vector<StoreMaker>& stores() {
  static const std::vector<StoreMaker> all = {{"memory", &make_memory_store}};
  return all;
}

}  // namespace codeweaver::test
