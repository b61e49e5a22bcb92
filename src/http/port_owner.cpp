// Reads the tables of listening sockets, then the descriptors of processes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/port_owner.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

namespace codeweaver::http {
namespace {

namespace fs = std::filesystem;

/// "socket:[inode]" of each socket that listens on the port.
std::set<std::string> listening_sockets(std::uint16_t port) {
  std::set<std::string> sockets;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream lines(table);
    std::string line;
    std::getline(lines, line);  // names of the columns
    while (std::getline(lines, line)) {
      // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode
      constexpr std::size_t kColumns = 10;
      std::array<std::string, kColumns> columns;
      std::istringstream words(line);
      for (std::string& column : columns) words >> column;
      const std::size_t colon = columns[1].rfind(':');
      if (!words || colon == std::string::npos || columns[3] != "0A") continue;
      if (std::stoul(columns[1].substr(colon + 1), nullptr, 16) == port) {
        sockets.insert("socket:[" + columns[9] + "]");
      }
    }
  }
  return sockets;
}

bool holds_one_of(const fs::path& process, const std::set<std::string>& sockets) {
  std::error_code error;
  for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (sockets.count(fs::read_symlink(entry->path(), unreadable).string()) != 0) return true;
  }
  return false;
}

}  // namespace

std::optional<PortOwner> find_port_owner(std::uint16_t port) {
  const std::set<std::string> sockets = listening_sockets(port);
  if (sockets.empty()) return std::nullopt;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string id = entry->path().filename().string();
    const bool is_process =
        std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_process || !holds_one_of(entry->path(), sockets)) continue;
    PortOwner holder{std::stoi(id), {}};
    std::ifstream name(entry->path() / "comm");
    std::getline(name, holder.name);
    return holder;
  }
  return std::nullopt;
}

}  // namespace codeweaver::http
