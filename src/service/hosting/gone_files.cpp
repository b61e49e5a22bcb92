// Looks at the files that an answer names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/gone_files.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <tuple>

#include "codeweaver/text/token_count.hpp"

namespace codeweaver::service {
namespace {

constexpr std::chrono::seconds kPatience{1};
constexpr std::chrono::milliseconds kPauseBetweenLooks{50};

bool is_gone(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  return status.type() == std::filesystem::file_type::not_found;
}

/// Pushed items have no file here, and of a folder that is gone as a whole the index is all there
/// is.
bool is_gone(const CodeMatch& match) {
  const auto& [path, absolute] = std::tie(match.file.path, match.file.absolute_path);
  if (absolute.size() <= path.size() || !is_gone(absolute)) return false;
  return !is_gone(absolute.substr(0, absolute.size() - path.size()));
}

std::size_t tokens_of(const CodeMatch& match) {
  auto tokens = text::count_tokens(match.content.content) + text::count_tokens(match.file.path);
  for (const auto* lines : {&match.context_before, &match.context_after})
    for (const auto& line : *lines) tokens += text::count_tokens(line);
  return tokens;
}

std::string summary_of(const std::vector<CodeMatch>& matches) {
  constexpr std::size_t kShown = 3;
  if (matches.empty()) return "Found no matches whose files are there";
  std::string out =
      "Found " + std::to_string(matches.size()) + (matches.size() == 1 ? " match" : " matches");
  for (std::size_t i = 0; i < std::min(kShown, matches.size()); ++i)
    out += (i == 0 ? ": " : ", ") + matches[i].file.path.substr(0, 250) + ':' +
           std::to_string(matches[i].span.start_line) + '-' +
           std::to_string(matches[i].span.end_line);
  return out;
}

void leave_out_gone(FindCodeResponseSummary& answer) {
  std::size_t tokens = 0;
  const auto removed = std::erase_if(answer.matches, [&](const CodeMatch& match) {
    if (!is_gone(match)) return false;
    tokens += tokens_of(match);
    return true;
  });
  if (removed == 0) return;
  answer.total_results = answer.matches.size();
  answer.total_matches = std::max(answer.total_matches - std::min(answer.total_matches, removed),
                                  answer.total_results);
  answer.token_count -= std::min(answer.token_count, tokens);
  answer.summary = summary_of(answer.matches);
  answer.warnings.push_back(std::to_string(removed) +
                            " matches were left out, as their files were moved or deleted and the "
                            "index has not taken that in yet");
}

}  // namespace

Result<FindCodeResponseSummary> ask_for_what_is_there(
    const std::function<Result<FindCodeResponseSummary>()>& ask, const SearchOptions& options,
    const std::stop_token& stop) {
  auto answer = ask();
  if (!options.ref.empty() || !options.changed_in.empty()) return answer;  // of another tree
  const auto end = std::chrono::steady_clock::now() + kPatience;
  const auto names_gone = [&] {
    return answer && std::ranges::any_of(answer->matches, [](const auto& m) { return is_gone(m); });
  };
  while (names_gone() && !stop.stop_requested() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kPauseBetweenLooks);
    answer = ask();
  }
  if (answer) leave_out_gone(*answer);
  return answer;
}

void leave_out_gone(std::vector<SymbolMatch>& symbols, const std::filesystem::path& root) {
  if (is_gone(root)) return;
  std::erase_if(symbols, [&](const SymbolMatch& symbol) { return is_gone(root / symbol.path); });
}

}  // namespace codeweaver::service
