// The commands of codeweaver-bench. Paths in their options are relative to the working directory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

#include "cli/session/session.hpp"
#include "evaluate/query_set.hpp"

namespace codeweaver::bench {

struct QualityCommand {
  std::string repos, queries;  ///< folder of source trees; JSONL file or folder of such files
  std::string results, versus, json, state;  ///< paths; empty: not used
  std::string variant;                       ///< a row of the ablations; empty: the normal search
  evaluate::QueryFilter filter;
  std::size_t limit = 10;
  std::string intent;  ///< empty: the intent of each query
  bool ablations = false, explain = false, force = false, verbose = false;
};
int run_quality(cli::Session& session, const QualityCommand& command, std::stop_token stop);

struct IntentsCommand {
  std::string queries, split, json;  ///< empty split: all; empty json: no file
};
int run_intents(cli::Session& session, const IntentsCommand& command);

struct SpeedCommand {
  std::string folder, work;  ///< empty: the working directory; the system's temporary folder
  std::size_t runs = 1, queries = 100;
  bool edit = false;
  std::string json;  ///< file for all figures; empty: none
};
int run_speed(cli::Session& session, const SpeedCommand& command, std::stop_token stop);

struct GraphCommand {
  std::string folder;
};
int run_graph(cli::Session& session, const GraphCommand& command);

}  // namespace codeweaver::bench
