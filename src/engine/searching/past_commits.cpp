// PastCommits: BM25 over messages, then the differences of the likest.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/past_commits.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codeweaver/text/analyzer.hpp"
#include "corpus/history.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kCommitsRead = 1000, kLikestCommits = 30, kMostFilesChanged = 20;
/// Some carry whole logs.
constexpr std::size_t kMessageBytes = 3000;
constexpr double kSaturation = 1.2, kLengthDamping = 0.75;

struct Posting {
  std::uint32_t commit = 0, count = 0;
};

struct PastCommit {
  corpus::Commit commit;
  double length = 0;                                ///< terms of the message
  std::optional<std::vector<std::string>> files{};  ///< once they were asked for
};

}  // namespace

struct PastCommits::Impl {
  std::mutex mutex;
  std::optional<corpus::History> history;
  std::string head;
  std::vector<PastCommit> commits;
  std::unordered_map<std::string, std::vector<Posting>> postings;
  double mean_length = 1;

  /// False where there is nothing to read.
  bool read(const std::filesystem::path& root) {
    auto opened = corpus::History::open(root);
    if (!opened) return false;
    auto commit = opened->next();
    if (!commit) return false;
    if (commit->id == head) return true;
    head = commit->id;
    history = std::move(*opened);
    commits.clear();
    postings.clear();
    double length = 0;
    text::TermList terms;
    for (; commit && commits.size() < kCommitsRead; commit = history->next()) {
      if (commit->parents > 1) continue;
      terms.clear();
      text::analyze_code(std::string_view(commit->message).substr(0, kMessageBytes), terms);
      add_postings(terms);
      length += static_cast<double>(terms.size());
      commit->message = {};
      commits.push_back({std::move(*commit), static_cast<double>(terms.size())});
    }
    mean_length =
        std::max(length / static_cast<double>(std::max<std::size_t>(commits.size(), 1)), 1.0);
    return true;
  }

  void add_postings(const text::TermList& terms) {
    const auto number = static_cast<std::uint32_t>(commits.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
      auto& list = postings[std::string(terms[i])];
      if (list.empty() || list.back().commit != number) list.push_back({number, 0});
      ++list.back().count;
    }
  }

  /// Likest first, as (score, number); of equal ones the newer.
  std::vector<std::pair<double, std::uint32_t>> likest(
      std::span<const rank::QueryTerm> terms) const {
    std::vector<double> scores(commits.size());
    for (const auto& term : terms) {
      if (term.optional) continue;
      const auto found = postings.find(term.text);
      if (found == postings.end()) continue;
      const auto idf = static_cast<double>(
          rank::inverse_document_frequency(commits.size(), found->second.size()));
      for (const auto& [number, count] : found->second) {
        const double norm =
            1 - kLengthDamping + kLengthDamping * commits[number].length / mean_length;
        scores[number] += idf * count * (kSaturation + 1) / (count + kSaturation * norm);
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

  const std::vector<std::string>& files_of(PastCommit& past) const {
    if (past.files) return *past.files;
    past.files.emplace();
    if (const auto changes = history->changes(past.commit); changes)
      for (const auto& change : *changes) past.files->push_back(change.path);
    return *past.files;
  }
};

PastCommits::PastCommits() : impl_(std::make_unique<Impl>()) {}
PastCommits::~PastCommits() = default;

FileShares PastCommits::changed_by_like(const std::filesystem::path& root,
                                        std::span<const rank::QueryTerm> terms) {
  const std::lock_guard lock(impl_->mutex);
  FileShares out;
  if (!impl_->read(root)) return out;
  std::size_t taken = 0;
  for (const auto& [score, number] : impl_->likest(terms)) {
    const auto& files = impl_->files_of(impl_->commits[number]);
    if (files.empty() || files.size() > kMostFilesChanged) continue;
    const double share = score * score / std::sqrt(static_cast<double>(files.size()));
    for (const auto& file : files) out[file] += share;
    if (++taken == kLikestCommits) break;
  }
  double most = 0;
  for (const auto& [path, share] : out) most = std::max(most, share);
  for (auto& [path, share] : out) share /= most;
  return out;
}

}  // namespace codeweaver::engine
