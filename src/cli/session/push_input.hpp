// Reads a push batch from a file: one JSON document, or one item per line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "codeweaver/push.hpp"

namespace codeweaver::cli {

/// A batch that is being read.
struct PushInput {
  PushEnvelope envelope;
  PushSource next;  ///< owns its input
};

/// Opens a batch. Reads a document as a whole, and a stream line by line.
/// Errors: errors of open_input(), json::read_push_batch() and json::PushStream.
Result<PushInput> open_push(const std::filesystem::path& folder, const std::string& file,
                            bool is_stream);

}  // namespace codeweaver::cli
