// Checked pages: a layer below SQLite that detects pages which the disk returns changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::store {

/// Bytes at the end of each page that hold its checksum, in files that reserve them.
inline constexpr int kPageChecksumBytes = 8;

/// Name of the VFS for sqlite3_open_v2; the first call registers it. Null: SQLite has no VFS.
/// It handles files with kPageChecksumBytes reserved per page in their header. Each page written to
/// the file gets a checksum, seeded with its position; each page read is compared with its
/// checksum. A page that differs gives SQLITE_IOERR_DATA, unless another program copied it from the
/// log. Other files, and the log, pass through unchanged. Cost: about 1 us per page of 16 KB.
/// Thread safety: any thread.
const char* checked_pages();

}  // namespace codeweaver::store
