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

namespace codeweaver {
namespace {

constexpr std::uint32_t kMostLines = 3;    // of a passage
constexpr double kLeastShareOfBest = 0.5;  // of the best line's score, for lines that are shown

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
  double score = 0;
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

/// Rare words count most; lines of passages that fit better count more.
void score(std::vector<Line>& lines, std::span<const Passage> passages) {
  std::map<std::string_view, double> count;
  for (const auto& line : lines)
    for (const auto word : line.words) ++count[word];
  for (auto& line : lines) {
    for (const auto word : line.words)
      line.score += std::log(1 + static_cast<double>(lines.size()) / count[word]);
    line.score *= 0.5 + passages[line.passage].relevance;
  }
}

/// The best lines of one passage as one run, at most kMostLines; nullopt: none is good enough.
std::optional<Span> best_run(std::span<const Line> lines, double least) {
  const auto best = std::ranges::max_element(lines, {}, &Line::score);
  if (best == lines.end() || best->score <= 0 || best->score < least) return std::nullopt;
  const auto at = static_cast<std::size_t>(best - lines.begin());
  std::size_t first = at, last = at;
  while (last - first + 1 < kMostLines) {
    const double above = first > 0 ? lines[first - 1].score : 0;
    const double below = last + 1 < lines.size() ? lines[last + 1].score : 0;
    if (std::max(above, below) < least || std::max(above, below) <= 0) break;
    if (above >= below)
      --first;
    else
      ++last;
  }
  return Span{lines[first].number, lines[last].number};
}

std::string place(const Passage& passage, Span lines, std::size_t number) {
  std::string out(passage.path);
  out += ':' + std::to_string(lines.start_line);
  if (lines.end_line != lines.start_line) out += '-' + std::to_string(lines.end_line);
  return out + " [" + std::to_string(number) + "]\n";
}

class ExtractiveAnswerModel final : public AnswerModel {
 public:
  const AnswerModelInfo& info() const noexcept override { return info_; }

  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token stop) const override {
    const Words words = words_of(request.question);
    auto lines = lines_of(request.passages, words);
    score(lines, request.passages);
    double least = 0;
    for (const auto& line : lines) least = std::max(least, kLeastShareOfBest * line.score);
    ModelAnswer out;
    for (auto first = lines.begin(); first != lines.end();) {
      if (stop.stop_requested())
        return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The answer was stopped",
                     "answering", ""};
      const auto last = std::find_if(
          first, lines.end(), [&](const Line& line) { return line.passage != first->passage; });
      add({first, last}, least, request, out);
      first = last;
    }
    return out;
  }

 private:
  static void add(std::span<const Line> lines, double least, const AnswerRequest& request,
                  ModelAnswer& out) {
    const auto run = best_run(lines, least);
    if (!run) return;
    const auto passage = lines.front().passage;
    auto text = place(request.passages[passage], *run, out.citations.size() + 1);
    for (const auto& line : lines)
      if (line.number >= run->start_line && line.number <= run->end_line)
        text.append(line.text).push_back('\n');
    if (!out.text.empty()) text.insert(text.begin(), '\n');
    if (text::count_tokens(out.text + text) > request.token_limit) return;
    out.text += text;
    out.citations.push_back({passage, *run});
  }

  AnswerModelInfo info_{"codeweaver", "extractive-1", false};
};

}  // namespace

std::shared_ptr<const AnswerModel> make_extractive_answer_model() {
  return std::make_shared<const ExtractiveAnswerModel>();
}

}  // namespace codeweaver
