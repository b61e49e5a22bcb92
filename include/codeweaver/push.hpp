// Push contract: batches of items that other tools send to an index, and the replies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PUSH_HPP_
#define CODEWEAVER_PUSH_HPP_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codeweaver/contract.hpp"
#include "codeweaver/detail/timestamp.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Limits of the push contract. If an item exceeds one, only this item is rejected. If a document
/// does, the whole document is rejected.
struct PushLimits {
  static constexpr std::size_t kItems = 10'000;  ///< items in a document; a stream has no limit
  static constexpr std::size_t kBatchBytes = 64ULL << 20;   ///< size of a document as JSON
  static constexpr std::size_t kContentBytes = 1ULL << 20;  ///< content of one item
  static constexpr std::size_t kLineBytes = 8ULL << 20;     ///< one line of a stream
  static constexpr std::size_t kErrors = 10'000;  ///< errors listed in a reply; all are counted
  static constexpr std::size_t kNodeIdBytes = 1024;
  static constexpr std::size_t kPathBytes = 4096;
  static constexpr std::size_t kTextBytes = 512;  ///< batch_id, node_type, language, commit, branch
};

/// When and where the source read an item.
struct SourceAudit {
  std::string git_commit{}, git_branch{};  ///< empty: not under git
  std::optional<bool> git_dirty{};
  std::string captured_at{};  ///< ISO 8601 with a time zone; of two versions, the later one is kept
  friend bool operator==(const SourceAudit&, const SourceAudit&) = default;
};

/// One element of a source: a function, a class, a document.
struct PushItem {
  std::string node_id{};    ///< unique in the namespace, e.g. "func:src/auth.py:login"
  std::string node_type{};  ///< "function"
  std::string path{};       ///< relative, '/' separated; the file need not exist
  std::string language{};   ///< language id; empty: from the path
  std::string content{};
  Span range{};  ///< lines of `path` that the content represents
  SourceAudit source_audit{};
  std::map<std::string, std::string> symbol_meta{};  ///< module, qualname, ...
  friend bool operator==(const PushItem&, const PushItem&) = default;

  /// Errors: kInvalidArgument "VALIDATION_ERROR"; the cause is a lower-case phrase.
  Result<void> validate() const;
};

/// A request to remove an item. With a time, later pushes of versions from before it are rejected,
/// too.
struct PushDeletion {
  std::string node_id{};
  std::string captured_at{};  ///< as in items; empty: removes any version of the item
  friend bool operator==(const PushDeletion&, const PushDeletion&) = default;
  Result<void> validate() const;  ///< as PushItem::validate()
};

/// The header of a batch.
struct PushEnvelope {
  std::string contract_version{};
  std::string project{};   ///< project id
  std::string source{};    ///< name of the pushing tool, e.g. "code-atlas"
  std::string batch_id{};  ///< a batch with a known id is not applied again
  friend bool operator==(const PushEnvelope&, const PushEnvelope&) = default;

  /// Returns the target namespace. Errors: kUnsupported "UNSUPPORTED_CONTRACT_VERSION";
  /// kInvalidArgument "VALIDATION_ERROR" (project, source or batch_id).
  Result<NamespaceKey> validate() const;
};

/// The reason why one item was rejected. Other items of the batch are not affected.
struct PushError {
  std::optional<std::string> node_id{};  ///< unset: not readable
  std::size_t index = 0;                 ///< position in the batch, from 0
  std::string code{contract::kValidationError};
  std::string message{};
  friend bool operator==(const PushError&, const PushError&) = default;
};

/// A batch with valid items and unique node_ids, and the errors of the other items.
struct PushBatch {
  PushEnvelope envelope{};
  std::vector<PushItem> items{};
  std::vector<PushDeletion> deletions{};
  std::vector<PushError> errors{};  ///< by index; errors of deletions follow those of items
};

/// One item or deletion of a batch, or its error, with its position.
struct PushEntry {
  std::size_t index = 0;
  std::variant<PushItem, PushDeletion, PushError> content{};
};
/// Each call returns the next entry of a batch; nullopt: the end.
using PushSource = std::function<Result<std::optional<PushEntry>>()>;

/// Returns a source for the entries of a batch: errors, then items, then deletions.
inline PushSource entries_of(PushBatch batch) {
  auto entries = std::make_shared<std::vector<PushEntry>>();
  for (auto& error : batch.errors) entries->push_back({error.index, std::move(error)});
  for (auto& item : batch.items) entries->push_back({0, std::move(item)});
  for (auto& deletion : batch.deletions) entries->push_back({0, std::move(deletion)});
  return [entries, at = std::size_t{0}]() mutable -> Result<std::optional<PushEntry>> {
    if (at == entries->size()) return std::optional<PushEntry>{};
    return std::optional(std::move((*entries)[at++]));
  };
}

/// The reply to a batch. accepted + rejected = items + deletions.
struct PushReply {
  std::string batch_id{};
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  std::vector<PushError> errors{};  ///< one for each rejected entry, up to PushLimits::kErrors
  friend bool operator==(const PushReply&, const PushReply&) = default;

  void reject(PushError error) {
    ++rejected;
    if (errors.size() < PushLimits::kErrors) errors.push_back(std::move(error));
  }
};

namespace push_rules {

/// Error of the second of two items with the same node_id.
inline constexpr std::string_view kRepeated = "node_id occurs twice in the batch";

inline Error invalid(std::string cause) {
  return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
          std::move(cause), "validating a push", "Correct the item and push it again."};
}

/// Messages: "node_id is empty", "... is longer than 1024 bytes", "... contains a control
/// character".
inline Result<void> check_text(std::string_view name, std::string_view text, std::size_t max_bytes,
                               bool is_required) {
  const std::string member(name);
  if (text.empty() && is_required) return invalid(member + " is empty");
  if (text.size() > max_bytes)
    return invalid(member + " is longer than " + std::to_string(max_bytes) + " bytes");
  if (std::any_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }))
    return invalid(member + " contains a control character");
  return {};
}

/// Accepts a relative path with '/' separators and without empty parts, "." or "..".
inline Result<void> check_path(std::string_view path) {
  if (auto text = check_text("path", path, PushLimits::kPathBytes, true); !text) return text;
  const bool has_drive = path.size() > 1 && path[1] == ':';
  if (path.front() == '/' || path.front() == '\\' || has_drive)
    return invalid("path is absolute: '" + std::string(path) + "'");
  if (path.find('\\') != std::string_view::npos)
    return invalid("path has a backslash: '" + std::string(path) + "'");
  for (std::string_view rest = path;;) {
    const auto part = rest.substr(0, rest.find('/'));
    if (part == "..") return invalid("path leaves the project: '" + std::string(path) + "'");
    if (part.empty() || part == ".")
      return invalid("path has an empty part or '.': '" + std::string(path) + "'");
    if (part.size() == rest.size()) return {};
    rest.remove_prefix(part.size() + 1);
  }
}

inline Result<void> check_time(std::string_view time) {
  if (text::utc_timestamp(time)) return {};
  return invalid("captured_at is not an ISO 8601 time with a zone: '" +
                 std::string(time.substr(0, 100)) + "'");
}

}  // namespace push_rules

inline Result<void> PushItem::validate() const {
  using namespace push_rules;
  constexpr auto kText = PushLimits::kTextBytes;
  for (const auto& checked : {check_text("node_id", node_id, PushLimits::kNodeIdBytes, true),
                              check_text("node_type", node_type, kText, true), check_path(path),
                              check_text("language", language, kText, false),
                              check_text("git_commit", source_audit.git_commit, kText, false),
                              check_text("git_branch", source_audit.git_branch, kText, false),
                              check_time(source_audit.captured_at)})
    if (!checked) return checked;
  if (range.start_line < 1 || range.start_line > range.end_line)
    return invalid("range is inverted or begins before line 1: " +
                   std::to_string(range.start_line) + " to " + std::to_string(range.end_line));
  if (content.find_first_not_of(" \t\r\n\f\v") == std::string::npos)
    return invalid("content is empty");
  if (content.size() > PushLimits::kContentBytes)
    return invalid("content is longer than " + std::to_string(PushLimits::kContentBytes) +
                   " bytes");
  if (content.find('\0') != std::string::npos) return invalid("content contains a NUL character");
  return {};
}

inline Result<void> PushDeletion::validate() const {
  using namespace push_rules;
  if (auto id = check_text("node_id", node_id, PushLimits::kNodeIdBytes, true); !id) return id;
  return captured_at.empty() ? Result<void>() : check_time(captured_at);
}

inline Result<NamespaceKey> PushEnvelope::validate() const {
  if (contract_version != contract::kVersion)
    return Error{ErrorCategory::kUnsupported, std::string(contract::kUnsupportedVersion),
                 "contract_version is '" + contract_version.substr(0, 100) + "'",
                 "reading a push batch", "Push with contract_version 1.0."};
  if (auto id = push_rules::check_text("batch_id", batch_id, PushLimits::kTextBytes, true); !id)
    return id.error();
  return push_namespace(project, source);
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PUSH_HPP_
