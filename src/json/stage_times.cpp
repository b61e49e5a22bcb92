// Converts stage times to and from a map.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/stage_times.hpp"

namespace codeweaver::json {

std::map<std::string, double> shown_stage_times(const FindCodeResponseSummary& response) {
  std::map<std::string, double> out;
  if (response.matches.empty() || response.matches.front().explanation.empty()) return out;
  for (const StageName& stage : kStages)
    out.emplace(stage.name, response.stage_times.*stage.milliseconds);
  return out;
}

void set_stage_times(FindCodeResponseSummary& response,
                     const std::map<std::string, double>& times) {
  for (const StageName& stage : kStages)
    if (const auto time = times.find(std::string(stage.name)); time != times.end())
      response.stage_times.*stage.milliseconds = time->second;
}

}  // namespace codeweaver::json
