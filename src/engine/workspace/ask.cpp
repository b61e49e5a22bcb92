// ask: search, answer, and a check of the citations against the found passages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/ask.hpp"

#include <charconv>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/try.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/search_wordings.hpp"
#include "codeweaver/searchable.hpp"
#include "engine/workspace/quoted_words.hpp"
#include "syntax/html_text.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kMostPassages = 50, kMostWordings = 5;

/// "auth.py:UserAuth.validate" without the file; a file name may contain a colon, too.
std::string_view symbol_of(const CodeMatch& match) {
  if (!match.content.chunk_name) return {};
  const std::string_view name = *match.content.chunk_name;
  const auto file = match.file.path.size() - (match.file.path.rfind('/') + 1);
  return name.size() > file ? name.substr(file + 1) : std::string_view();
}

/// Text that the passages view in addition to the matches: parts of documents, pages as they are
/// read.
struct PassageTexts {
  std::vector<std::string> parts{};
  std::vector<std::optional<std::string>> read{};
};

std::vector<Passage> passages_of(const FindCodeResponseSummary& found, PassageTexts& texts) {
  std::vector<Passage> out;
  for (const auto& match : found.matches) {
    texts.parts.push_back(document_part(match));
    texts.read.push_back(match.content.language == "html"
                             ? syntax::html_as_read(match.content.content)
                             : std::nullopt);
  }
  for (std::size_t i = 0; i < found.matches.size(); ++i) {
    const auto& match = found.matches[i];
    Passage passage;
    passage.path = match.file.path;
    passage.lines = match.span;
    passage.symbol = symbol_of(match);
    passage.language = match.content.language;
    passage.content = match.content.content;
    if (texts.read[i]) {
      passage.content = *texts.read[i];
      passage.language = kPageLanguage;
    }
    passage.relevance = match.relevance_score;
    passage.part = texts.parts[i];
    out.push_back(passage);
  }
  return out;
}

bool is_covered(const Citation& citation, const std::vector<Passage>& passages) {
  if (citation.passage >= passages.size()) return false;
  const auto& lines = passages[citation.passage].lines;
  return citation.lines.start_line >= lines.start_line &&
         citation.lines.end_line <= lines.end_line &&
         citation.lines.start_line <= citation.lines.end_line;
}

/// Returns the text with the numbers of all "[n]" replaced by numbers[n - 1]; nullopt removes the
/// citation.
std::string renumbered(std::string_view text,
                       const std::vector<std::optional<std::size_t>>& numbers) {
  std::string out;
  while (!text.empty()) {
    const auto open = std::min(text.find('['), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    const bool is_reference = error == std::errc{} && end != text.data() + text.size() &&
                              *end == ']' && number >= 1 && number <= numbers.size();
    if (!is_reference) {
      out += '[';
      text.remove_prefix(1);
      continue;
    }
    if (numbers[number - 1]) out += '[' + std::to_string(*numbers[number - 1]) + ']';
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  }
  return out;
}

void cite(const ModelAnswer& said, const std::vector<Passage>& passages, Answer& out) {
  std::vector<std::optional<std::size_t>> numbers;
  for (const auto& citation : said.citations) {
    if (!is_covered(citation, passages)) {
      numbers.emplace_back();
      continue;
    }
    const auto& passage = passages[citation.passage];
    out.citations.push_back(
        {std::string(passage.path), citation.lines, std::string(passage.part), {}});
    numbers.emplace_back(out.citations.size());
  }
  const auto dropped = said.citations.size() - out.citations.size();
  out.text = dropped == 0 ? said.text : renumbered(said.text, numbers);
  if (dropped != 0)
    out.warnings.push_back(base::counted(dropped, "citation") +
                           " of the model did not point to a given source and " +
                           (dropped == 1 ? "was" : "were") + " removed");
}

/// Searches the sources for the quotes of the text: first in the cited places. Adds a warning for
/// quotes that no passage contains.
void verify(std::string_view question, const std::vector<Passage>& passages, Answer& out) {
  const QuotedWords words(question, passages);
  std::string list;
  for (auto& quote : quotes_of(out.text)) {
    if (words.hold(quote.text)) continue;
    list.append(list.empty() ? "" : ", ").append("\"").append(quote.text).append("\"");
    for (const auto number : quote.citations)
      if (number >= 1 && number <= out.citations.size())
        out.citations[number - 1].unverified.push_back(quote.text);
  }
  if (!list.empty())
    out.warnings.push_back("The answer quotes text that is in none of the sources: " + list);
}

/// The reason why an answer has no text.
std::string_view reason_for_none(const FindCodeResponseSummary& found) {
  if (!found.matches.empty()) return "The passages found do not answer the question";
  return found.searched_files == 0 ? "Nothing is indexed" : "Nothing was found for the question";
}

Result<ModelAnswer> call(const AnswerModel& model, const AnswerRequest& request,
                         const AskOptions& options, const CallContext& context) {
  if (options.on_passages) options.on_passages(request.passages);
  try {
    if (options.on_text) return model.stream(request, options.on_text, context);
    return model.answer(request, context);
  } catch (const std::exception& thrown) {
    return Error{ErrorCategory::kUnavailable, "ANSWER_MODEL_FAILED",
                 std::string("The answer model threw: ") + thrown.what(), "answering a question",
                 "Fix the model, or use the built-in one."};
  } catch (...) {
    return Error{ErrorCategory::kUnavailable, "ANSWER_MODEL_FAILED",
                 "The answer model threw an exception that is not a std::exception",
                 "answering a question", "Fix the model, or use the built-in one."};
  }
}

Result<FindCodeResponseSummary> look_for(Searchable& project, std::string_view question,
                                         const AskOptions& options, const CallContext& context) {
  auto search = options.search;
  search.top_k = options.passages;
  search.detail = Detail::kFull;
  return search_wordings(question, options.queries, search,
                         [&](std::string_view words, const SearchOptions& within) {
                           return project.find_code(words, within, context);
                         });
}

}  // namespace

Result<Answer> ask(Searchable& project, const AnswerModel& model, std::string_view question,
                   const AskOptions& options, const CallContext& context) {
  if (options.passages < 1 || options.passages > kMostPassages)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_OPTION",
                 "passages is " + std::to_string(options.passages), "asking a question",
                 "Give 1 to " + std::to_string(kMostPassages) + "."};
  if (options.queries.size() > kMostWordings)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_OPTION",
                 std::to_string(options.queries.size()) + " alternative queries were given",
                 "asking a question", "Give at most " + std::to_string(kMostWordings) + "."};
  CODEWEAVER_ASSIGN(auto found, look_for(project, question, options, context));
  PassageTexts texts;
  const auto passages = passages_of(found, texts);
  CODEWEAVER_ASSIGN(auto said,
                    call(model, {question, passages, options.token_limit}, options, context));
  Answer out;
  out.warnings = found.warnings;
  out.found = std::move(found);  // the passages view it
  cite(said, passages, out);
  verify(question, passages, out);
  if (out.text.empty())
    out.warnings.push_back(out.no_answer = std::string(reason_for_none(out.found)));
  out.model = model.info().provider + '/' + model.info().model;
  return out;
}

Result<Answer> ask(Searchable& project, std::string_view question, const AskOptions& options,
                   const CallContext& context) {
  return ask(project, *make_extractive_answer_model(), question, options, context);
}

}  // namespace codeweaver::inline v0_1
