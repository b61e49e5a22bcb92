// CommitLog: what the commits that lead to a commit said and which files they changed.
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

/// How many times a term stands in a message.
struct MessageTerm {
  std::uint32_t term = 0, count = 0;
};

/// A commit as the log keeps it.
struct LoggedCommit {
  std::string id;  ///< 40 hex digits
  std::int64_t time = 0;
  std::vector<std::string> parents{};
  std::vector<MessageTerm> terms{};  ///< of the message, by term; none of merges
  std::uint32_t length = 0;          ///< terms of the message
  /// Paths that it changed; none where they are more than CommitLog::kMostFiles. Unset: nobody
  /// looked yet.
  std::optional<std::vector<std::uint32_t>> files{};

  bool is_merge() const noexcept { return parents.size() > 1; }
};

/// The last commits that lead to one, with the terms of their messages. Commits never change, so a
/// log only spares reading what it holds: brought to any commit, it is what reading all of them
/// gives. A value; not for use by several threads at once while it changes.
class CommitLog {
 public:
  static constexpr std::size_t kMessages = 1000;  ///< merges aside
  static constexpr std::size_t kMostFiles = 20;   ///< of a commit that says what files are about
  static constexpr std::size_t kMessageBytes = 3000;  ///< some carry whole logs

  /// What encode() made; an empty log where the bytes are damaged or of another format.
  static CommitLog decode(std::string_view bytes);
  /// The same bytes for the same commits, whatever the log was before.
  std::string encode() const;

  /// Whether it holds what leads to where `history` begins.
  bool is_of(const corpus::History& history) const;
  /// Makes it so. Cost: reads the commits that it does not hold.
  void advance_to(const corpus::History& history);
  /// The paths that a commit changed, read where nobody looked yet; none where they cannot be read.
  std::span<const std::uint32_t> files(const corpus::History& history, std::size_t commit);
  /// Reads the paths of the newest `most` commits that nobody looked at. Returns how many those
  /// were.
  std::size_t read_files(const corpus::History& history, std::size_t most);

  /// Newest first, merges among them.
  std::span<const LoggedCommit> commits() const noexcept { return commits_; }
  /// Those that are no merges.
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
  /// Texts, numbered as they came.
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
