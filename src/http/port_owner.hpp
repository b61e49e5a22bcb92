// Finds the process that listens on a TCP port of this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace codeweaver::http {

struct PortOwner {
  int process_id = 0;
  std::string name;  ///< as the system shows it, at most 15 bytes
};

/// The owner according to /proc; nullopt if it is not visible, as for processes of other users.
std::optional<PortOwner> find_port_owner(std::uint16_t port);

}  // namespace codeweaver::http
