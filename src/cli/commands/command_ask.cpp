// codeweaver ask: an answer with its sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "base/joined.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/render/render_search.hpp"
#include "cli/session/first_index.hpp"
#include "codeweaver/ask.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/text/token_count.hpp"
#include "json/answer_types.hpp"
#include "service/hosting/prompt_keeper.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kMostPassages = 50;  // the limit of ask()

std::string place_text(const CitedPlace& place) {
  if (!place.part.empty()) return place.path + ", " + place.part;
  return place.path + ':' + std::to_string(place.lines.start_line) + '-' +
         std::to_string(place.lines.end_line);
}

/// Prints a text piece by piece as it arrives, safe for a terminal.
class TextPrinter {
 public:
  explicit TextPrinter(const Streams& streams) : out_(streams.out) {}
  void add(std::string_view piece) {
    told_ += piece;
    while (!piece.empty()) {
      const auto end = std::min(piece.find('\n'), piece.size());
      out_ << printable(piece.substr(0, end));
      if (end < piece.size()) out_ << '\n';
      piece.remove_prefix(std::min(end + 1, piece.size()));
    }
  }
  void end_line() {
    if (!told_.empty() && !told_.ends_with('\n')) out_ << '\n';
  }
  const std::string& told() const noexcept { return told_; }
  void clear() { told_.clear(); }

 private:
  std::ostream& out_;
  std::string told_{};
};

/// Prints an answer. `told` has the text that was printed while it arrived.
void print_answer(const Answer& answer, TextPrinter& told, const Streams& streams) {
  auto& out = streams.out;
  told.end_line();
  if (!told.told().empty() && told.told() != answer.text) {
    out << "\nAfter removing invalid citations:\n";
    told.clear();
  }
  if (told.told().empty()) {
    told.add(answer.text);
    told.end_line();
  }
  auto warnings = answer.warnings;
  std::erase(warnings, answer.no_answer);
  if (!answer.no_answer.empty()) out << printable(answer.no_answer) << ".\n";
  if (!answer.citations.empty()) out << '\n';
  for (std::size_t i = 0; i < answer.citations.size(); ++i) {
    out << '[' << i + 1 << "] " << printable(place_text(answer.citations[i])) << '\n';
    for (const auto& quote : answer.citations[i].unverified)
      out << "    does not contain \"" << printable(quote) << "\"\n";
  }
  if (!answer.text.empty()) out << "Answered by " << printable(answer.model) << ".\n";
  out.flush();
  streams.err << interpretation_line(answer.found);
  for (const auto& warning : warnings)
    streams.err << styled(streams, Style::kWarning, "Warning: ") << printable(warning) << '\n';
}

/// Prints the prompt and its length in tokens.
void print_prompt(const AnswerPrompt& prompt, const Settings::Answer& settings,
                  std::size_t token_limit, const Streams& streams) {
  const auto print_lines = [&](std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1))
      streams.out << printable(text.substr(0, text.find('\n'))) << '\n';
  };
  print_lines(prompt.instructions);
  streams.out << '\n';
  print_lines(prompt.question);
  const auto tokens = text::count_tokens(prompt.instructions) + text::count_tokens(prompt.question);
  const auto model = settings.model.empty() ? std::string("no model yet") : settings.model;
  streams.out << "\nAbout " << grouped(tokens) << " tokens to " << printable(settings.provider)
              << " (" << printable(model) << "), at most " << grouped(token_limit)
              << " tokens in the answer. Nothing was sent.\n";
}

AskOptions options_of(const AskCommand& command, const Settings& settings, std::size_t files) {
  AskOptions options;
  options.search = settings::search_options(settings, files);
  options.passages =
      std::min<std::size_t>(command.passages.value_or(settings.answer.top_k), kMostPassages);
  options.token_limit = command.token_limit;
  options.queries = command.queries;
  return options;
}

int answer_from(const Session& session, Searchable& project, const AskCommand& command,
                std::stop_token stop) {
  const auto& streams = session.streams();
  const auto& settings = session.effective().settings;
  auto options = options_of(command, settings, project.committed_files());
  const auto question = base::joined(command.words, " ");
  if (command.is_dry_run) {
    const service::PromptKeeper keeper;
    const auto kept = ask(project, keeper, question, options, std::move(stop));
    if (!kept) return session.fail(kept.error());
    print_prompt(keeper.prompt(), settings.answer, options.token_limit, streams);
    return kOk;
  }
  const auto model = session.opener()->answer_model(settings, nullptr);
  if (!model) return session.fail(model.error());
  TextPrinter told(streams);
  if (streams.out_is_terminal && command.format != OutputFormat::kJson)
    options.on_text = [&](std::string_view piece) {
      told.add(piece);
      streams.out.flush();
      return true;
    };
  const auto answer = ask(project, **model, question, options, std::move(stop));
  if (!answer) {
    told.end_line();
    return session.fail(answer.error());
  }
  if (command.format == OutputFormat::kJson)
    print_json(streams, json::to_json(*answer));
  else
    print_answer(*answer, told, streams);
  return kOk;
}

}  // namespace

int run_ask(Session& session, const AskCommand& command, std::stop_token stop) {
  const auto opened = open_to_search(session, session.project_to_search(), stop);
  if (!opened) return session.fail(opened.error());
  return answer_from(session, *opened->project, command, std::move(stop));
}

}  // namespace codeweaver::cli
