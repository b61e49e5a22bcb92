// Candidates with a place and a relevance, for tests of their order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/searching/fuse/candidate.hpp"

namespace codeweaver::engine {

inline Candidate candidate(std::string_view path, std::uint32_t line, double relevance) {
  Candidate out;
  out.info.path = path;
  out.info.lines = {line, line};
  out.scores.relevance = relevance;
  return out;
}

/// Path and line of each, in their order.
inline std::vector<std::string> places(const std::vector<Candidate>& candidates) {
  std::vector<std::string> out;
  for (const auto& found : candidates)
    out.push_back(std::string(found.info.path) + ':' + std::to_string(found.info.lines.start_line));
  return out;
}

}  // namespace codeweaver::engine
