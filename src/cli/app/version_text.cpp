// Text of --version: one line, a page, or JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/version_text.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "cli/commands/build_facts.hpp"
#include "codeweaver/version.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {
namespace {

json::Object versions_of(std::span<const BuiltPart> parts) {
  json::Object out;
  for (const auto& part : parts) out.push_back({std::string(part.name), std::string(part.version)});
  return out;
}

std::string facts_as_json(const BuildFacts& facts) {
  json::Array models;
  for (const auto model : facts.models) models.push_back(std::string(model));
  json::Object out;
  out.push_back({"version", std::string(kVersion)});
  out.push_back({"compiler", std::string(facts.compiler)});
  out.push_back({"build_type", std::string(facts.build_type)});
  out.push_back({"system", std::string(facts.system)});
  out.push_back({"net", facts.has_net});
  out.push_back({"postgres", facts.has_postgres});
  out.push_back({"git", facts.has_git});
  out.push_back({"models", std::move(models)});
  out.push_back({"libraries", versions_of(facts.libraries)});
  out.push_back({"grammars", versions_of(facts.grammars)});
  return json::dump(out, json::Layout::kIndented);
}

std::string in_lines(std::string_view title, std::span<const BuiltPart> parts) {
  std::string out(title), line;
  for (const auto& part : parts) {
    const auto next = ' ' + std::string(part.name) + ' ' + std::string(part.version) + ',';
    if (line.size() + next.size() > 90) out += std::exchange(line, "") + "\n ";
    line += next;
  }
  out += line;
  out.pop_back();
  return out + '\n';
}

std::string facts_as_text(const BuildFacts& facts) {
  std::string out = "codeweaver " + std::string(kVersion) +
                    "\nCompiler: " + std::string(facts.compiler) + ", " +
                    std::string(facts.build_type) + ", " + std::string(facts.system) + "\nModels:";
  for (const auto model : facts.models) out += ' ' + std::string(model);
  out += std::string("\nRemote models and stores: ") + (facts.has_net ? "yes" : "no") +
         ", PostgreSQL: " + (facts.has_postgres ? "yes" : "no") +
         ", git: " + (facts.has_git ? "yes" : "no") + '\n';
  out += in_lines("Libraries:", facts.libraries) + in_lines("Grammars:", facts.grammars);
  out.pop_back();
  return out;
}

bool has(const std::vector<std::string>& arguments, std::string_view word) {
  return std::ranges::find(arguments, word) != arguments.end();
}

}  // namespace

std::string version_text(const std::vector<std::string>& arguments) {
  const auto form =
      std::ranges::find_first_of(arguments, std::vector<std::string>{"-o", "--output-format"});
  if ((form != arguments.end() && form + 1 != arguments.end() && *(form + 1) == "json") ||
      has(arguments, "-ojson") || has(arguments, "--output-format=json"))
    return facts_as_json(build_facts());
  return has(arguments, "--verbose") ? facts_as_text(build_facts()) : std::string(kVersion);
}

}  // namespace codeweaver::cli
