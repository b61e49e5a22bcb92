// codeweaver demo: indexes and serves a sample project, and deletes it at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "cli/commands/command_server.hpp"
#include "cli/commands/demo_files.hpp"
#include "cli/session/scratch_folder.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kSample = "shop";

Result<void> write_sample(const std::filesystem::path& folder) {
  for (const auto& file : demo_files()) {
    const auto path = folder / file.path;
    CODEWEAVER_TRY(base::make_private_folder(path.parent_path()));
    CODEWEAVER_TRY(base::write_file_atomic(path, file.bytes, base::Durability::kNone));
  }
  return {};
}

/// Returns the environment without CODEWEAVER_* variables, and with the folders for data and
/// settings inside `folder`.
settings::Environment apart(settings::Environment environment,
                            const std::filesystem::path& folder) {
  std::erase_if(environment,
                [](const auto& variable) { return variable.first.starts_with("CODEWEAVER_"); });
  environment["XDG_DATA_HOME"] = (folder / "data").string();
  environment["XDG_CONFIG_HOME"] = (folder / "config").string();
  return environment;
}

}  // namespace

int run_demo(Session& session, const DemoCommand& command, std::stop_token stop) {
  auto scratch =
      ScratchFolder::make_in({}, "demo", "Make the folder for temporary files (TMPDIR) writable.");
  if (!scratch) return session.fail(scratch.error());
  const auto& folder = scratch->path();
  if (const auto written = write_sample(folder / kSample); !written)
    return session.fail(written.error());
  CommonOptions options;
  options.project = (folder / kSample).string();
  options.debug = session.options().debug;
  Session own(std::move(options), apart(session.environment(), folder), folder / kSample,
              session.streams());
  ServerCommand server;
  server.port = command.port;
  server.open = !command.no_open;
  server.start = "#/tour";
  return run_server(own, server, std::move(stop));
}

}  // namespace codeweaver::cli
