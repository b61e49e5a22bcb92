// PastCommits: BM25 over messages, then the differences of the most similar commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/past_commits.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
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

}  // namespace

struct PastCommits::Impl {
  std::mutex mutex;
  StatePaths paths;
  std::optional<CommitLog> log{};
  std::optional<corpus::History> history{};
  double mean_length = 1;
  std::vector<Posting> postings{};  // of all terms
  // Position of each term's first posting; one more at the end.
  std::vector<std::size_t> first_of{1};

  /// Updates the log to the start of the history. False if there is no history.
  bool follow(const std::filesystem::path& root) {
    const auto commit = commit_of(paths);
    if (history && (!commit.empty() || history->is_at_head()) && log->is_of(*history)) return true;
    history.reset();
    auto opened = corpus::History::open(root, commit);
    if (!opened) return false;
    history = std::move(*opened);
    if (!log) log = read_commit_log(paths);
    log->advance_to(*history);
    invert();
    return true;
  }

  void invert() {
    const auto commits = log->commits();
    double length = 0;
    first_of.assign(log->term_count() + 1, 0);
    for (const auto& commit : commits) {
      length += commit.length;
      for (const auto& [term, count] : commit.terms) ++first_of[term];
    }
    std::exclusive_scan(first_of.begin(), first_of.end(), first_of.begin(), std::size_t{0});
    postings.resize(first_of.back());
    auto next = first_of;
    for (std::uint32_t i = 0; i < commits.size(); ++i)
      for (const auto& [term, count] : commits[i].terms) postings[next[term]++] = {i, count};
    mean_length =
        std::max(length / static_cast<double>(std::max<std::size_t>(log->message_count(), 1)), 1.0);
  }

  std::span<const Posting> postings_of(std::uint32_t term) const {
    return std::span(postings).subspan(first_of[term], first_of[term + 1] - first_of[term]);
  }

  /// Pairs (score, number), most similar first; of equal ones the newer first.
  std::vector<std::pair<double, std::uint32_t>> most_similar(
      std::span<const rank::QueryTerm> terms) const {
    const auto commits = log->commits();
    std::vector<double> scores(commits.size());
    for (const auto& term : terms) {
      if (term.optional) continue;
      const auto number = log->find_term(term.text);
      if (!number) continue;
      const auto list = postings_of(*number);
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
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->follow(root)) return out;
  auto& log = *impl_->log;
  std::size_t taken = 0;
  for (const auto& [score, number] : impl_->most_similar(terms)) {
    const auto files = log.files(*impl_->history, number);
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
