// DirectoryCursor and reads that never follow a link, on the POSIX *at calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/directory_cursor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace codeweaver::corpus {
namespace {

constexpr int kReadFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

std::optional<std::string> read_up_to(int file, std::size_t size) {
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = read(file, text.data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

}  // namespace

std::optional<std::string> read_without_links(const char* path, std::uint64_t max_bytes) {
  const auto file = base::open_descriptor(path, kReadFlags);
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) > max_bytes)
    return std::nullopt;
  return read_up_to(file.get(), static_cast<std::size_t>(status.st_size));
}

std::optional<std::string> read_head(int directory, const char* name, std::size_t max_bytes) {
  const auto file = base::open_descriptor_at(directory, name, kReadFlags);
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return read_up_to(file.get(), max_bytes);
}

int DirectoryCursor::move_to(std::string_view directory) {
  const auto is_parent = [&](std::string_view path) {
    return directory.starts_with(path) &&
           (directory.size() == path.size() || directory[path.size()] == '/');
  };
  while (!steps_.empty() &&
         !is_parent(std::string_view(current_).substr(0, steps_.back().path_bytes)))
    steps_.pop_back();
  current_ = directory;
  while (true) {
    const int parent = steps_.empty() ? root_.get() : steps_.back().folder.get();
    const std::size_t done = steps_.empty() ? 0 : steps_.back().path_bytes;
    if (done >= directory.size()) return parent;
    const std::size_t begin = done + (done > 0 ? 1 : 0);
    const std::size_t end = std::min(directory.find('/', begin), directory.size());
    const std::string name(directory.substr(begin, end - begin));
    auto next = base::open_descriptor_at(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (!next.is_open()) return -1;
    steps_.push_back({end, std::move(next)});
  }
}

}  // namespace codeweaver::corpus
