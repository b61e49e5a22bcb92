// ItemSpool: keeps pushed items on disk until they are processed, to limit memory use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "codeweaver/push.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// All items are put first and then taken in the same order. The file has no name, so it disappears
/// with the object, even if the process is killed. Thread safety: none.
class ItemSpool {
 public:
  /// The file is created in `folder` with the first item.
  explicit ItemSpool(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Errors: kIo.
  Result<void> put(const PushItem& item);
  std::size_t size() const noexcept { return count_; }
  /// Returns the next item; nullopt: there are no more. Errors: kIo.
  Result<std::optional<PushItem>> take();

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  Result<void> open();
  Error failed(const char* what) const;

  std::filesystem::path folder_;
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t count_ = 0, taken_ = 0;
};

}  // namespace codeweaver::engine
