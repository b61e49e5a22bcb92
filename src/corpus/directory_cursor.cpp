// DirectoryCursor and reads that never follow a link.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/directory_cursor.hpp"

#include <algorithm>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"

namespace codeweaver::corpus {
namespace {

std::optional<std::string> read_up_to(os::Handle file, std::size_t size) {
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const auto count = os::read_some(file, text.data() + done, size - done);
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

}  // namespace

std::optional<std::string> read_without_links(const char* path, std::uint64_t max_bytes) {
  const auto file = os::open_to_read(path, os::Links::kRefused);
  os::FileStatus status;
  if (!file.is_open() || !os::status_of(file.get(), status) || status.type != os::FileType::kFile ||
      status.size_bytes > max_bytes)
    return std::nullopt;
  return read_up_to(file.get(), static_cast<std::size_t>(status.size_bytes));
}

std::optional<std::string> read_head(os::Handle directory, const char* name,
                                     std::size_t max_bytes) {
  const auto file = os::open_to_read_at(directory, name, os::Links::kRefused);
  os::FileStatus status;
  if (!file.is_open() || !os::status_of(file.get(), status) || status.type != os::FileType::kFile)
    return std::nullopt;
  return read_up_to(file.get(), max_bytes);
}

os::Handle DirectoryCursor::move_to(std::string_view directory) {
  const auto is_parent = [&](std::string_view path) {
    return directory.starts_with(path) &&
           (directory.size() == path.size() || directory[path.size()] == '/');
  };
  while (!steps_.empty() &&
         !is_parent(std::string_view(current_).substr(0, steps_.back().path_bytes)))
    steps_.pop_back();
  current_ = directory;
  while (true) {
    const os::Handle parent = steps_.empty() ? root_.get() : steps_.back().folder.get();
    const std::size_t done = steps_.empty() ? 0 : steps_.back().path_bytes;
    if (done >= directory.size()) return parent;
    const std::size_t begin = done + (done > 0 ? 1 : 0);
    const std::size_t end = std::min(directory.find('/', begin), directory.size());
    const std::string name(directory.substr(begin, end - begin));
    auto next = os::open_folder_at(parent, name.c_str(), os::Links::kRefused);
    if (!next.is_open()) return os::kNoHandle;
    steps_.push_back({end, std::move(next)});
  }
}

}  // namespace codeweaver::corpus
