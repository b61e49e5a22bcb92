// Pushed items as JSON, each preceded by its length.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/item_spool.hpp"

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "base/os/files.hpp"
#include "base/try.hpp"
#include "json/push_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::engine {

Error ItemSpool::failed(const char* what) const {
  return {ErrorCategory::kIo, "IO",
          std::string(what) + " a temporary file in " + folder_.string() + ": " +
              std::generic_category().message(errno),
          "storing pushed items", "Check the disk and the permissions of that folder."};
}

Result<void> ItemSpool::open() {
  file_.reset(os::open_unnamed(folder_.string()));
  return file_ ? Result<void>() : failed("Cannot make");
}

Result<void> ItemSpool::put(const PushItem& item) {
  if (!file_)
    if (auto opened = open(); !opened) return opened;
  const std::string text = json::dump(json::to_json(item));
  const std::uint64_t size = text.size();
  const bool is_written = std::fwrite(&size, sizeof size, 1, file_.get()) == 1 &&
                          std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!is_written) return failed("Cannot write");
  ++count_;
  return {};
}

Result<std::optional<PushItem>> ItemSpool::take() {
  if (taken_ == count_) return std::optional<PushItem>{};
  if (taken_ == 0 && (std::fflush(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_SET) != 0))
    return failed("Cannot write");
  std::uint64_t size = 0;
  std::string text;
  bool is_read = std::fread(&size, sizeof size, 1, file_.get()) == 1;
  if (is_read) {
    text.resize(size);
    is_read = std::fread(text.data(), 1, text.size(), file_.get()) == text.size();
  }
  if (!is_read) return failed("Cannot read");
  ++taken_;
  CODEWEAVER_ASSIGN(const auto value, json::parse(text));
  CODEWEAVER_ASSIGN(auto item, json::read_push_item(value));
  return std::optional(std::move(item));
}

}  // namespace codeweaver::engine
