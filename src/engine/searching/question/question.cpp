// Analyzes a query: its words, its intent, and the chunks that can be results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/question.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/stem.hpp"
#include "codeweaver/query_parser.hpp"
#include "codeweaver/text/identifier.hpp"
#include "engine/content/sparse_expansion.hpp"
#include "engine/searching/question/code_words.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/term_coverage.hpp"

namespace codeweaver::engine {
namespace {

Result<void> check_query(std::string_view query) {
  if (query.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{ErrorCategory::kInvalidArgument, "EMPTY_QUERY", "The query is empty", "searching",
                 "Say what to look for, e.g. \"where are failed uploads retried\"."};
  if (query.size() > kMostQueryBytes) return query_detail::query_too_long(query.size());
  return {};
}

/// Refs and namespaces belong to a project, not to one of its trees.
Result<void> check_scope(const SearchOptions& options) {
  if (!options.ref.empty() || !options.changed_in.empty())
    return Error{ErrorCategory::kInvalidArgument, "NEEDS_WORKSPACE",
                 "A searcher of a single tree cannot resolve '" +
                     (options.ref.empty() ? options.changed_in : options.ref) + "'",
                 "searching", "Search with CodeWeaver, which knows the repository."};
  if (options.filter.purpose || !options.filter.chunk_strategy.empty())
    return Error{ErrorCategory::kInvalidArgument, "NEEDS_WORKSPACE",
                 "A searcher of a single tree cannot search other namespaces", "searching",
                 "Search with CodeWeaver, which knows the project's namespaces."};
  return {};
}

/// The warning for a question in another language.
std::string foreign_warning(const QueryReading& reading) {
  std::string names;
  for (const auto& symbol : reading.symbols) names.append(names.empty() ? "" : ", ") += symbol.name;
  return "The question does not look like English, but searches expect English. " +
         (names.empty()
              ? "It contains no name from the code: ask in English, or use words from the code"
              : "Searched for the names in it: " + names);
}

/// Reads the query again with corrected words, if it is a question or a name in English.
Result<void> correct_words(const SearchContext& context, Question& question) {
  const auto& reading = question.reading;
  if (reading.is_report || reading.is_foreign || !reading.places.empty()) return {};
  const auto live = live_chunks(context.snapshot);
  CODEWEAVER_ASSIGN(auto corrected,
                    correct_names({context.snapshot, context.database, live}, question.query));
  auto words = correct_spelling(context.snapshot,
                                corrected ? std::string_view(corrected->text) : question.query);
  if (words && corrected) {
    words->corrections.insert(words->corrections.begin(), corrected->corrections.begin(),
                              corrected->corrections.end());
    words->names = std::move(corrected->names);
  }
  if (words) corrected = std::move(words);
  if (!corrected) return {};
  question.corrected = std::make_unique<const CorrectedQuery>(*std::move(corrected));
  question.query = question.corrected->text;
  question.reading = read_query(question.query);
  for (const auto& name : question.corrected->names)
    question.reading.symbols.push_back({name, {}, text::NameMatch::kParts});
  question.warnings.push_back(spelling_warning(*question.corrected));
  return {};
}

/// A devicetree need not contain the word: words that name the kind of file do not lower the
/// coverage and the confidence if they occur nowhere.
void excuse_kind_words(const store::Snapshot& snapshot, std::string_view words,
                       std::vector<rank::QueryTerm>& terms) {
  text::for_each_word(words, [&](std::string_view word) {
    const auto term = std::ranges::find(terms, text::stem(word), &rank::QueryTerm::text);
    if (term == terms.end()) return;
    const store::TermCoverage coverage(snapshot, std::span(&*term, 1));
    term->optional = term->optional || coverage.frequency(0) == 0;
  });
}

}  // namespace

void include_asked_tests(std::string_view query, const IntentClassifier& intents,
                         SearchOptions& options) {
  if (options.filter.include_tests) return;
  const auto intent = effective_intent(options.intent, query, intents);
  options.filter.include_tests = intent && intent->intent_type == IntentType::kTest;
}

Result<Question> understand(const SearchContext& context, std::string_view query,
                            const SearchOptions& options, const CallContext& call) {
  CODEWEAVER_TRY(options.validate());
  CODEWEAVER_TRY(check_query(query));
  CODEWEAVER_TRY(check_scope(options));

  Question out{.query = query, .options = options, .reading = read_query(query)};
  CODEWEAVER_TRY(correct_words(context, out));
  if (out.reading.is_foreign) out.warnings.push_back(foreign_warning(out.reading));
  out.intent = effective_intent(options.intent, query, *context.parts.intents);
  CODEWEAVER_ASSIGN(auto filter,
                    compile_filter(options.filter, options.filter.include_tests.value_or(true),
                                   context.identity.project.root));
  out.filter = std::move(filter);
  out.task = options.task.value_or(task_of(out.intent_type()));

  out.terms = out.reading.terms;
  excuse_kind_words(context.snapshot, out.reading.kind_words, out.terms);
  if (out.reading.symbols.empty()) add_code_words(out.reading.text, out.terms);
  if (context.parts.sparse_encoder && options.retrieval != Retrieval::kDense)
    if (auto done = expand_query(*context.parts.sparse_encoder, out.reading.text, out.terms, call);
        !done)
      out.warnings.push_back(warning_of("Only the words of the query were searched", done.error()));
  for (const auto& term : out.terms) out.words.insert(term.text);
  if (options.retrieval == Retrieval::kDense) out.terms.clear();

  out.allowed = allowed_chunks(context.snapshot, out.filter);
  for (const auto& set : out.allowed) out.admitted_chunks += set.count();
  return out;
}

}  // namespace codeweaver::engine
