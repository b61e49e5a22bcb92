// SnapshotFacts as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/snapshot.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// As `codeweaver snapshot export -o json` prints it: members as the fields, but "signed_by".
Value to_json(const SnapshotFacts& facts);

}  // namespace codeweaver::json
