// codeweaver install and uninstall: the MCP server in the settings of installed clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "cli/clients/agent_clients.hpp"
#include "cli/clients/install_record.hpp"
#include "cli/clients/instructions.hpp"
#include "cli/clients/user_file.hpp"
#include "cli/commands/commands.hpp"

namespace codeweaver::cli {
namespace {

namespace fs = std::filesystem;

/// Returns "codeweaver" if the shell finds this program under that name, else its path.
std::string program_name(const Session& session) {
  const auto& own = session.streams().program;
  const auto path = session.environment().find("PATH");
  if (path == session.environment().end()) return own;
  for (std::size_t begin = 0; begin <= path->second.size();) {
    const auto end = std::min(path->second.find(':', begin), path->second.size());
    const auto found = fs::path(path->second.substr(begin, end - begin)) / "codeweaver";
    std::error_code error;
    if (fs::exists(found, error)) return fs::equivalent(found, own, error) ? "codeweaver" : own;
    begin = end + 1;
  }
  return own;
}

/// A file to change, and how.
struct Change {
  std::string title;
  fs::path path;          ///< as shown to the user; may be a link
  std::string by_hand{};  ///< the lines to write by hand; empty: unknown
  bool has_lock_folder = false;
  bool is_own_file = false;  ///< the file is for nothing but our entry
  /// Returns the text with our entry. Errors: it cannot be changed safely.
  std::function<Result<ConfigEdit>(std::string_view text)> add{};
  /// Returns the text without our entry; nullopt: there is no entry. `former`: see
  /// without_server().
  std::function<Result<std::optional<std::string>>(std::string_view text,
                                                   const std::optional<json::Object>& former)>
      remove{};
};

class Setup {
 public:
  Setup(Session& session, const InstallCommand& command, fs::path home, InstallRecord& record)
      : session_(session), command_(command), home_(std::move(home)), record_(record) {}

  /// Makes one change and prints it. If another program writes to the file at the same time, reads
  /// the file again. Errors: errors of reading, editing and writing; the file is then unchanged.
  Result<void> make(const Change& change) {
    constexpr int kMostTries = 20;
    const auto path = target_of(change.path);
    std::optional<FolderLock> lock;
    if (change.has_lock_folder && !command_.is_dry_run) lock.emplace(path);
    for (int i = 0; i < kMostTries; ++i) {
      auto done = command_.is_removal ? remove(change, path) : add(change, path);
      if (!done) return unchanged(std::move(done).error(), change);
      if (!done->empty()) return tell(change, *done);
    }
    return unchanged(
        {ErrorCategory::kUnavailable, "FILE_BUSY", "Another program keeps writing to the file",
         "changing a settings file", "Close that program and try again."},
        change);
  }

 private:
  /// The finished change in words; empty: another program wrote to the file at the same time.
  using Done = Result<std::string>;

  Done add(const Change& change, const fs::path& path) {
    CODEWEAVER_ASSIGN(const auto before, read_if_there(path));
    auto edit = change.add(before.value_or(""));
    if (!edit) return refused(std::move(edit).error(), change);
    if (before && edit->text == *before) return std::string("is up to date");
    CODEWEAVER_TRY(record_.check(path));
    if (command_.is_dry_run) return std::string(before ? "would be changed" : "would be created");
    // Save the old content first, so that the file can be restored after any failure.
    auto known = record_;
    record_.note(path, before, edit->text, edit->former);
    CODEWEAVER_TRY(record_.save());
    const auto written = replace_user_file(path, before, edit->text);
    if (written && *written) return std::string(before ? "changed" : "created");
    record_ = std::move(known);
    CODEWEAVER_TRY(record_.save());
    return written ? Done(std::string()) : Done(written.error());
  }

  Done remove(const Change& change, const fs::path& path) {
    CODEWEAVER_ASSIGN(const auto before, read_if_there(path));
    if (!before) return std::string("does not exist");
    CODEWEAVER_TRY(record_.check(path));
    std::optional<std::string> after;
    if (auto kept = record_.before(path, *before)) {
      after = *std::move(kept);
    } else {
      auto edited = change.remove(*before, record_.former(path));
      if (!edited) return refused(std::move(edited).error(), change);
      if (!*edited) return std::string("has no entry for codeweaver");
      const bool may_remove = change.is_own_file || record_.created(path);
      if (!(*edited)->empty() || !may_remove) after = *std::move(*edited);
    }
    if (command_.is_dry_run) return std::string(after ? "would be changed" : "would be removed");
    CODEWEAVER_ASSIGN(const bool is_done, replace_user_file(path, before, after));
    if (!is_done) return std::string();
    record_.forget(path);
    return std::string(after ? "changed" : "removed");
  }

  /// Adds advice to the error of a file that cannot be changed safely.
  Error refused(Error error, const Change& change) const {
    error.action = command_.is_removal
                       ? "If you do not need the entry for codeweaver, remove it by hand."
                   : change.by_hand.empty()
                       ? "Change the file by hand."
                       : "Correct the file, or write the entry by hand:\n" + change.by_hand;
    return error;
  }

  Error unchanged(Error error, const Change& change) const {
    error.context = "changing " + shown_as(change.path) + "; nothing was changed";
    return error;
  }

  std::string shown_as(const fs::path& path) const {
    auto shown = path.string();
    if (shown.starts_with(home_.string() + '/')) shown.replace(0, home_.string().size(), "~");
    return shown;
  }

  Result<void> tell(const Change& change, std::string_view what) {
    session_.streams().out << change.title << ": " << shown_as(change.path) << ' ' << what << '\n';
    return {};
  }

  Session& session_;
  const InstallCommand& command_;
  fs::path home_;
  InstallRecord& record_;
};

Change change_for(const AgentClient& client, const fs::path& home, const std::string& program) {
  Change change{.title = std::string(client.title),
                .path = home / client.file,
                .has_lock_folder = client.has_lock_folder,
                .is_own_file = client.form == ConfigForm::kOwnFile};
  if (auto alone = with_server(client, "", program)) change.by_hand = std::move(alone->text);
  change.add = [&client, program](std::string_view text) {
    return with_server(client, text, program);
  };
  change.remove = [&client, &program](std::string_view text,
                                      const std::optional<json::Object>& former) {
    return without_server(client, text, program, former);
  };
  return change;
}

Change change_for_instructions(const fs::path& file) {
  Change change{.title = "Instructions", .path = file, .by_hand = with_instructions("")};
  change.add = [](std::string_view text) -> Result<ConfigEdit> {
    ConfigEdit edit{with_instructions(text), {}};
    if (without_instructions(text)) edit.former.emplace();
    return edit;
  };
  change.remove = [](std::string_view text,
                     const std::optional<json::Object>&) -> Result<std::optional<std::string>> {
    return without_instructions(text);
  };
  return change;
}

Result<std::vector<const AgentClient*>> chosen_clients(const InstallCommand& command,
                                                       const fs::path& home) {
  std::vector<const AgentClient*> chosen;
  for (const auto& id : command.clients) {
    const auto* client = find_agent_client(id);
    if (client == nullptr) {
      std::string known;
      for (const auto& each : agent_clients())
        known.append(known.empty() ? "" : ", ").append(each.id);
      return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_CLIENT", "Unknown client '" + id + "'",
                   "choosing clients", "Use one of " + known + "."};
    }
    chosen.push_back(client);
  }
  if (!command.clients.empty()) return chosen;
  std::error_code error;
  for (const auto& client : agent_clients())
    if (fs::exists(home / client.sign, error) || fs::exists(home / client.file, error))
      chosen.push_back(&client);
  return chosen;
}

Result<void> print_config(const Session& session, const std::vector<const AgentClient*>& clients) {
  for (const auto* client : clients) {
    CODEWEAVER_ASSIGN(const auto edit, with_server(*client, "", program_name(session)));
    session.streams().out << client->title << ", ~/" << client->file << ":\n" << edit.text << '\n';
  }
  return {};
}

/// Changes all files. Returns false if a file could not be changed; its error is then printed.
Result<bool> run(Session& session, const InstallCommand& command) {
  const auto home_value = session.environment().find("HOME");
  if (home_value == session.environment().end() || home_value->second.empty())
    return Error{ErrorCategory::kInvalidArgument, "HOME_NOT_SET", "HOME is not set",
                 "looking for clients", "Set it to your home folder."};
  const fs::path home(home_value->second);
  CODEWEAVER_ASSIGN(const auto clients, chosen_clients(command, home));
  if (command.is_print) {
    CODEWEAVER_TRY(print_config(session, clients));
    return true;
  }
  if (clients.empty() && command.instructions.empty()) {
    session.streams().out << "No client was found in " << home.string()
                          << ". To set one up anyway, give its name (see --help).\n";
    return true;
  }
  CODEWEAVER_ASSIGN(const auto data, session.data_dir());
  InstallRecord record(data / "installed.json");
  Setup setup(session, command, home, record);
  const auto program = program_name(session);
  bool is_done = true;
  const auto make = [&](const Change& change) {
    const auto made = setup.make(change);
    if (made) return;
    session.streams().err << styled(session.streams(), Style::kError, "Error: ") << change.title
                          << ": " << printable(made.error().message()) << '\n';
    is_done = false;
  };
  for (const auto* client : clients) make(change_for(*client, home, program));
  for (const auto& file : command.instructions)
    make(change_for_instructions(session.working_directory() / file));
  if (command.is_removal && !command.is_dry_run) CODEWEAVER_TRY(record.save());
  return is_done;
}

}  // namespace

int run_install(Session& session, const InstallCommand& command) {
  const auto done = run(session, command);
  if (!done) return session.fail(done.error());
  return *done ? kOk : kFailed;
}

}  // namespace codeweaver::cli
