// CommitLog: reads a history that is partially known.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/commit_log.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {

std::uint32_t CommitLog::Texts::put(std::string_view text) {
  if (const auto known = numbers.find(text); known != numbers.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(texts.size());
  texts.emplace_back(text);
  numbers.emplace(text, number);
  return number;
}

std::optional<std::uint32_t> CommitLog::find_term(std::string_view text) const {
  const auto found = terms_.numbers.find(text);
  return found == terms_.numbers.end() ? std::nullopt : std::optional(found->second);
}

LoggedCommit CommitLog::read(const corpus::Commit& commit) {
  LoggedCommit out{commit.id, commit.time, commit.parents};
  if (out.is_merge()) return out;
  text::TermList terms;
  text::analyze_code(std::string_view(commit.message).substr(0, kMessageBytes), terms);
  std::map<std::uint32_t, std::uint32_t> counts;
  for (std::size_t i = 0; i < terms.size(); ++i) ++counts[terms_.put(terms[i])];
  for (const auto& [term, count] : counts) out.terms.push_back({term, count});
  out.length = static_cast<std::uint32_t>(terms.size());
  return out;
}

/// The same commit with the numbers of this log.
LoggedCommit CommitLog::taken_from(const CommitLog& other, const LoggedCommit& commit) {
  LoggedCommit out = commit;
  for (auto& term : out.terms) term.term = terms_.put(other.terms_.texts[term.term]);
  std::ranges::sort(out.terms, {}, &MessageTerm::term);
  if (out.files)
    for (auto& file : *out.files) file = paths_.put(other.paths_.texts[file]);
  return out;
}

bool CommitLog::is_of(const corpus::History& history) const {
  return newest_ == history.newest() && scope_ == history.scope();
}

void CommitLog::advance_to(const corpus::History& history) {
  if (is_of(history)) return;
  CommitLog before = std::exchange(*this, {});
  newest_ = history.newest();
  scope_ = history.scope();
  if (before.scope_ != scope_) before = {};
  std::unordered_map<std::string_view, const LoggedCommit*> known;
  for (const auto& commit : before.commits_) known.emplace(commit.id, &commit);

  std::map<std::string, LoggedCommit> waiting;
  std::priority_queue<std::pair<std::int64_t, std::string>> queue;
  std::set<std::string> seen;
  const auto enqueue = [&](const std::string& id) {
    if (!seen.insert(id).second) return;
    const auto old = known.find(id);
    if (old != known.end()) {
      queue.emplace(old->second->time, id);
    } else if (const auto commit = history.find(id)) {
      queue.emplace(commit->time, id);
      waiting.emplace(id, read(*commit));
    }
  };
  enqueue(newest_);
  while (!queue.empty() && messages_ < kMessages) {
    const auto id = queue.top().second;
    queue.pop();
    const auto old = known.find(id);
    commits_.push_back(old != known.end() ? taken_from(before, *old->second)
                                          : std::move(waiting.extract(id).mapped()));
    if (!commits_.back().is_merge()) ++messages_;
    for (const auto& parent : commits_.back().parents) enqueue(parent);
  }
}

bool CommitLog::look_at_files(const corpus::History& history, LoggedCommit& commit) {
  const auto found = history.find(commit.id);
  const auto changes = found ? history.changes(*found) : Result(std::vector<corpus::FileChange>{});
  if (!changes) return false;
  commit.files.emplace();
  if (changes->size() > kMostFiles) return true;
  for (const auto& change : *changes) commit.files->push_back(paths_.put(change.path));
  return true;
}

std::span<const std::uint32_t> CommitLog::files(const corpus::History& history,
                                                std::size_t commit) {
  auto& logged = commits_[commit];
  if (!logged.files && !look_at_files(history, logged)) logged.files.emplace();
  return *logged.files;
}

std::size_t CommitLog::read_files(const corpus::History& history, std::size_t most) {
  std::size_t read = 0;
  for (auto& commit : commits_) {
    if (read == most) break;
    if (commit.files || commit.is_merge()) continue;
    look_at_files(history, commit);
    ++read;
  }
  return read;
}

}  // namespace codeweaver::engine
