// codeweaver install and uninstall: the MCP server in the settings of the clients that are there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"
#include "cli/agent_clients.hpp"
#include "cli/commands.hpp"
#include "cli/instructions.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {
namespace {

namespace fs = std::filesystem;

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  auto failed = base::os_error("Cannot create", folder, error.value());
  failed.action = "Make it, or let it be written to; nothing was changed.";
  return failed;
}

/// What a file was before, so that it can be again: kept in the data directory.
class Record {
 public:
  explicit Record(fs::path file) : file_(std::move(file)) {
    if (const auto text = base::read_file(file_))
      if (auto known = json::parse(*text); known && known->is_object()) files_ = std::move(*known);
  }

  /// A second change keeps what was there before the first, while nobody else wrote in between.
  void note(const fs::path& path, const std::optional<std::string>& before,
            const std::string& after) {
    const auto* known = files_.find(path.string());
    json::Object entry;
    if (known != nullptr && is_ours(*known, before)) {
      if (const auto* text = known->find("before")) entry.push_back({"before", *text});
    } else if (before) {
      entry.push_back({"before", *before});
    }
    entry.push_back({"after", base::hash128(after).hex()});
    files_.set(path.string(), std::move(entry));
  }

  /// What the file has to hold again, if it is as it was left; the inner nullopt: it was not there.
  std::optional<std::optional<std::string>> before(const fs::path& path,
                                                   const std::string& now) const {
    const auto* known = files_.find(path.string());
    if (known == nullptr || !is_ours(*known, now)) return std::nullopt;
    const auto* text = known->find("before");
    return text != nullptr && text->is_string() ? std::optional(*text->if_string())
                                                : std::optional<std::string>();
  }

  void forget(const fs::path& path) {
    if (auto* members = files_.if_object())
      std::erase_if(*members, [&](const json::Member& member) { return member.key == path; });
  }

  Result<void> save() const {
    CODEWEAVER_TRY(make_folder(file_.parent_path()));
    return base::write_file_atomic(file_, json::dump(files_));
  }

 private:
  static bool is_ours(const json::Value& known, const std::optional<std::string>& now) {
    const auto* after = known.find("after");
    return now && after != nullptr && after->is_string() &&
           *after->if_string() == base::hash128(*now).hex();
  }

  fs::path file_;
  json::Value files_ = json::Object{};
};

/// nullopt: there is no such file.
Result<std::optional<std::string>> read_if_there(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::optional<std::string>();
  auto text = base::read_file(path, 16ULL << 20);
  if (!text) return text.error();
  return std::optional(std::move(*text));
}

/// The file that is written to: what a link leads to, so that the link stays.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  auto real = fs::weakly_canonical(path, error);
  return error ? path : real;
}

Result<void> write(const fs::path& path, const std::string& text) {
  CODEWEAVER_TRY(make_folder(path.parent_path()));
  return base::write_user_file(path, text);
}

/// "codeweaver" where that is what the shell finds, else the program by its path.
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

class Setup {
 public:
  Setup(Session& session, const InstallCommand& command, fs::path home, Record& record)
      : session_(session), command_(command), home_(std::move(home)), record_(record) {}

  /// One file that is to hold something else. Errors: those of reading and writing it.
  Result<void> change(
      const std::string& title, const fs::path& shown,
      const std::function<Result<std::optional<std::string>>(std::string_view)>& edit) {
    const auto path = target_of(shown);
    CODEWEAVER_ASSIGN(const auto before, read_if_there(path));
    if (command_.is_removal && !before) return tell(title, shown, "is not there");
    std::optional<std::string> after;
    const auto kept = command_.is_removal ? record_.before(path, *before) : std::nullopt;
    const bool is_exact = kept.has_value();
    if (is_exact) {
      after = *kept;
    } else {
      auto edited = edit(before.value_or(""));
      if (!edited) return of_file(std::move(edited).error(), shown);
      after = std::move(*edited);
      if (!after) return tell(title, shown, "has no such entry");
    }
    if (!is_exact && before && *after == *before) return tell(title, shown, "is as it should be");
    const bool removes = command_.is_removal && (is_exact ? !after : after->empty());
    if (command_.is_dry_run)
      return tell(title, shown,
                  removes  ? "would be removed"
                  : before ? "would be changed"
                           : "would be made");
    CODEWEAVER_TRY(replace(path, before, removes ? std::nullopt : after));
    return tell(title, shown, removes ? "removed" : before ? "changed" : "made");
  }

 private:
  /// What a file was is kept before it is touched: whatever then fails, it can be put back.
  Result<void> replace(const fs::path& path, const std::optional<std::string>& before,
                       const std::optional<std::string>& after) {
    const auto known = record_;
    if (!command_.is_removal) {
      record_.note(path, before, *after);
      CODEWEAVER_TRY(record_.save());
    }
    if (after) {
      if (auto written = write(path, *after); !written) {
        record_ = known;
        CODEWEAVER_TRY(record_.save());
        return written;
      }
    } else {
      std::error_code error;
      fs::remove(path, error);
    }
    if (command_.is_removal) record_.forget(path);
    return {};
  }

  std::string shown_as(const fs::path& path) const {
    auto shown = path.string();
    if (shown.starts_with(home_.string() + '/')) shown.replace(0, home_.string().size(), "~");
    return shown;
  }

  Error of_file(Error error, const fs::path& path) const {
    error.context = "reading " + shown_as(path);
    return error;
  }

  Result<void> tell(const std::string& title, const fs::path& path, std::string_view what) {
    session_.streams().out << title << ": " << shown_as(path) << ' ' << what << '\n';
    return {};
  }

  Session& session_;
  const InstallCommand& command_;
  fs::path home_;
  Record& record_;
};

Result<std::vector<const AgentClient*>> chosen_clients(const InstallCommand& command,
                                                       const fs::path& home) {
  std::vector<const AgentClient*> chosen;
  for (const auto& id : command.clients) {
    const auto* client = find_agent_client(id);
    if (client == nullptr) {
      std::string known;
      for (const auto& each : agent_clients())
        known.append(known.empty() ? "" : ", ").append(each.id);
      return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_CLIENT",
                   "There is no client '" + id + "'", "choosing clients",
                   "Give one of " + known + "."};
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
    CODEWEAVER_ASSIGN(const auto text, with_server(*client, "", program_name(session)));
    session.streams().out << client->title << ", ~/" << client->file << ":\n" << text << '\n';
  }
  return {};
}

/// Whether all of it could be done; what could not was told.
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
                          << ". Name one to set it up all the same; --help lists them.\n";
    return true;
  }
  CODEWEAVER_ASSIGN(const auto data, session.data_dir());
  Record record(data / "installed.json");
  Setup setup(session, command, home, record);
  const auto program = program_name(session);
  bool is_done = true;
  const auto keep_going = [&](const Result<void>& done, std::string_view title) {
    if (done) return;
    session.streams().err << title << ": " << done.error().message() << '\n';
    is_done = false;
  };
  for (const auto* client : clients)
    keep_going(setup.change(std::string(client->title), home / client->file,
                            [&](std::string_view text) -> Result<std::optional<std::string>> {
                              if (command.is_removal) return without_server(*client, text);
                              auto with = with_server(*client, text, program);
                              if (!with) return with.error();
                              return std::optional(std::move(*with));
                            }),
               client->title);
  for (const auto& file : command.instructions)
    keep_going(setup.change("Instructions", session.working_directory() / file,
                            [&](std::string_view text) -> Result<std::optional<std::string>> {
                              if (command.is_removal) return without_instructions(text);
                              return std::optional(with_instructions(text));
                            }),
               file);
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
