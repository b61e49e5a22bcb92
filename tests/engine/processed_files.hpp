// Files as a run has processed them, for tests of what it does with them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/index_types.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/file_processor.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::engine {

/// A file of Python.
inline ProcessedFile cut_file(const std::string& path, const std::string& text) {
  DiscoveredFile file;
  file.path = path;
  file.language = "python";
  return FileProcessor(IndexOptions{}).process_text(file, text, nullptr);
}

/// A file that could not be read.
inline ProcessedFile failed_file(const std::string& path) {
  ProcessedFile out = cut_file(path, "");
  out.file.outcome = store::FileOutcome::kFailed;
  out.file.reason = "unreadable";
  out.detail = "Permission denied";
  out.is_failure = true;
  return out;
}

}  // namespace codeweaver::engine
