// Converts batches of the push contract from JSON, and replies and errors to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/push.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// Ignores unknown members. Null counts as absent for optional members. Errors: kInvalidArgument
/// "VALIDATION_ERROR"; the cause names the problem.
Result<PushItem> read_push_item(const Value& value);
Result<PushDeletion> read_push_deletion(const Value& value);
/// The returned envelope is valid. Errors: also those of PushEnvelope::validate().
Result<PushEnvelope> read_push_envelope(const Value& value);

/// Reads a whole document: {envelope..., "items": [item...], "deletions": [deletion...]}. If
/// several items have the same node_id, the first one counts. Errors: those of the envelope;
/// kInvalidArgument "VALIDATION_ERROR" (not JSON, not UTF-8, or above the limits).
Result<PushBatch> read_push_batch(std::string_view text);

/// In the form that read_push_item() reads.
Value to_json(const PushItem& item);
Value to_json(const PushError& error);
Value to_json(const PushReply& reply);
/// Reads the output of to_json(). Errors: kInvalidArgument "INVALID_JSON", "INVALID_VALUE".
Result<PushReply> read_push_reply(std::string_view text);

}  // namespace codeweaver::json
