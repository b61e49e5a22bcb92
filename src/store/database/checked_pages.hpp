// Checked pages: a layer below SQLite that tells when the disk gives back what was not written.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::store {

/// So many bytes at the end of each page hold its checksum, in files that reserve them.
inline constexpr int kPageChecksumBytes = 8;

/// Name of the VFS for sqlite3_open_v2, registered by the first call; null: SQLite has no VFS.
/// In a file whose header reserves kPageChecksumBytes a page, each page that is written to the file
/// gets its checksum, seeded with its place, and each that is read is compared with it: a page that
/// differs is SQLITE_IOERR_DATA, unless it came from the log by another program. Other files, and
/// the log, pass through as they are. Cost: about 1 us a page of 16 KB. Thread safety: any.
const char* checked_pages();

}  // namespace codeweaver::store
