// The schemas of docs/contracts, compiled into the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::service {

struct ContractSchema {
  std::string_view name;  ///< name of the file without ".json"
  std::string_view text;
};

/// All schemas, sorted by name.
std::span<const ContractSchema> contract_schemas();

}  // namespace codeweaver::service
