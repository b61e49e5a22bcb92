// NewFile: a unique temporary name, positioned writes, and the rename at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/new_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/os/file_status.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"

namespace codeweaver::base {
namespace {

/// A name next to `path` that no other writer uses.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::random_device random;
  char suffix[24];
  std::snprintf(suffix, sizeof suffix, ".%08x%08x.tmp", random(), random());
  std::filesystem::path name = path;
  return name += suffix;
}

/// Makes a rename to `path` survive a power cut.
Result<void> sync_folder_of(const std::filesystem::path& path) {
  const auto parent = path.parent_path();
  const std::filesystem::path folder = parent.empty() ? "." : parent;
  const int error = os::sync_folder(folder.c_str());
  return error == 0 ? Result<void>() : os_error("Cannot sync", folder, error);
}

}  // namespace

Result<NewFile> NewFile::create(const std::filesystem::path& near) {
  return create_with(near, os::Rights::kOwner);
}

Result<NewFile> NewFile::create_like(const std::filesystem::path& path) {
  os::FileStatus status;
  const bool is_there = os::status_of(path.c_str(), status);
  auto file = create_with(path, is_there ? os::Rights::kOwner : os::Rights::kUsual);
  if (!file || !is_there) return file;
  if (const int error = os::copy_rights(path.c_str(), file->descriptor_.get()); error != 0)
    return os_error("Cannot set the permissions of", file->path_, error);
  return file;
}

Result<NewFile> NewFile::create_with(const std::filesystem::path& near, os::Rights rights) {
  auto path = temporary_name(near);
  auto file = os::create_file(path.c_str(), rights);
  if (!file.is_open()) return os_error("Cannot create", path, errno);
  return NewFile(std::move(path), std::move(file));
}

/// Bytes aligned to a cache line.
class NewFile::Memory {
 public:
  std::string_view bytes() const noexcept { return {data(), size_}; }
  void resize(std::size_t bytes) {
    lines_.resize((bytes + sizeof(Line) - 1) / sizeof(Line));
    size_ = bytes;
  }
  void write(std::size_t offset, std::string_view bytes) {
    if (offset + bytes.size() > size_) resize(offset + bytes.size());
    if (!bytes.empty()) std::memcpy(lines_.data()->data() + offset, bytes.data(), bytes.size());
  }

 private:
  struct alignas(64) Line : std::array<char, 64> {};
  const char* data() const noexcept { return reinterpret_cast<const char*>(lines_.data()); }

  std::vector<Line> lines_;
  std::size_t size_ = 0;
};

NewFile NewFile::create_in_memory(const std::filesystem::path& name) {
  NewFile out(name, {});
  out.memory_ = std::make_shared<Memory>();
  return out;
}

/// Copies the memory if maps use it, so that they keep their bytes.
NewFile::Memory& NewFile::own_memory() {
  if (memory_.use_count() > 1) memory_ = std::make_shared<Memory>(*memory_);
  return *memory_;
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      descriptor_(std::move(other.descriptor_)),
      memory_(std::move(other.memory_)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  NewFile taken(std::move(other));
  std::swap(path_, taken.path_);
  std::swap(descriptor_, taken.descriptor_);
  std::swap(memory_, taken.memory_);
  return *this;
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!path_.empty() && !memory_) std::filesystem::remove(path_, ignored);
}

Result<void> NewFile::write(std::uint64_t offset, std::string_view bytes) {
  if (memory_) {
    own_memory().write(static_cast<std::size_t>(offset), bytes);
    return {};
  }
  while (!bytes.empty()) {
    const auto written = os::write_at(descriptor_.get(), offset, bytes.data(), bytes.size());
    if (written < 0) return os_error("Cannot write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> NewFile::read(std::uint64_t offset, std::span<char> out) const {
  if (memory_) {
    const auto all = memory_->bytes();
    if (offset > all.size() || out.size() > all.size() - offset)
      return os_error("Cannot read", path_, EIO);
    std::ranges::copy(all.substr(static_cast<std::size_t>(offset), out.size()), out.begin());
    return {};
  }
  while (!out.empty()) {
    const auto got = os::read_at(descriptor_.get(), offset, out.data(), out.size());
    if (got <= 0) return os_error("Cannot read", path_, got < 0 ? errno : EIO);
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<void> NewFile::resize(std::uint64_t bytes) {
  if (memory_) {
    own_memory().resize(static_cast<std::size_t>(bytes));
    return {};
  }
  const int error = os::resize_file(descriptor_.get(), bytes);
  return error == 0 ? Result<void>() : os_error("Cannot resize", path_, error);
}

Result<MappedFile> NewFile::map() const {
  if (memory_) return MappedFile::of(memory_, memory_->bytes());
  return MappedFile::of(descriptor_.get(), path_);
}

Result<void> NewFile::sync() {
  if (memory_) return {};
  const int error = os::sync_file(descriptor_.get());
  return error == 0 ? Result<void>() : os_error("Cannot sync", path_, error);
}

Result<void> NewFile::move_to(const std::filesystem::path& path, Durability durability) {
  if (descriptor_.close() != 0) return os_error("Cannot close", path_, errno);
  if (const int error = os::replace_file(path_.c_str(), path.c_str()); error != 0)
    return os_error("Cannot replace", path, error);
  path_.clear();
  return durability == Durability::kNone ? Result<void>() : sync_folder_of(path);
}

namespace {

/// Whether both are the same file with the same content. Renames change the last member.
bool is_same_content(const FileIdentity& a, const FileIdentity& b) {
  return a.inode == b.inode && a.size_bytes == b.size_bytes && a.mtime_ns == b.mtime_ns;
}

}  // namespace

Result<bool> NewFile::move_over(const std::filesystem::path& path,
                                const std::optional<FileIdentity>& replaced) {
  CODEWEAVER_ASSIGN(FileIdentity put, identity_of(path_));
  const int error = replaced ? os::exchange_files(path_.c_str(), path.c_str())
                             : os::rename_if_free(path_.c_str(), path.c_str());
  if (error == ENOTSUP) {
    CODEWEAVER_TRY(move_to(path));
    return true;
  }
  if (error == (replaced ? ENOENT : EEXIST)) return false;
  if (error != 0) return os_error("Cannot replace", path, error);
  bool is_own = true;
  if (replaced) {
    CODEWEAVER_ASSIGN(is_own, keep_newest(path, *replaced, put));
  } else {
    path_.clear();
  }
  CODEWEAVER_TRY(sync_folder_of(path));
  return is_own;
}

/// Checks the file that was at `path`, which path_ names now. If it is not `known`, another program
/// has replaced it: exchanges the names again. Repeats this until no program wrote in between, so
/// the newest file stays at `path`.
Result<bool> NewFile::keep_newest(const std::filesystem::path& path, FileIdentity known,
                                  FileIdentity put) {
  bool is_own = true;
  for (;; is_own = false) {
    CODEWEAVER_ASSIGN(const FileIdentity taken, identity_of(path_));
    if (is_same_content(taken, known)) return is_own;
    if (const int error = os::exchange_files(path_.c_str(), path.c_str()); error != 0) {
      path_.clear();  // keeps the other program's file, under its temporary name
      return os_error("Cannot replace", path, error);
    }
    known = std::exchange(put, taken);
  }
}

namespace {

/// Whether `name` has the form of temporary_name(): "NAME.0123456789abcdef.tmp".
bool is_temporary(std::string_view name) {
  constexpr std::string_view kEnding = ".tmp";
  constexpr std::size_t kDigits = 16;
  if (name.size() < kEnding.size() + kDigits + 1 || !name.ends_with(kEnding)) return false;
  name.remove_suffix(kEnding.size());
  const auto digits = name.substr(name.size() - kDigits);
  return name[name.size() - kDigits - 1] == '.' &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::size_t remove_left_over(const std::filesystem::path& folder, std::chrono::seconds age) {
  const auto before = std::filesystem::file_time_type::clock::now() - age;
  std::size_t removed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (!is_temporary(it->path().filename().string())) continue;
    std::error_code ignored;
    if (!it->is_regular_file(ignored) || it->last_write_time(ignored) > before) continue;
    removed += std::filesystem::remove(it->path(), ignored) ? 1 : 0;
  }
  return removed;
}

}  // namespace codeweaver::base
