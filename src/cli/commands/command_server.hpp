// codeweaver server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "cli/session/session.hpp"

namespace codeweaver::cli {

struct ServerCommand {
  std::string host;                   ///< empty: from the settings
  std::optional<std::uint16_t> port;  ///< unset: from the settings
  std::string token_file;             ///< empty: from the settings
  bool force = false;                 ///< rebuild the project's index
  bool open = false;                  ///< show the page in a browser
  bool resume = false;                ///< continue an interrupted run of any age
  std::string start{};                ///< part of the page to open first, such as "#/tour"
};
int run_server(Session& session, const ServerCommand& command, std::stop_token stop);

struct DemoCommand {
  std::uint16_t port = 0;  ///< 0: any free port
  bool no_open = false;    ///< print the address without opening a browser
};
/// Serves a sample project from a temporary folder, which it deletes at the end.
int run_demo(Session& session, const DemoCommand& command, std::stop_token stop);

}  // namespace codeweaver::cli
