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
  bool is_error = false;     ///< the text is an error message for the model
};

struct McpTool {
  std::string name;
  std::string title{};
  std::string description{};   ///< tells the model when to call the tool
  std::string input_schema{};  ///< JSON Schema of an object; empty: no arguments
  bool is_read_only = true;
  /// Runs the tool. Calls may be concurrent; their arguments have been validated. An exception
  /// becomes a protocol error.
  std::function<McpToolReply(const McpToolCall& call)> call{};
};

/// A folder that the find_code tool searches.
struct McpProject {
  std::filesystem::path folder;
  /// Folder for indexes. The command line uses "$XDG_DATA_HOME/codeweaver"; give the same folder to
  /// share its indexes.
  std::filesystem::path data_dir;
  /// Environment variables for settings: CODEWEAVER_SECTION_KEY, and the XDG folders of settings
  /// files. The library does not read the process environment.
  std::map<std::string, std::string, std::less<>> environment{};
};

/// A server of the Model Context Protocol, for revision 2026-07-28 and the revisions from
/// 2024-11-05 to 2025-11-25 (docs/guide/mcp.md). Builds with CODEWEAVER_SERVICE=OFF do not have it.
/// Clients that listen are notified of changes.
/// Thread safety: all members may be called concurrently.
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
  /// Adds the find_code tool for a folder: opens the folder, indexes it in the background, and
  /// updates the index after file changes. Call it at most once.
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
