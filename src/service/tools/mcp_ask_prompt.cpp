// The prompt "ask": a question, the passages that may answer it, and rules for citing them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/ask.hpp"
#include "service/hosting/interpretation.hpp"
#include "service/hosting/prompt_keeper.hpp"
#include "service/hosting/query_limit.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_completion.hpp"
#include "service/tools/mcp_prompts.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostAskedPassages = 50;  // the limit of ask()

/// Follows the question if there are sources; precedes it if there are none.
std::string advice(bool has_sources, const std::string& project_id) {
  const auto call =
      "find_code" + (project_id.empty() ? "" : " (project_id \"" + project_id + "\")");
  if (has_sources)
    return "\n\nIf the passages do not answer everything, call " + call +
           " for the missing part, and cite its matches as path:line.";
  return "No passage in the index fits this question. Call " + call +
         " with the question in other words before you say that the code does not answer it. Do "
         "not answer from memory.\n\nQuestion: ";
}

std::string value_of(const mcp::PromptArguments& given, const std::string& key) {
  const auto found = given.find(key);
  return found == given.end() ? std::string() : found->second;
}

/// The message to the agent, with or without sources.
std::string message_of(const AnswerPrompt& prompt, const Answer& answer,
                       const std::string& question, const std::string& project_id) {
  const bool has_sources = !answer.found.matches.empty();
  std::string out = has_sources ? prompt.instructions + "\n\n" + prompt.question : std::string();
  out += advice(has_sources, project_id);
  if (!has_sources) out += question;
  if (const auto read = interpretation_of(answer.found); !read.empty()) out += "\n\n" + read;
  for (const auto& warning : answer.found.warnings) out.append("\n\nWarning: ").append(warning);
  return out;
}

Result<mcp::PromptResult> ask_prompt(ProjectHost& host, const mcp::PromptArguments& given,
                                     const mcp::RequestContext& context) {
  mcp::PromptResult out;
  const auto project_id = value_of(given, "project_id");
  if (project_id.empty())
    if (auto needed = question_to_caller(host, context)) {
      out.input = std::move(*needed);
      return out;
    }
  CODEWEAVER_ASSIGN(const auto project, project_of_call(host, project_id, context));
  AskOptions options;
  options.search = project->search_options();
  options.search.filter.include_tests = true;
  options.passages = std::min(project->settings().answer.top_k, kMostAskedPassages);
  const auto whole = value_of(given, "question");
  const std::string question(QueryLimit(whole, project->settings()).text());
  const PromptKeeper keeper;
  CODEWEAVER_ASSIGN(const auto answer, project->ask(keeper, question, options, call_of(context)));
  out.description = "A question with its sources.";
  out.messages.push_back({"user", message_of(keeper.prompt(), answer, question, project_id)});
  return out;
}

}  // namespace

mcp::Prompt make_ask_prompt(std::shared_ptr<ProjectHost> host) {
  mcp::Prompt prompt;
  prompt.name = "ask";
  prompt.title = "Answer with sources";
  prompt.description =
      "Answer a question from the best matching passages of the project, with numbered citations.";
  prompt.arguments = {
      {"question", "Question", "The question, in plain words.", true, complete_symbols(host)},
      project_argument(host)};
  prompt.get = [host = std::move(host)](const mcp::PromptArguments& given,
                                        const mcp::RequestContext& context) {
    return ask_prompt(*host, given, context);
  };
  return prompt;
}

}  // namespace codeweaver::service
