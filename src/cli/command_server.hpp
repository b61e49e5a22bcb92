// codeweaver server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "cli/session.hpp"

namespace codeweaver::cli {

struct ServerCommand {
  std::string host;                   ///< empty: as the settings say
  std::optional<std::uint16_t> port;  ///< the same
  std::string token_file;             ///< the same
  bool reindex = false;               ///< rebuild the project's index
  bool open = false;                  ///< show the page in a browser
  bool resume = false;                ///< continue an interrupted run however old it is
};
int run_server(Session& session, const ServerCommand& command, std::stop_token stop);

}  // namespace codeweaver::cli
