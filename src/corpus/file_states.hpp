// States of files below a folder (private), asked for on other cores while more of them come.
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

/// Size and times of what lies at a path.
struct FileState {
  std::uint64_t size_bytes = 0;
  FileTimes times;
  bool is_file = false;  ///< else it is something else, gone, or cannot be asked for
  int error = 0;         ///< why it cannot be asked for, an errno value
};

/// Collects paths and asks for them in parts. Cost: about 1 microsecond a path, on one of up to
/// four threads. Not for concurrent use.
class FileStates {
 public:
  /// `root`: an open folder that outlives this; the paths are relative to it.
  explicit FileStates(os::Handle root) : root_(root) {}
  FileStates(const FileStates&) = delete;
  FileStates& operator=(const FileStates&) = delete;
  ~FileStates();

  void add(std::string_view path);
  /// Tells of each path, in the order in which they came; the last call.
  void finish(const std::function<void(const char* path, const FileState&)>& visit);

 private:
  struct Part {
    std::string paths;                // each with a zero byte
    std::vector<std::size_t> begins;  // of the paths
    std::vector<FileState> states;
  };
  void look_at(Part& part) const;
  void look_at_parts();
  void hand_out();

  os::Handle root_;
  Part next_;  // still filled
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Part> parts_;  // guarded by mutex_, but for a part that a thread has taken
  std::size_t taken_ = 0;   // guarded by mutex_; as many parts are done or under way
  bool is_over_ = false;    // guarded by mutex_; no more parts come
  std::vector<std::jthread> threads_;
};

}  // namespace codeweaver::corpus
