// States of files below a folder (private), read by other threads while more paths arrive.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/os/descriptor.hpp"
#include "corpus/discovery.hpp"

namespace codeweaver::corpus {

/// Size and times of a file.
struct FileState {
  std::uint64_t size_bytes = 0;
  FileTimes times;
  bool is_file = false;  ///< false: not a file, missing, or unreadable
  int error = 0;         ///< an errno value: why the state could not be read
};

/// Collects paths and reads their states in batches. Cost: about 1 microsecond per path, on one of
/// up to four threads. Thread safety: none.
class FileStates {
 public:
  /// `root`: an open folder that outlives this. Paths are relative to it.
  explicit FileStates(os::Handle root) : root_(root) {}
  FileStates(const FileStates&) = delete;
  FileStates& operator=(const FileStates&) = delete;
  ~FileStates();

  void add(std::string_view path);
  /// Calls `visit` for each path, in the order of add(). Must be the last call.
  void finish(const std::function<void(const char* path, const FileState&)>& visit);

 private:
  struct Part {
    std::string paths;                // zero-terminated
    std::vector<std::size_t> begins;  // start of each path in `paths`
    std::vector<FileState> states;
  };
  void look_at(Part& part) const;
  void look_at_parts();
  void hand_out();

  os::Handle root_;
  Part next_;  // the batch being filled
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Part> parts_;  // guarded by mutex_, except for a part that a thread has taken
  std::size_t taken_ = 0;   // guarded by mutex_; the number of parts done or in progress
  bool is_over_ = false;    // guarded by mutex_; no more parts will come
  std::vector<std::jthread> threads_;
};

}  // namespace codeweaver::corpus
