// Converts source manifests from JSON, and reconciliation reports to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/reconcile.hpp"
#include "json/line_reader.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// Reads an item of the push contract, or only its {"node_id", "hash", "git_commit"}. Errors:
/// kInvalidArgument "VALIDATION_ERROR".
Result<ManifestEntry> read_manifest_entry(const Value& value);

/// Reads a manifest with one entry per line. The result fails with kInvalidArgument
/// "VALIDATION_ERROR" (names the line) and the errors of `source`.
ManifestSource read_manifest(ByteSource source);

Value to_json(const ReconcileReport& report);

}  // namespace codeweaver::json
