// The prompts of our MCP server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_prompts.hpp"

#include <functional>
#include <string_view>
#include <utility>

#include "service/tools/mcp_completion.hpp"

namespace codeweaver::service {
namespace {

/// A text with {name} for each argument; {in_project} becomes the project, or nothing.
struct PromptText {
  std::string_view name, title, description, text;
};

constexpr PromptText kExplore{
    "explore", "Explore the code", "Get to know a project, or one subject in it.",
    "Give me an overview of {topic} in this codebase{in_project}.\n"
    "1. Call find_code with a plain question about it, intent \"understand\", detail "
    "\"summary\"; note the folders and files that the matches share.\n"
    "2. For the two or three central places call find_code again with their directory and detail "
    "\"full\", or read codeweaver://file/PATH.\n"
    "3. If a name in related_symbols is not clear, call find_symbol for it.\n"
    "Then explain its purpose, its main parts with path:line, how they work together, and where "
    "to begin reading. Say which parts you did not read."};

constexpr PromptText kLocate{
    "locate", "Locate code", "Find the place where something is done.",
    "Find where this is done in the codebase{in_project}: {what}\n"
    "1. If it is an exact name, call find_symbol; else call find_code with it unchanged.\n"
    "2. If the best match does not do it, ask find_code in other words, or narrow it with "
    "directory, focus_languages or file_glob; include_tests finds its tests.\n"
    "3. Read the best match with detail \"full\" before you answer.\n"
    "Answer with path:line of the definition, one sentence on what it does, and the callers or "
    "settings that control it. If the code does not exist, say so and name the closest match."};

constexpr PromptText kImpact{
    "impact", "Impact of a change", "See what a change of a function, class or file would affect.",
    "What would a change of {symbol} affect in this codebase{in_project}?\n"
    "1. Call find_symbol for its definition and read it with find_code, detail \"full\".\n"
    "2. Call find_code with its name to find its users, then again with include_tests true for "
    "its tests; continue with next_cursor while matches use it.\n"
    "3. Do the same for each public name that only passes it on.\n"
    "List the code that depends on it, with path:line, in three groups: would break, could behave "
    "differently, only mentions it. End with the tests to run and the code that no test covers."};

std::string replaced(std::string text, std::string_view mark, std::string_view value) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
  return text;
}

/// `otherwise`: the text to use if the argument is missing.
mcp::Prompt make_prompt(const PromptText& text, mcp::PromptArgument argument,
                        std::string_view otherwise, const std::shared_ptr<ProjectHost>& host) {
  mcp::Prompt prompt;
  prompt.name = text.name;
  prompt.title = text.title;
  prompt.description = text.description;
  prompt.get = [text, name = argument.name, otherwise](
                   const mcp::PromptArguments& given,
                   const mcp::RequestContext&) -> Result<mcp::PromptResult> {
    const auto value_of = [&](const std::string& key) {
      const auto found = given.find(key);
      return found == given.end() ? std::string() : found->second;
    };
    const auto project = value_of("project_id");
    // The project first: the user's text may contain the mark.
    auto message = replaced(std::string(text.text), "{in_project}",
                            project.empty() ? "" : " (project_id \"" + project + "\")");
    const auto value = value_of(name);
    message = replaced(std::move(message), '{' + name + '}',
                       value.empty() ? std::string(otherwise) : value);
    mcp::PromptResult out;
    out.description = text.description;
    out.messages.push_back({"user", std::move(message)});
    return out;
  };
  prompt.arguments.push_back(std::move(argument));
  prompt.arguments.push_back(project_argument(host));
  return prompt;
}

}  // namespace

mcp::PromptArgument project_argument(const std::shared_ptr<ProjectHost>& host) {
  return {"project_id", "Project", "Id of the project; default: the active one.", false,
          complete_project_ids(host)};
}

std::vector<mcp::Prompt> make_prompts(std::shared_ptr<ProjectHost> host) {
  std::vector<mcp::Prompt> out;
  out.push_back(
      make_prompt(kExplore,
                  {"topic", "Subject", "A subject, folder or file; default: the whole project.",
                   false, complete_paths(host)},
                  "the whole project", host));
  out.push_back(make_prompt(kLocate,
                            {"what", "What", "The code to find, in plain words or by name.", true,
                             complete_symbols(host)},
                            "", host));
  out.push_back(make_prompt(
      kImpact,
      {"symbol", "Symbol", "Name of a function or class, or a path.", true, complete_symbols(host)},
      "", host));
  out.push_back(make_ask_prompt(std::move(host)));
  return out;
}

}  // namespace codeweaver::service
