// PastCommits: BM25 over messages, then the differences of the likest.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/past_commits.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/state/kept_commits.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kLikestCommits = 30;
constexpr double kSaturation = 1.2, kLengthDamping = 0.75;

struct Posting {
  std::uint32_t commit = 0, count = 0;
};
using Postings = std::unordered_map<std::uint32_t, std::vector<Posting>>;

}  // namespace

struct PastCommits::Impl {
  std::mutex mutex;
  StatePaths paths;
  std::optional<CommitLog> log{};
  double mean_length = 1;

  /// Brings the log to where the history begins.
  void follow(const corpus::History& history) {
    if (log && log->is_of(history)) return;
    if (!log) log = read_commit_log(paths);
    log->bring_to(history);
    double length = 0;
    for (const auto& commit : log->commits()) length += commit.length;
    mean_length =
        std::max(length / static_cast<double>(std::max<std::size_t>(log->message_count(), 1)), 1.0);
  }

  /// The commits that say each of the terms.
  Postings postings(std::span<const rank::QueryTerm> terms) const {
    Postings out;
    for (const auto& term : terms)
      if (const auto number = log->find_term(term.text)) out[*number];
    const auto commits = log->commits();
    for (std::uint32_t i = 0; i < commits.size(); ++i)
      for (const auto& [term, count] : commits[i].terms)
        if (const auto asked = out.find(term); asked != out.end())
          asked->second.push_back({i, count});
    return out;
  }

  /// Likest first, as (score, number); of equal ones the newer.
  std::vector<std::pair<double, std::uint32_t>> likest(
      std::span<const rank::QueryTerm> terms) const {
    const auto lists = postings(terms);
    const auto commits = log->commits();
    std::vector<double> scores(commits.size());
    for (const auto& term : terms) {
      if (term.optional) continue;
      const auto number = log->find_term(term.text);
      if (!number) continue;
      const auto& list = lists.at(*number);
      const auto idf =
          static_cast<double>(rank::inverse_document_frequency(log->message_count(), list.size()));
      for (const auto& [commit, count] : list) {
        const double norm =
            1 - kLengthDamping + kLengthDamping * commits[commit].length / mean_length;
        scores[commit] += idf * count * (kSaturation + 1) / (count + kSaturation * norm);
      }
    }
    std::vector<std::pair<double, std::uint32_t>> out;
    for (std::uint32_t i = 0; i < scores.size(); ++i)
      if (scores[i] > 0) out.emplace_back(scores[i], i);
    std::ranges::sort(out, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    return out;
  }
};

PastCommits::PastCommits(StatePaths paths) : impl_(std::make_unique<Impl>()) {
  impl_->paths = std::move(paths);
}
PastCommits::~PastCommits() = default;

FileShares PastCommits::changed_by_like(const std::filesystem::path& root,
                                        std::span<const rank::QueryTerm> terms) {
  FileShares out;
  const auto history = corpus::History::open(root, commit_of(impl_->paths));
  if (!history) return out;
  const std::lock_guard lock(impl_->mutex);
  impl_->follow(*history);
  auto& log = *impl_->log;
  std::size_t taken = 0;
  for (const auto& [score, number] : impl_->likest(terms)) {
    const auto files = log.files(*history, number);
    if (files.empty()) continue;
    const double share = score * score / std::sqrt(static_cast<double>(files.size()));
    for (const auto file : files) out[log.path(file)] += share;
    if (++taken == kLikestCommits) break;
  }
  double most = 0;
  for (const auto& [path, share] : out) most = std::max(most, share);
  for (auto& [path, share] : out) share /= most;
  return out;
}

}  // namespace codeweaver::engine
