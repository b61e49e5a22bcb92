// CommitLog: messages and changed files of the ancestors of a commit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corpus/history.hpp"

namespace codeweaver::engine {

/// Number of occurrences of a term in a message.
struct MessageTerm {
  std::uint32_t term = 0, count = 0;
};

/// An entry of the log.
struct LoggedCommit {
  std::string id;  ///< 40 hex digits
  std::int64_t time = 0;
  std::vector<std::string> parents{};
  std::vector<MessageTerm> terms{};  ///< terms of the message, sorted by number; empty for merges
  std::uint32_t length = 0;          ///< number of terms in the message
  /// Changed paths; empty if there are more than CommitLog::kMostFiles. Unset: not read yet.
  std::optional<std::vector<std::uint32_t>> files{};

  bool is_merge() const noexcept { return parents.size() > 1; }
};

/// The last ancestors of a commit with the terms of their messages. Commits never change, so the
/// log is only a cache: advanced to a commit, it equals a log read from scratch. A value; not safe
/// for concurrent use while it changes.
class CommitLog {
 public:
  static constexpr std::size_t kMessages = 1000;  ///< without merges
  static constexpr std::size_t kMostFiles = 20;  ///< a commit with more says little about its files
  static constexpr std::size_t kMessageBytes = 3000;  ///< some messages contain whole logs

  /// Decodes the result of encode(); an empty log if the bytes are damaged or have another format.
  static CommitLog decode(std::string_view bytes);
  /// Gives the same bytes for the same commits, whatever the earlier contents of the log.
  std::string encode() const;

  /// True if it contains the ancestors of the start of `history`.
  bool is_of(const corpus::History& history) const;
  /// Updates it to the start of `history`. Cost: reads the commits that it does not contain.
  void advance_to(const corpus::History& history);
  /// Paths changed by a commit, read on first use; empty if they cannot be read.
  std::span<const std::uint32_t> files(const corpus::History& history, std::size_t commit);
  /// Reads the paths of the newest `most` commits whose paths were not read yet. Returns their
  /// number.
  std::size_t read_files(const corpus::History& history, std::size_t most);

  /// Newest first, including merges.
  std::span<const LoggedCommit> commits() const noexcept { return commits_; }
  /// Number of commits that are not merges.
  std::size_t message_count() const noexcept { return messages_; }
  /// Terms are numbered from 0.
  std::size_t term_count() const noexcept { return terms_.texts.size(); }
  std::optional<std::uint32_t> find_term(std::string_view text) const;
  const std::string& path(std::uint32_t number) const { return paths_.texts[number]; }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };
  /// Texts, numbered in order of insertion.
  struct Texts {
    std::vector<std::string> texts;
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers;
    std::uint32_t put(std::string_view text);
  };

  LoggedCommit read(const corpus::Commit& commit);
  LoggedCommit taken_from(const CommitLog& other, const LoggedCommit& commit);
  bool look_at_files(const corpus::History& history, LoggedCommit& commit);

  std::string newest_, scope_;
  std::vector<LoggedCommit> commits_;
  std::size_t messages_ = 0;
  Texts terms_, paths_;
};

}  // namespace codeweaver::engine
