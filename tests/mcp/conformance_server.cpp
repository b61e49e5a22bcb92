// Serves the fixture of the official conformance suite until its input ends.
// SPDX-License-Identifier: MIT OR Apache-2.0
//   conformance_server            over HTTP; prints the address of its MCP endpoint
//   conformance_server --stdio    over its standard streams
#include <cstdio>
#include <iostream>
#include <string_view>
#include <thread>

#include "http/http_server.hpp"
#include "mcp/conformance_fixture.hpp"
#include "mcp/http_transport.hpp"
#include "mcp/stdio.hpp"

namespace {

using namespace codeweaver;

mcp::Server make_server() {
  mcp::Server server({.name = "conformance-server",
                      .title = "Conformance fixture",
                      .version = "1.0.0",
                      .instructions = "For tests."});
  mcp::fixture::add_content_tools(server);
  mcp::fixture::add_input_tools(server);
  mcp::fixture::add_task_tools(server);
  mcp::fixture::add_resources_and_prompts(server);
  return server;
}

int fail(const Error& error) {
  std::cerr << error.message() << '\n';
  return 1;
}

int serve_http(mcp::Server server) {
  mcp::HttpTransport transport(server);
  http::ServerOptions options;
  options.host = "127.0.0.1";
  options.port = 0;
  auto listening = http::Server::listen(options, transport.routes());
  if (!listening) return fail(listening.error());
  std::cout << "http://127.0.0.1:" << listening->port() << "/mcp" << std::endl;

  std::stop_source stop;
  const std::jthread until_input_ends([&] {
    while (std::getchar() != EOF) continue;
    server.close();
    transport.close();
    stop.request_stop();
  });
  const auto served = listening->run(stop.get_token());
  return served ? 0 : fail(served.error());
}

}  // namespace

int main(int argc, char** argv) {
  auto server = make_server();
  if (argc == 2 && std::string_view(argv[1]) == "--stdio") {
    mcp::serve_stdio(server);
    return 0;
  }
  return serve_http(std::move(server));
}
