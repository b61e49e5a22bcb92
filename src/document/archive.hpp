// Archive: the parts of a ZIP file, unpacked one at a time within a limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "document/budget.hpp"

namespace codeweaver::document {

/// Borrows the bytes and the budget, which must outlive it. Not thread-safe.
class Archive {
 public:
  /// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_ENCRYPTED" (a password-protected
  /// document has a different file format) | "DOCUMENT_TOO_LARGE" (too many parts).
  static Result<Archive> open(std::string_view bytes, Budget& budget);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  /// Unpacks a part, within the budget. nullopt: no such part. Errors: kInvalidArgument
  /// "DOCUMENT_CORRUPT" | "DOCUMENT_TOO_LARGE" | "DOCUMENT_ENCRYPTED"; kCancelled.
  Result<std::optional<std::string>> read(const std::string& name);
  /// Like read(), but a missing part is "DOCUMENT_CORRUPT".
  Result<std::string> need(const std::string& name);
  Budget& budget() const noexcept;

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::document
