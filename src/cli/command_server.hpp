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
  std::string start{};                ///< part of the page to show first, such as "#/tour"
};
int run_server(Session& session, const ServerCommand& command, std::stop_token stop);

struct DemoCommand {
  std::uint16_t port = 0;  ///< 0: any free one
  bool no_open = false;    ///< print the address, and start no browser
};
/// Serves a sample out of a folder for temporary files, which is removed at the end.
int run_demo(Session& session, const DemoCommand& command, std::stop_token stop);

}  // namespace codeweaver::cli
