// An answer model that writes nothing of its own: the lines that hold most of the question's words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/token_count.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::uint32_t kMostLines = 3;    // of a passage
constexpr double kRounding = 1e-9;         // of sums of the same weights in another order
constexpr double kLeastShareOfBest = 0.5;  // of the best run's score, for runs that are shown

/// The terms of a question that a text may hold.
using Words = std::set<std::string, std::less<>>;

Words words_of(std::string_view question) {
  Words out;
  for (auto& term : text::analyze_query(question))
    if (!term.optional) out.insert(std::move(term.text));
  return out;
}

/// A line of a passage, and which of the words it holds.
struct Line {
  std::size_t passage = 0;
  std::uint32_t number = 0;  ///< in the file, from 1
  std::string_view text;
  std::set<std::string_view> words;
};

std::vector<Line> lines_of(std::span<const Passage> passages, const Words& words) {
  std::vector<Line> out;
  text::TermList terms;
  for (std::size_t p = 0; p < passages.size(); ++p) {
    std::string_view rest = passages[p].content;
    for (std::uint32_t number = passages[p].lines.start_line;
         !rest.empty() && number <= passages[p].lines.end_line; ++number) {
      const auto end = std::min(rest.find('\n'), rest.size());
      Line line{p, number, rest.substr(0, end), {}};
      rest.remove_prefix(std::min(end + 1, rest.size()));
      terms.clear();
      text::analyze_code(line.text, terms);
      for (std::size_t i = 0; i < terms.size(); ++i)
        if (const auto known = words.find(terms[i]); known != words.end())
          line.words.insert(*known);
      out.push_back(std::move(line));
    }
  }
  return out;
}

/// What a word counts: rare ones most.
using Weights = std::map<std::string_view, double>;

Weights weights_of(const std::vector<Line>& lines) {
  Weights out;
  for (const auto& line : lines)
    for (const auto word : line.words) ++out[word];
  for (auto& [word, weight] : out)
    weight = std::log(1 + static_cast<double>(lines.size()) / weight);
  return out;
}

/// Lines side by side that hold words of the question.
struct Run {
  Span lines{};
  double score = 0;
};

/// Of the runs of at most kMostLines the one whose words count most, each once; of these the
/// shortest, the first.
Run best_run(std::span<const Line> lines, const Weights& weights) {
  Run best;
  std::size_t best_length = 0;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    std::set<std::string_view> held;
    double score = 0;
    for (std::size_t last = first; last < std::min<std::size_t>(first + kMostLines, lines.size());
         ++last) {
      for (const auto word : lines[last].words)
        if (held.insert(word).second) score += weights.at(word);
      const auto length = last - first + 1;
      const bool is_same = std::abs(score - best.score) <= kRounding * best.score;
      if (is_same ? length >= best_length : score < best.score) continue;
      best = {{lines[first].number, lines[last].number}, score};
      best_length = length;
    }
  }
  return best;
}

/// The lines of one passage.
using PassageLines = std::span<const Line>;

std::vector<PassageLines> by_passage(const std::vector<Line>& lines) {
  std::vector<PassageLines> out;
  for (auto first = lines.begin(); first != lines.end();) {
    const auto last = std::find_if(
        first, lines.end(), [&](const Line& line) { return line.passage != first->passage; });
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

class ExtractiveAnswerModel final : public AnswerModel {
 public:
  const AnswerModelInfo& info() const noexcept override { return info_; }

  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token stop) const override {
    const Words words = words_of(request.question);
    const auto lines = lines_of(request.passages, words);
    const auto weights = weights_of(lines);
    const auto passages = by_passage(lines);
    std::vector<Run> runs;
    double best = 0;
    for (const auto& passage : passages) {
      if (stop.stop_requested())
        return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                     "answering", ""};
      auto run = best_run(passage, weights);
      run.score *= 0.5 + request.passages[passage.front().passage].relevance;
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
