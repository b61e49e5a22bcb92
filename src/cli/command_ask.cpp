// codeweaver ask: an answer in words, each with the places that it rests on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "cli/commands.hpp"
#include "cli/first_index.hpp"
#include "cli/print_json.hpp"
#include "codeweaver/ask.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/text/token_count.hpp"
#include "service/hosting/answer_json.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kMostPassages = 50;  // as ask() takes them

/// Stands in for a model: keeps what one would be sent.
class PromptKeeper final : public AnswerModel {
 public:
  const AnswerModelInfo& info() const noexcept override { return info_; }
  Result<ModelAnswer> answer(const AnswerRequest& request, std::stop_token) const override {
    prompt_ = answer_prompt(request);
    return ModelAnswer();
  }
  const AnswerPrompt& prompt() const noexcept { return prompt_; }

 private:
  AnswerModelInfo info_{"none", "none", false};
  mutable AnswerPrompt prompt_;  // of the one call that this is made for
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string place_text(const CitedPlace& place) {
  if (!place.part.empty()) return place.path + ", " + place.part;
  return place.path + ':' + std::to_string(place.lines.start_line) + '-' +
         std::to_string(place.lines.end_line);
}

void print_answer(const Answer& answer, const Streams& streams) {
  for (const auto& warning : answer.warnings)
    streams.err << styled(streams, Style::kWarning, "Warning: ") << printable(warning) << '\n';
  auto& out = streams.out;
  if (answer.found.matches.empty())
    out << "Nothing is indexed that could answer this.\n";
  else if (answer.text.empty())
    out << "What was found does not answer this.\n";
  for (std::size_t at = 0; at < answer.text.size();) {
    const auto end = std::min(answer.text.find('\n', at), answer.text.size());
    out << printable(std::string_view(answer.text).substr(at, end - at)) << '\n';
    at = end + 1;
  }
  if (!answer.citations.empty()) out << '\n';
  for (std::size_t i = 0; i < answer.citations.size(); ++i)
    out << '[' << i + 1 << "] " << printable(place_text(answer.citations[i])) << '\n';
  if (!answer.text.empty()) out << "Answered by " << printable(answer.model) << ".\n";
}

/// What `provider` would be sent, and how much that is.
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
              << " back. Nothing was sent.\n";
}

AskOptions options_of(const AskCommand& command, const Settings& settings, std::size_t files) {
  AskOptions options;
  options.search = settings::search_options(settings, files);
  options.passages =
      std::min<std::size_t>(command.passages.value_or(settings.answer.top_k), kMostPassages);
  options.token_limit = command.token_limit;
  return options;
}

}  // namespace

int run_ask(Session& session, const AskCommand& command, std::stop_token stop) {
  const auto& streams = session.streams();
  auto workspace = open_indexed(session, session.resolve_project(), stop);
  if (!workspace) return session.fail(workspace.error());
  const auto& settings = session.effective().settings;
  const auto options = options_of(command, settings, workspace->committed_files());
  const auto question = joined(command.words);
  if (command.is_dry_run) {
    const PromptKeeper keeper;
    const auto kept = ask(*workspace, keeper, question, options, std::move(stop));
    if (!kept) return session.fail(kept.error());
    print_prompt(keeper.prompt(), settings.answer, options.token_limit, streams);
    return kOk;
  }
  const auto model = session.opener()->answer_model(settings, nullptr);
  if (!model) return session.fail(model.error());
  const auto answer = ask(*workspace, **model, question, options, std::move(stop));
  if (!answer) return session.fail(answer.error());
  if (command.format == OutputFormat::kJson)
    print_json(streams, service::answer_json(*answer));
  else
    print_answer(*answer, streams);
  return kOk;
}

}  // namespace codeweaver::cli
