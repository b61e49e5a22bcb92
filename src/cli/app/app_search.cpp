// Options of `search` and `query`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <type_traits>

#include "base/edit_distance.hpp"
#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"
#include "syntax/language.hpp"

namespace codeweaver::cli {

namespace {

CLI::Validator known_language() {
  const auto check = [](const std::string& given) -> std::string {
    if (syntax::find_language(given)) return {};
    std::vector<std::string_view> ids;
    for (const auto& language : syntax::languages()) ids.push_back(language.id);
    const auto nearest = base::nearest_name(given, ids);
    return "Unknown language: '" + given + '\'' +
           (nearest.empty() ? ". Use a name such as python, cpp, typescript or markdown"
                            : ". Did you mean '" + std::string(nearest) + "'?");
  };
  return CLI::Validator(check, "");
}

std::vector<std::string> choices_of(const json::SearchOption& option) {
  return {option.choices.begin(), option.choices.end()};
}

/// Restricts the values of an option, so that the help can show them.
void add_check(CLI::Option& added, const json::SearchOption& option) {
  using Type = json::OptionType;
  if (option.type == Type::kChoice) added.check(one_of(choices_of(option), true));
  if (option.name == "focus_languages") added.check(known_language());
  if (!option.range) return;
  if (option.type == Type::kNumber)
    added.check(CLI::Range(option.range->least, option.range->most));
  if (option.type == Type::kCount)
    added.check(
        CLI::Range(static_cast<int>(option.range->least), static_cast<int>(option.range->most)));
}

template <class Value>
void add_option(CLI::App& app, const json::SearchOption& option, json::GivenSearchOptions& given) {
  const auto give = [&option, &given](const Value& value) {
    if (const auto misfit = given.give(option, value))
      throw CLI::ValidationError(std::string(option.option), *misfit);
  };
  const std::string name(option.option), text(option.text);
  if constexpr (std::is_same_v<Value, bool>) {
    app.add_flag_function(
        name, [give](std::int64_t count) { give(count > 0); }, text);
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    auto& added = *app.add_option_function<Value>(name, give, text + " (repeatable)");
    if (option.store == nullptr) added.expected(1)->take_all();
    add_check(added, option);
  } else {
    add_check(*app.add_option_function<Value>(name, give, text), option);
  }
}

/// Declares the options of the table that have a place on the command line.
void add_search_options(CLI::App& app, json::GivenSearchOptions& given) {
  using Type = json::OptionType;
  for (const auto& option : json::search_option_table()) {
    if (!option.is_on(json::kOnCli)) continue;
    if (option.type == Type::kFlag)
      add_option<bool>(app, option, given);
    else if (option.type == Type::kCount)
      add_option<std::uint64_t>(app, option, given);
    else if (option.type == Type::kNumber)
      add_option<double>(app, option, given);
    else if (option.type == Type::kTexts)
      add_option<std::vector<std::string>>(app, option, given);
    else
      add_option<std::string>(app, option, given);
  }
}

}  // namespace

std::vector<std::string> purpose_names() {
  return choices_of(*json::find_search_option("purpose"));
}

void Commands::declare_search(CLI::App& app) {
  auto& sub = command(app, "search", "Find code by meaning, name or snippet");
  sub.add_option("query", search.words,
                 "Query; - reads it from standard input. Files and folders after the query limit "
                 "the search")
      ->required();
  add_search_options(sub, search.given);
  const auto around = [this](bool before, bool after) {
    return [this, before, after](const std::size_t& lines) {
      if (before) search.before = lines;
      if (after) search.after = lines;
    };
  };
  const auto add_around = [&](const std::string& name, bool before, bool after,
                              const std::string& about) {
    sub.add_option_function<std::size_t>(name, around(before, after), about)
        ->check(CLI::Range(0, 100))
        ->type_name("N");
  };
  add_around("-C,--context", true, true, "Show N lines before and after");
  add_around("-B,--before-context", true, false, "Show N lines before");
  add_around("-A,--after-context", false, true, "Show N lines after");
  auto& also =
      *sub.add_option("--also", search.also, "Also search the project with this ID (repeatable)");
  auto& why_not =
      *sub.add_option("--why-not", search.why_not, "Explain why this file is not among the matches")
           ->excludes(&also)
           ->excludes(sub.get_option("--query"));
  add_from_store(sub)->excludes(&why_not);
  sub.add_flag("--files", search.is_paths,
               "Print only the paths of the matches; -l without a number does the same");
  add_use(sub, "--hyperlinks", common.links,
          "Print paths as links to files: auto, always or never");
  sub.add_flag("!--no-pager", common.may_page, "Do not open long results in a pager");
  add_format_of_search(sub, search.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_search(session, search, std::move(stop));
    };
  });
}

void Commands::declare_query(CLI::App& app) {
  auto& sub = *app.add_subcommand("query", "Run a JSON request of the query contract");
  sub.add_option("file", query.file, "File with the request; - for standard input")->required();
  add_settings(sub);
  add_from_store(sub);
  add_debug(sub);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_query(session, query, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
