// McpServer: a server of the Model Context Protocol in a program of your own, with your own tools.
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

/// What a tool of yours is called with. Views stay valid for the call.
struct McpToolCall {
  std::string_view arguments;  ///< a JSON object that fits the input schema
  std::stop_token stop{};      ///< requested when the client cancels or goes away
};

/// What it answers.
struct McpToolReply {
  std::string text{};        ///< what the model reads
  std::string structured{};  ///< a JSON object beside it; empty: none
  bool is_error = false;     ///< the model can act on it
};

struct McpTool {
  std::string name;
  std::string title{};
  std::string description{};   ///< when to call it, for the model
  std::string input_schema{};  ///< JSON Schema of an object; empty: takes no arguments
  bool is_read_only = true;
  /// Called concurrently, after the arguments were checked. What it throws is an error of the
  /// protocol.
  std::function<McpToolReply(const McpToolCall& call)> call{};
};

/// A folder whose code the server finds.
struct McpProject {
  std::filesystem::path folder;
  /// Where indexes lie: that of the user is "$XDG_DATA_HOME/codeweaver", for the command line too.
  std::filesystem::path data_dir;
  /// CODEWEAVER_<SECTION>_<KEY> and the XDG folders of settings files, as far as they shall count;
  /// the library does not read the environment by itself.
  std::map<std::string, std::string, std::less<>> environment{};
};

/// Tools behind the protocol, in both of its eras (docs/guide/mcp.md). This part of the library is
/// left out of builds with CODEWEAVER_SERVICE=OFF. Thread safety: all members may be called
/// concurrently; changes are told to clients that listen.
class McpServer {
 public:
  /// Who the server says it is.
  struct Info {
    std::string name;
    std::string title{};
    std::string version{};
    std::string instructions{};  ///< how a model should use the tools
  };

  explicit McpServer(Info info);
  ~McpServer();  ///< ends what runs in the background, and waits for it
  McpServer(McpServer&&) noexcept;
  McpServer& operator=(McpServer&&) noexcept;

  /// One of the same name is replaced. Errors: kInvalidArgument "INVALID_TOOL" (no name, nothing to
  /// call, or a schema that is no JSON object).
  Result<void> add(McpTool tool);
  /// Opens a folder, indexes it in the background, follows its changes, and offers find_code on it.
  /// To be called once. Errors: those of ProjectRegistry::add() and CodeWeaver::open(), and of its
  /// settings.
  Result<void> add_find_code(const McpProject& project);

  /// Serves the client on standard input and output until the input ends, nobody reads the output,
  /// the process that started this one dies, or `stop`. Nothing else may write to the output.
  void serve_stdio(std::stop_token stop = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_MCP_SERVER_HPP_
