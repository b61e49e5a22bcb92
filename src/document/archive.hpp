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

/// Views the bytes and the budget given, which must live on. Thread safety: one thread at a time.
class Archive {
 public:
  /// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_ENCRYPTED" (a document that a password
  /// protects is a file of another kind) | "DOCUMENT_TOO_LARGE" (more parts than any document has).
  static Result<Archive> open(std::string_view bytes, Budget& budget);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  /// nullopt: there is no such part. Never unpacks more than the budget allows.
  /// Errors: kInvalidArgument "DOCUMENT_CORRUPT" | "DOCUMENT_TOO_LARGE" | "DOCUMENT_ENCRYPTED";
  /// kCancelled.
  Result<std::optional<std::string>> read(const std::string& name);
  /// The same of a part that has to be there.
  Result<std::string> need(const std::string& name);
  Budget& budget() const noexcept;

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::document
