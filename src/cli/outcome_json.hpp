// Files with what became of them, as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <vector>

#include "codeweaver/index_types.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// A list of objects with path, reason and detail.
inline json::Value outcomes_json(const std::vector<FileOutcome>& files) {
  json::Value list = json::Array{};
  for (const auto& file : files)
    list.push_back(
        json::Object{{"path", file.path}, {"reason", file.reason}, {"detail", file.detail}});
  return list;
}

}  // namespace codeweaver::cli
