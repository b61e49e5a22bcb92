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

/// All of a regular file that is no link; nullopt: absent, a link, too large or unreadable.
std::optional<std::string> read_without_links(const char* path, std::uint64_t max_bytes);

/// At most `max_bytes` from the start of a regular file that is no link; nullopt: unreadable.
std::optional<std::string> read_head(os::Handle directory, const char* name, std::size_t max_bytes);

/// Opens folders below a root one after the other, going only through real directories; cheap
/// when consecutive folders share parents.
class DirectoryCursor {
 public:
  explicit DirectoryCursor(os::Descriptor root) : root_(std::move(root)) {}
  /// A folder relative to the root ("" is the root), valid until the next call;
  /// negative with errno set: it does not exist or lies behind a link.
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
