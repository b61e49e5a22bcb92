// A push batch out of a file: a document, or a stream of lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "codeweaver/push.hpp"

namespace codeweaver::cli {

/// A batch that is being read.
struct PushInput {
  PushEnvelope envelope;
  PushSource next;  ///< owns what it reads from
};

/// Opens a batch, of which a document is read whole and a stream line by line.
/// Errors: those of open_input(), json::read_push_batch() and json::PushStream.
Result<PushInput> open_push(const std::filesystem::path& folder, const std::string& file,
                            bool is_stream);

}  // namespace codeweaver::cli
