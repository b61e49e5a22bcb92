// An answer model that only quotes: the lines with most of the question's words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/text/token_count.hpp"
#include "model/passage_lines.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::uint32_t kMostLines = 3;    // lines of one passage
constexpr double kRounding = 1e-9;         // for sums of the same weights in different orders
constexpr double kLeastShareOfBest = 0.5;  // of the score of a run, and the relevance of a passage
/// Minimum weighted share of the question's words in an answer.
constexpr double kLeastShareOfWords = 0.5;

using model::HeldWords;
using model::PassageLine;
using model::QuestionWords;

/// The weights of words. Rare words weigh most.
class WordWeights {
 public:
  WordWeights(const std::vector<PassageLine>& lines, const QuestionWords& words)
      : most_(std::log(1 + static_cast<double>(lines.size()))) {
    for (const auto& line : lines)
      for (const auto word : line.words) ++weights_[word];
    for (auto& [word, weight] : weights_)
      weight = std::log(1 + static_cast<double>(lines.size()) / weight);
    const auto unknown = static_cast<double>(words.size() - weights_.size());
    total_ = unknown * most_;
    for (const auto& [word, weight] : weights_) total_ += weight;
  }
  double sum(const HeldWords& held) const {
    double out = 0;
    for (const auto word : held) {
      const auto known = weights_.find(word);
      out += known == weights_.end() ? most_ : known->second;
    }
    return out;
  }
  /// The share of the question's total weight.
  double share(const HeldWords& held) const { return total_ > 0 ? sum(held) / total_ : 0; }

 private:
  std::map<std::string_view, double> weights_;
  double most_ = 0, total_ = 0;  // of a word that no line contains; of the question
};

/// Consecutive lines with words of the question.
struct Run {
  Span lines{};
  double score = 0;
  HeldWords held{};  ///< in the lines and in the headings above them
};

/// If only headings contain words of the question, the answer is the text below the heading: up to
/// kMostLines of its first paragraph.
Span paragraph_at(std::span<const PassageLine> lines, std::size_t first) {
  auto last = first;
  while (last + 1 < lines.size() && last + 1 < first + kMostLines && lines[last + 1].is_body)
    ++last;
  return {lines[first].number, lines[last].number};
}

/// The best run of at most kMostLines that begins and ends with text: the one whose words weigh
/// most, each counted once. Of equal runs the shortest, then the first.
Run best_run(std::span<const PassageLine> lines, const WordWeights& weights) {
  Run best;
  std::size_t best_length = 0;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    if (!lines[first].is_body) continue;
    HeldWords held = lines[first].above;
    bool has_own = false;
    for (std::size_t last = first; last < std::min<std::size_t>(first + kMostLines, lines.size());
         ++last) {
      held.insert(lines[last].words.begin(), lines[last].words.end());
      has_own = has_own || !lines[last].words.empty();
      if (!lines[last].is_body) continue;
      const double score = weights.sum(held);
      const auto length = last - first + 1;
      const bool is_same = std::abs(score - best.score) <= kRounding * best.score;
      if (is_same ? length >= best_length : score < best.score) continue;
      best = {has_own ? Span{lines[first].number, lines[last].number} : paragraph_at(lines, first),
              score, held};
      best_length = length;
    }
  }
  return best;
}

/// The lines of one passage.
using PassageLines = std::span<const PassageLine>;

std::vector<PassageLines> by_passage(const std::vector<PassageLine>& lines) {
  std::vector<PassageLines> out;
  for (auto first = lines.begin(); first != lines.end();) {
    const auto last = std::find_if(first, lines.end(), [&](const PassageLine& line) {
      return line.passage != first->passage;
    });
    out.emplace_back(first, last);
    first = last;
  }
  return out;
}

std::string place(const Passage& passage, Span lines, std::size_t number) {
  std::string out(passage.path);
  if (!passage.part.empty())
    return out.append(", ").append(passage.part) + " [" + std::to_string(number) + "]\n";
  out += ':' + std::to_string(lines.start_line);
  if (lines.end_line != lines.start_line) out += '-' + std::to_string(lines.end_line);
  return out + " [" + std::to_string(number) + "]\n";
}

/// Whether the lines contain enough words of the question to answer it. The headings above them and
/// the name and path of their passage count, too.
bool covers_enough(const Run& run, const Passage& passage, const QuestionWords& words,
                   const WordWeights& weights) {
  if (run.score <= 0) return false;
  auto held = run.held;
  held.merge(model::words_in(passage.symbol, words));
  held.merge(model::words_in(passage.path, words));
  return weights.share(held) >= kLeastShareOfWords;
}

/// Drops the lines of passages that are much less relevant than the best one. They would only
/// change what the words of the question weigh.
void drop_weak_passages(std::span<const Passage> passages, std::vector<PassageLine>& lines) {
  double best = 0;
  for (const auto& passage : passages) best = std::max(best, passage.relevance);
  std::erase_if(lines, [&](const PassageLine& line) {
    return passages[line.passage].relevance < kLeastShareOfBest * best;
  });
}

class ExtractiveAnswerModel final : public AnswerModel {
 public:
  const AnswerModelInfo& info() const noexcept override { return info_; }

  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token stop) const override {
    const auto words = model::question_words(request.question);
    auto lines = model::lines_of(request.passages, words);
    drop_weak_passages(request.passages, lines);
    const WordWeights weights(lines, words);
    const auto passages = by_passage(lines);
    std::vector<Run> runs;
    double best = 0;
    for (const auto& passage : passages) {
      if (stop.stop_requested())
        return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                     "answering", ""};
      auto run = best_run(passage, weights);
      const auto& from = request.passages[passage.front().passage];
      const bool is_answer = covers_enough(run, from, words, weights);
      run.score = is_answer ? run.score * (0.5 + from.relevance) : 0;
      best = std::max(best, run.score);
      runs.push_back(run);
    }
    ModelAnswer out;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (runs[i].score > 0 && runs[i].score >= kLeastShareOfBest * best)
        add(passages[i], runs[i].lines, request, out);
    return out;
  }

 private:
  static void add(PassageLines lines, Span run, const AnswerRequest& request, ModelAnswer& out) {
    const auto passage = lines.front().passage;
    auto text = place(request.passages[passage], run, out.citations.size() + 1);
    for (const auto& line : lines)
      if (line.number >= run.start_line && line.number <= run.end_line)
        text.append(line.text).push_back('\n');
    if (!out.text.empty()) text.insert(text.begin(), '\n');
    if (text::count_tokens(out.text + text) > request.token_limit) return;
    out.text += text;
    out.citations.push_back({passage, run});
  }

  AnswerModelInfo info_{"codeweaver", "extractive-1", false};
};

}  // namespace

std::shared_ptr<const AnswerModel> make_extractive_answer_model() {
  return std::make_shared<const ExtractiveAnswerModel>();
}

}  // namespace codeweaver::inline v0_1
