// Archive: the one place that includes libzip.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/archive.hpp"

#include <zip.h>

#include <utility>

#include "document/errors.hpp"

namespace codeweaver::document {
namespace {

// The container of documents with a password, and of those of the last century.
constexpr std::string_view kCompoundFile = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

}  // namespace

struct Archive::Impl {
  zip_t* zip = nullptr;
  std::uint64_t max_part_bytes = 0;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (zip != nullptr) ::zip_discard(zip);
  }
};

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

Result<Archive> Archive::open(std::string_view bytes, std::uint64_t max_part_bytes) {
  if (bytes.starts_with(kCompoundFile)) return encrypted();
  auto impl = std::make_unique<Impl>();
  impl->max_part_bytes = max_part_bytes;
  zip_error_t why{};
  zip_source_t* source = ::zip_source_buffer_create(bytes.data(), bytes.size(), 0, &why);
  if (source == nullptr) return corrupt("it cannot be opened");
  impl->zip = ::zip_open_from_source(source, ZIP_RDONLY, &why);
  if (impl->zip == nullptr) {
    ::zip_source_free(source);
    return corrupt("it is no archive");
  }
  return Archive(std::move(impl));
}

Result<std::optional<std::string>> Archive::read(const std::string& name) {
  zip_stat_t entry;
  ::zip_stat_init(&entry);
  if (::zip_stat(impl_->zip, name.c_str(), 0, &entry) != 0) return std::optional<std::string>();
  if ((entry.valid & ZIP_STAT_SIZE) == 0) return corrupt(name + " has no size");
  if ((entry.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && entry.encryption_method != ZIP_EM_NONE)
    return encrypted();
  if (entry.size > impl_->max_part_bytes)
    return too_large(name + " unpacks to more than", impl_->max_part_bytes);
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      ::zip_fopen(impl_->zip, name.c_str(), 0), ::zip_fclose);
  if (!file) return corrupt(name + " cannot be unpacked");
  std::string text(entry.size, '\0');
  if (::zip_fread(file.get(), text.data(), text.size()) != static_cast<zip_int64_t>(entry.size))
    return corrupt(name + " ends too early");
  return std::optional(std::move(text));
}

Result<std::string> Archive::need(const std::string& name) {
  auto part = read(name);
  if (!part) return part.error();
  if (!*part) return corrupt("it has no " + name);
  return **std::move(part);
}

}  // namespace codeweaver::document
