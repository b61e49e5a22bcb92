// Archive: the only file that includes libzip.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/archive.hpp"

#include <zip.h>

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "document/errors.hpp"

namespace codeweaver::document {
namespace {

// The container of password-protected documents, and of the binary formats before 2007.
constexpr std::string_view kCompoundFile = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

// libzip allocates an entry for each part, even if the part is not read.
constexpr std::size_t kMaxParts = 65'535;
constexpr std::size_t kPartEntryBytes = 46;  // minimum entry size in the directory at the end

bool has_too_many_parts(std::string_view bytes) {
  constexpr std::string_view kSignature = "PK\x01\x02";
  if (bytes.size() / kPartEntryBytes <= kMaxParts) return false;
  std::size_t count = 0;
  for (auto at = bytes.find(kSignature); at != std::string_view::npos && count <= kMaxParts;
       at = bytes.find(kSignature, at + kSignature.size()))
    ++count;
  return count > kMaxParts;
}

}  // namespace

struct Archive::Impl {
  zip_t* zip = nullptr;
  Budget& budget;

  explicit Impl(Budget& given) : budget(given) {}
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

Result<Archive> Archive::open(std::string_view bytes, Budget& budget) {
  if (bytes.starts_with(kCompoundFile)) return encrypted();
  if (has_too_many_parts(bytes)) return too_large("its archive has more than", kMaxParts, " parts");
  auto impl = std::make_unique<Impl>(budget);
  zip_error_t why{};
  zip_source_t* source = ::zip_source_buffer_create(bytes.data(), bytes.size(), 0, &why);
  if (source == nullptr) return corrupt("it cannot be opened");
  impl->zip = ::zip_open_from_source(source, ZIP_RDONLY, &why);
  if (impl->zip == nullptr) {
    ::zip_source_free(source);
    return corrupt("it is not a ZIP archive");
  }
  return Archive(std::move(impl));
}

Result<std::optional<std::string>> Archive::read(const std::string& name) {
  zip_stat_t entry;
  ::zip_stat_init(&entry);
  if (::zip_stat(impl_->zip, name.c_str(), 0, &entry) != 0) return std::optional<std::string>();
  if ((entry.valid & ZIP_STAT_SIZE) == 0) return corrupt(name + " does not state its size");
  if ((entry.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && entry.encryption_method != ZIP_EM_NONE)
    return encrypted();
  const auto part_bytes = impl_->budget.limits().part_bytes;
  if (entry.size > part_bytes) return too_large(name + " unpacks to more than", part_bytes);
  CODEWEAVER_TRY(impl_->budget.take_unpacked(entry.size));
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      ::zip_fopen(impl_->zip, name.c_str(), 0), ::zip_fclose);
  if (!file) return corrupt(name + " cannot be unpacked");
  std::string text(entry.size, '\0');
  constexpr std::size_t kPieceBytes = 1U << 20;
  for (std::size_t at = 0; at < text.size();) {
    CODEWEAVER_TRY(impl_->budget.check());
    const auto wanted = std::min(kPieceBytes, text.size() - at);
    const auto count = ::zip_fread(file.get(), text.data() + at, wanted);
    if (count <= 0) return corrupt(name + " is truncated");
    at += static_cast<std::size_t>(count);
  }
  return std::optional(std::move(text));
}

Budget& Archive::budget() const noexcept {
  return impl_->budget;
}

Result<std::string> Archive::need(const std::string& name) {
  auto part = read(name);
  if (!part) return part.error();
  if (!*part) return corrupt("it has no " + name);
  return **std::move(part);
}

}  // namespace codeweaver::document
