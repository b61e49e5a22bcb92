// McpServer: adds a Model Context Protocol server with custom tools to a program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_MCP_SERVER_HPP_
#define CODEWEAVER_MCP_SERVER_HPP_

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Arguments of a call of a custom tool. Views stay valid during the call.
struct McpToolCall {
  std::string_view arguments;  ///< a JSON object that matches the input schema
  std::stop_token stop{};      ///< requested when the client cancels or disconnects
};

/// Reply of a custom tool.
struct McpToolReply {
  std::string text{};        ///< text for the model
  std::string structured{};  ///< the reply as a JSON object; empty: none
  bool is_error = false;     ///< an error that the model can react to
};

struct McpTool {
  std::string name;
  std::string title{};
  std::string description{};   ///< tells the model when to call the tool
  std::string input_schema{};  ///< JSON Schema of an object; empty: no arguments
  bool is_read_only = true;
  /// Called concurrently, after the arguments have been validated. An exception becomes a protocol
  /// error.
  std::function<McpToolReply(const McpToolCall& call)> call{};
};

/// A folder that the find_code tool searches.
struct McpProject {
  std::filesystem::path folder;
  /// Folder for indexes. The command line uses "$XDG_DATA_HOME/codeweaver"; use it too to share
  /// indexes.
  std::filesystem::path data_dir;
  /// Environment variables for settings: CODEWEAVER_<SECTION>_<KEY>, and the XDG folders of
  /// settings files. The library does not read the process environment.
  std::map<std::string, std::string, std::less<>> environment{};
};

/// Serves tools over both generations of the protocol (docs/guide/mcp.md). Not part of builds with
/// CODEWEAVER_SERVICE=OFF.
/// Thread safety: all members may be called concurrently. Clients that listen are notified of
/// changes.
class McpServer {
 public:
  /// Identity of the server.
  struct Info {
    std::string name;
    std::string title{};
    std::string version{};
    std::string instructions{};  ///< how a model should use the tools
  };

  explicit McpServer(Info info);
  ~McpServer();  ///< stops background work, and waits for it
  McpServer(McpServer&&) noexcept;
  McpServer& operator=(McpServer&&) noexcept;

  /// Adds a tool. Replaces a tool with the same name. Errors: kInvalidArgument "INVALID_TOOL" (no
  /// name, no function, or a schema that is not a JSON object).
  Result<void> add(McpTool tool);
  /// Adds the find_code tool for a folder: opens the folder, indexes it in the background and
  /// follows its changes. Call at most once.
  /// Errors: kInvalidArgument "PROJECT_TAKEN" (second call); those of ProjectRegistry::add(),
  /// CodeWeaver::open() and of the settings.
  Result<void> add_find_code(const McpProject& project);

  /// Serves the client on standard input and output. Returns when the input ends, the output is
  /// closed, the parent process ends, or `stop` is requested. Nothing else may write to standard
  /// output.
  void serve_stdio(std::stop_token stop = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_MCP_SERVER_HPP_
