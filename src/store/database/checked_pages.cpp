// The VFS of checked pages: the system's VFS, with a wrapper around database files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/checked_pages.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include "base/hash.hpp"

namespace codeweaver::store {
namespace {

constexpr const char* kName = "codeweaver-checked-pages";
constexpr int kHeaderBytes = 100;  // of a database file, at the start of its first page
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
/// The value that buffers, and so the log, contain in place of the checksum. A program without
/// checksums, such as sqlite3, may fold the log in when it closes the database; then the file
/// contains this value, too.
constexpr std::uint64_t kNone = 0x656e6f6e'20637763;
/// New pages have zeros in place of the checksum. So does a page with a lost end; but SQLite fills
/// pages from the end.
constexpr std::size_t kFilledEnd = 512;

/// SQLite allocates szOsFile bytes for it: this struct, then the file of the system's VFS.
struct File {
  sqlite3_file base;  // first, because SQLite uses it
  int page_bytes;     // 0: not known yet
  bool is_checked;

  sqlite3_file* inner() noexcept { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
static_assert(offsetof(File, base) == 0);
// SQLite aligns files to 8 bytes, and the inner file follows this struct.
static_assert(alignof(File) <= 8 && sizeof(File) % 8 == 0);

File& of(sqlite3_file* file) noexcept {
  return *reinterpret_cast<File*>(file);
}
const sqlite3_io_methods& methods_of(sqlite3_file* file) noexcept {
  return *file->pMethods;
}

/// Reads the page layout from the header of a database.
void read_layout(File& file, const unsigned char* header) noexcept {
  if (std::memcmp(header, kMagic.data(), kMagic.size()) != 0) return;
  const int size = header[16] << 8 | header[17];
  file.page_bytes = size == 1 ? 65536 : size;
  file.is_checked = header[20] == kPageChecksumBytes;
}

/// A connection may open the file while it is still empty, and another one may fill it.
void find_layout(File& file) noexcept {
  if (file.page_bytes != 0) return;
  unsigned char header[kHeaderBytes];
  sqlite3_file* inner = file.inner();
  if (methods_of(inner).xRead(inner, header, sizeof header, 0) == SQLITE_OK)
    read_layout(file, header);
}

bool is_checked_page(const File& file, int amount, sqlite3_int64 offset) noexcept {
  return file.is_checked && amount == file.page_bytes && offset % amount == 0;
}

std::uint64_t checksum_of(const void* page, int amount, sqlite3_int64 offset) noexcept {
  const auto bytes = static_cast<std::size_t>(amount - kPageChecksumBytes);
  const auto number = static_cast<std::uint64_t>(offset / amount) + 1;
  return base::hash64({static_cast<const char*>(page), bytes}, number);
}

/// Whether a program without checksums wrote the page.
bool is_of_others(const void* page, int amount, std::uint64_t stored) noexcept {
  if (stored != 0) return stored == kNone;
  const std::string_view bytes(static_cast<const char*>(page),
                               static_cast<std::size_t>(amount - kPageChecksumBytes));
  return bytes.substr(bytes.size() - kFilledEnd).find_first_not_of('\0') != bytes.npos;
}

int close_file(sqlite3_file* file) {
  sqlite3_file* inner = of(file).inner();
  return inner->pMethods != nullptr ? methods_of(inner).xClose(inner) : SQLITE_OK;
}

int read(sqlite3_file* file, void* out, int amount, sqlite3_int64 offset) {
  File& self = of(file);
  const int status = methods_of(self.inner()).xRead(self.inner(), out, amount, offset);
  if (status != SQLITE_OK) return status;
  if (offset == 0 && amount >= kHeaderBytes)
    read_layout(self, static_cast<const unsigned char*>(out));
  else
    find_layout(self);
  if (!is_checked_page(self, amount, offset)) return SQLITE_OK;
  char* const place = static_cast<char*>(out) + amount - kPageChecksumBytes;
  std::uint64_t stored = 0;
  std::memcpy(&stored, place, sizeof stored);
  if (stored != checksum_of(out, amount, offset) && !is_of_others(out, amount, stored))
    return SQLITE_IOERR_DATA;
  std::memcpy(place, &kNone, sizeof kNone);
  return SQLITE_OK;
}

int write(sqlite3_file* file, const void* bytes, int amount, sqlite3_int64 offset) {
  File& self = of(file);
  if (offset == 0 && amount >= kHeaderBytes)
    read_layout(self, static_cast<const unsigned char*>(bytes));
  else
    find_layout(self);
  if (is_checked_page(self, amount, offset)) {
    const std::uint64_t checksum = checksum_of(bytes, amount, offset);
    // Safe to change: SQLite does not use these bytes of its write buffer.
    std::memcpy(static_cast<char*>(const_cast<void*>(bytes)) + amount - kPageChecksumBytes,
                &checksum, sizeof checksum);
  }
  return methods_of(self.inner()).xWrite(self.inner(), bytes, amount, offset);
}

int device_characteristics(sqlite3_file* file) {
  constexpr int kReadsParts = 0x8000;  // SQLITE_IOCAP_SUBPAGE_READ; parts of pages have no checksum
  sqlite3_file* inner = of(file).inner();
  return methods_of(inner).xDeviceCharacteristics(inner) & ~kReadsParts;
}

/// Calls the same method of the inner file.
template <auto Method, class... Args>
int pass_on(sqlite3_file* file, Args... args) {
  sqlite3_file* inner = of(file).inner();
  return (methods_of(inner).*Method)(inner, args...);
}

void pass_barrier_on(sqlite3_file* file) {
  sqlite3_file* inner = of(file).inner();
  methods_of(inner).xShmBarrier(inner);
}

/// Version 2 has no memory-mapped reads, which would bypass the comparison.
const sqlite3_io_methods& methods() {
  static const sqlite3_io_methods made = [] {
    using Io = sqlite3_io_methods;
    Io out{};
    out.iVersion = 2;
    out.xClose = close_file;
    out.xRead = read;
    out.xWrite = write;
    out.xTruncate = pass_on<&Io::xTruncate, sqlite3_int64>;
    out.xSync = pass_on<&Io::xSync, int>;
    out.xFileSize = pass_on<&Io::xFileSize, sqlite3_int64*>;
    out.xLock = pass_on<&Io::xLock, int>;
    out.xUnlock = pass_on<&Io::xUnlock, int>;
    out.xCheckReservedLock = pass_on<&Io::xCheckReservedLock, int*>;
    out.xFileControl = pass_on<&Io::xFileControl, int, void*>;
    out.xSectorSize = pass_on<&Io::xSectorSize>;
    out.xDeviceCharacteristics = device_characteristics;
    out.xShmMap = pass_on<&Io::xShmMap, int, int, int, void volatile**>;
    out.xShmLock = pass_on<&Io::xShmLock, int, int, int>;
    out.xShmBarrier = pass_barrier_on;
    out.xShmUnmap = pass_on<&Io::xShmUnmap, int>;
    return out;
  }();
  return made;
}

sqlite3_vfs* system_vfs = nullptr;  // set once, before our VFS is registered

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0)
    return system_vfs->xOpen(system_vfs, name, file, flags, out_flags);
  File* self = new (file) File{};
  const int status = system_vfs->xOpen(system_vfs, name, self->inner(), flags, out_flags);
  // Set even if opening failed: SQLite closes files that have methods.
  if (self->inner()->pMethods != nullptr) self->base.pMethods = &methods();
  return status;
}

}  // namespace

const char* checked_pages() {
  static const char* const name = []() -> const char* {
    system_vfs = sqlite3_vfs_find(nullptr);
    if (system_vfs == nullptr) return nullptr;
    static sqlite3_vfs made = *system_vfs;
    made.szOsFile += static_cast<int>(sizeof(File));
    made.pNext = nullptr;
    made.zName = kName;
    made.xOpen = open_file;
    return sqlite3_vfs_register(&made, 0) == SQLITE_OK ? kName : nullptr;
  }();
  return name;
}

}  // namespace codeweaver::store
