// DirectoryCursor and reads that never follow a link. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/os/descriptor.hpp"

namespace codeweaver::corpus {

/// The content of a regular file; nullopt: missing, a link, too large or unreadable.
std::optional<std::string> read_without_links(const char* path, std::uint64_t max_bytes);

/// At most `max_bytes` from the start of a regular file; nullopt: a link or unreadable.
std::optional<std::string> read_head(os::Handle directory, const char* name, std::size_t max_bytes);

/// Opens folders below a root one after the other, without following links. It is cheap if
/// consecutive folders share parents.
class DirectoryCursor {
 public:
  explicit DirectoryCursor(os::Descriptor root) : root_(std::move(root)) {}
  /// Opens a folder relative to the root ("" is the root). The handle is valid until the next call.
  /// Negative, with errno set: the folder does not exist or is behind a link.
  os::Handle move_to(std::string_view directory);

 private:
  struct Step {
    std::size_t path_bytes;
    os::Descriptor folder;
  };
  os::Descriptor root_;
  std::string current_;
  std::vector<Step> steps_;
};

}  // namespace codeweaver::corpus
