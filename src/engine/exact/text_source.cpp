// TextSource: a byte order mark at the beginning determines the encoding.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/try.hpp"
#include "corpus/text_file.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMarkBytes = 3, kMostDecoded = 512U << 20;

/// A file that was partially read ahead.
struct OpenText {
  ReadBytes read;  // null: nothing follows
  std::string ahead;
  std::size_t taken = 0;  // bytes of `ahead`
};

Error cannot_read(int error, const std::string& path) {
  return {ErrorCategory::kIo, "IO_ERROR",
          std::system_category().message(error) + " (os error " + std::to_string(error) + ")",
          "reading " + path, "Check the file and its permissions"};
}

/// Fills `out`, or reads to the end of the file.
std::ptrdiff_t read_fully(const ReadBytes& read, char* out, std::size_t size) {
  std::size_t done = 0;
  while (read && done < size) {
    const auto count = read(out + done, size - done);
    if (count < 0) return count;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<std::ptrdiff_t>(done);
}

std::ptrdiff_t read_ahead(OpenText& text, char* out, std::size_t size) {
  const std::size_t count = std::min(size, text.ahead.size() - text.taken);
  std::copy_n(text.ahead.data() + text.taken, count, out);
  text.taken += count;
  return static_cast<std::ptrdiff_t>(count);
}

ReadBytes reader_of(std::shared_ptr<OpenText> text, bool is_mapped) {
  return [text = std::move(text), is_mapped](char* out, std::size_t size) -> std::ptrdiff_t {
    if (text->taken == text->ahead.size()) return text->read ? text->read(out, size) : 0;
    const auto before = read_ahead(*text, out, size);
    if (!is_mapped) return before;
    const auto rest = read_fully(text->read, out + before, size - static_cast<std::size_t>(before));
    return rest < 0 ? rest : before + rest;
  };
}

bool is_marked_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

/// Decodes a whole UTF-16 text. Text that cannot be decoded is not changed.
Result<void> decode(OpenText& text, const std::string& path) {
  for (std::ptrdiff_t count = 1; count > 0;) {
    const std::size_t size = text.ahead.size();
    if (size > kMostDecoded) return cannot_read(EFBIG, path);
    text.ahead.resize(size + (1U << 20));
    count = read_fully(text.read, text.ahead.data() + size, text.ahead.size() - size);
    text.ahead.resize(size + static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 0)));
    if (count < 0) return cannot_read(errno, path);
  }
  if (auto decoded = corpus::decode_text(text.ahead, "")) text.ahead = std::move(*decoded);
  return {};
}

Result<os::FileStatus> status_of_text(const os::Descriptor& file, const std::string& path) {
  os::FileStatus status;
  if (!file.is_open() || !os::status_of(file.get(), status)) return cannot_read(errno, path);
  if (status.type == os::FileType::kFolder) return cannot_read(EISDIR, path);
  if (status.type != os::FileType::kFile) return cannot_read(EINVAL, path);
  return status;
}

/// The text must outlive the result.
ReadBytes reader_of_view(std::string_view text) {
  return [text](char* out, std::size_t size) mutable {
    const std::size_t count = std::min(size, text.size());
    std::memcpy(out, text.data(), count);
    text.remove_prefix(count);
    return static_cast<std::ptrdiff_t>(count);
  };
}

Result<TextSource> source_of(ReadBytes read, const std::string& path, bool is_named,
                             bool is_mapped) {
  auto text = std::make_shared<OpenText>();
  text->read = std::move(read);
  text->ahead.resize(kMarkBytes);
  const auto count = read_fully(text->read, text->ahead.data(), kMarkBytes);
  if (count < 0) return cannot_read(errno, path);
  text->ahead.resize(static_cast<std::size_t>(count));
  if (text->ahead.starts_with("\xEF\xBB\xBF")) {
    text->taken = kMarkBytes;
    is_mapped = false;
  } else if (is_marked_utf16(text->ahead)) {
    if (auto decoded = decode(*text, path); !decoded) return decoded.error();
    is_mapped = false;
  }
  TextSource source;
  source.read = reader_of(std::move(text), is_mapped);
  source.is_mapped = is_mapped;
  source.is_named = is_named;
  return source;
}

}  // namespace

Result<TextSource> open_text(const std::string& path, bool is_named, bool is_mapped) {
  auto file = std::make_shared<os::Descriptor>(os::open_to_read(path.c_str()));
  CODEWEAVER_ASSIGN(const auto status, status_of_text(*file, path));
  const auto read = [file](char* out, std::size_t size) {
    return os::read_some(file->get(), out, size);
  };
  if (status.size_bytes == 0) return source_of(read, path, is_named, is_mapped);  // as in /proc
  // A file that grows while it is read would never end: the output of this search, for example.
  const auto bounded = [read, left = status.size_bytes](char* out, std::size_t size) mutable {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
    const std::ptrdiff_t count = most == 0 ? 0 : read(out, most);
    if (count > 0) left -= static_cast<std::uint64_t>(count);
    return count;
  };
  return source_of(bounded, path, is_named, is_mapped);
}

Result<TextSource> TextFileReader::open(const std::string& path, bool is_named) {
  constexpr std::size_t kSmall = 128U << 10;
  const auto file = os::open_to_read(path.c_str());
  CODEWEAVER_ASSIGN(const auto status, status_of_text(file, path));
  if (status.size_bytes >= kSmall) return open_text(path, is_named, false);
  if (!bytes_) bytes_ = std::make_unique_for_overwrite<char[]>(kSmall);
  const auto count = os::read_some(file.get(), bytes_.get(), kSmall);
  if (count < 0) return cannot_read(errno, path);
  // Files that the system generates while they are read report no size.
  if (static_cast<std::uint64_t>(count) != status.size_bytes)
    return open_text(path, is_named, false);
  const std::string_view whole(bytes_.get(), static_cast<std::size_t>(count));
  CODEWEAVER_ASSIGN(auto source, source_of(reader_of_view(whole), path, is_named, false));
  if (!is_marked_utf16(whole)) source.whole = whole;
  return source;
}

Result<TextSource> read_text(ReadBytes read) {
  return source_of(std::move(read), "the standard input", true, false);
}

TextSource text_in_memory(std::string text, bool is_named, bool is_mapped) {
  const auto whole = std::make_shared<const std::string>(std::move(text));
  const auto read = [whole, rest = reader_of_view(*whole)](char* out, std::size_t size) {
    return rest(out, size);
  };
  return *source_of(read, "", is_named, is_mapped);
}

}  // namespace codeweaver::engine
