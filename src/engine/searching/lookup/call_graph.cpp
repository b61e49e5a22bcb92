// The call graph: checks the question, then walks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/call_graph.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/searching/lookup/call_path.hpp"
#include "engine/searching/lookup/call_start.hpp"
#include "engine/searching/lookup/call_walk.hpp"
#include "engine/searching/lookup/callee_steps.hpp"
#include "engine/searching/lookup/caller_steps.hpp"
#include "engine/searching/lookup/implementer_steps.hpp"
#include "engine/searching/lookup/removed_definitions.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kDeepest = 20, kMostMatches = 100'000;

Error refused_option(std::string cause, std::string action) {
  return {ErrorCategory::kInvalidArgument, "INVALID_VALUE", std::move(cause),
          "reading the call graph", std::move(action)};
}

Result<void> check_range(const char* option, std::size_t value, std::size_t most) {
  if (1 <= value && value <= most) return {};
  const auto range = "[1, " + std::to_string(most) + ']';
  return refused_option(std::string(option) + " is " + std::to_string(value) + ", not in " + range,
                        "Give a number in " + range + ".");
}

Result<void> check_question(std::string_view start, const CallGraphOptions& options) {
  if (options.depth != 0) CODEWEAVER_TRY(check_range("depth", options.depth, kDeepest));
  CODEWEAVER_TRY(check_range("limit", options.limit, kMostMatches));
  if (!options.changed_in.empty())
    return Error{ErrorCategory::kInvalidArgument, "NEEDS_WORKSPACE",
                 "A searcher of a single tree cannot resolve '" + options.changed_in + "'",
                 "reading the call graph", "Ask CodeWeaver, which knows the repository."};
  if (start.empty() == !options.lines)
    return refused_option(start.empty() ? "There is neither a name nor a difference"
                                        : "There are a name and a difference",
                          "Give a name, PATH or PATH:LINE, or a git range.");
  if (options.to.empty() == (options.relation == CallRelation::kPath))
    return refused_option(
        options.to.empty() ? "The end of the path is missing" : "Only a path has an end",
        "Give two definitions for a path, and one for other relations.");
  return {};
}

/// What a definition calls and extends is known only if its file has facts.
Result<void> check_languages(const SearchContext& context, CallRelation relation,
                             const std::vector<SymbolMatch>& definitions) {
  if (relation == CallRelation::kCallers || relation == CallRelation::kTests) return {};
  if (definitions.empty() || context.graph == nullptr) return {};
  SymbolGraph::Question question(*context.graph, context.database);
  for (const auto& one : definitions)
    if (question.facts(one.path) != nullptr) return {};
  return Error{ErrorCategory::kUnsupported, "LANGUAGE_NOT_LINKED",
               "The calls in " + definitions.front().path + " are not linked",
               "reading the call graph",
               "Callers are listed by name in every language. See docs/internals/symbol_graph.md "
               "for the linked ones."};
}

std::size_t default_depth(CallRelation relation, bool is_area) {
  switch (relation) {
    case CallRelation::kCallers:
    case CallRelation::kCallees:
      return is_area ? 3 : 1;
    case CallRelation::kTests:
      return 5;
    case CallRelation::kImplementations:
    case CallRelation::kPath:
      break;
  }
  return kDeepest;
}

std::unique_ptr<CallSteps> steps_of(const SearchContext& context, CallRelation relation) {
  if (relation == CallRelation::kImplementations)
    return std::make_unique<ImplementerSteps>(context);
  if (relation == CallRelation::kCallees || relation == CallRelation::kPath)
    return std::make_unique<CalleeSteps>(context);
  return std::make_unique<CallerSteps>(context);
}

}  // namespace

Result<CallGraphAnswer> call_graph(const SearchContext& context, std::string_view start,
                                   const CallGraphOptions& given) {
  CODEWEAVER_TRY(check_question(start, given));
  CODEWEAVER_ASSIGN(auto begin,
                    given.lines ? call_start(context, *given.lines) : call_start(context, start));
  CODEWEAVER_TRY(check_languages(context, given.relation, begin.definitions));
  auto options = given;
  if (options.depth == 0) options.depth = default_depth(options.relation, begin.is_area);
  CallGraphAnswer answer;
  answer.depth = options.depth;
  answer.definitions = std::move(begin.definitions);
  const auto steps = steps_of(context, options.relation);
  if (options.relation == CallRelation::kPath) {
    CODEWEAVER_ASSIGN(const auto end, call_start(context, options.to));
    if (end.definitions.empty())
      return refused_option("No definition is called " + options.to,
                            "Give the name of a definition, PATH or PATH:LINE.");
    CODEWEAVER_TRY(CallPath(context, options, *steps).find(end.definitions, answer));
    return answer;
  }
  CODEWEAVER_TRY(CallWalk(context, options, *steps).run(begin.is_area, answer));
  CODEWEAVER_TRY(add_removed(context, options, answer));
  return answer;
}

}  // namespace codeweaver::engine
