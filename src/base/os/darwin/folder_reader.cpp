// FolderReader on getattrlistbulk(2), which returns names and types of many entries per call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/folder_reader.hpp"

#include <sys/attr.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace codeweaver::os {
namespace {

/// Reads the fields of an entry one after the other. They are aligned to four bytes only.
class Fields {
 public:
  explicit Fields(const char* at) noexcept : at_(at) {}
  template <class Field>
  Field take() noexcept {
    Field field{};
    std::memcpy(&field, at_, sizeof field);
    at_ += sizeof field;
    return field;
  }
  const char* at() const noexcept { return at_; }

 private:
  const char* at_;
};

attrlist what_is_asked() noexcept {
  attrlist asked{};
  asked.bitmapcount = ATTR_BIT_MAP_COUNT;
  asked.commonattr = ATTR_CMN_RETURNED_ATTRS | ATTR_CMN_ERROR | ATTR_CMN_NAME | ATTR_CMN_OBJTYPE;
  return asked;
}

/// The numbers of sys/vnode.h, a header of the kernel.
FileType type_of(fsobj_type_t type) noexcept {
  constexpr fsobj_type_t kRegular = 1, kDirectory = 2, kSymbolicLink = 5;
  switch (type) {
    case kRegular:
      return FileType::kFile;
    case kDirectory:
      return FileType::kFolder;
    case kSymbolicLink:
      return FileType::kLink;
    default:
      return FileType::kOther;
  }
}

}  // namespace

bool FolderReader::fill() noexcept {
  auto asked = what_is_asked();
  const int count = ::getattrlistbulk(folder_, &asked, buffer_.data(), buffer_.size(), 0);
  if (count < 0) error_ = errno;
  at_ = 0;
  end_ = 0;
  for (int i = 0; i < count; ++i) end_ += Fields(buffer_.data() + end_).take<std::uint32_t>();
  return count > 0;
}

bool FolderReader::next(Entry& entry) noexcept {
  for (;;) {
    if (at_ == end_ && !fill()) return false;
    Fields fields(buffer_.data() + at_);
    at_ += fields.take<std::uint32_t>();
    // Attributes that the kernel could not read are missing.
    const auto told = fields.take<attribute_set_t>().commonattr;
    if ((told & ATTR_CMN_ERROR) != 0) fields.take<std::uint32_t>();
    if ((told & ATTR_CMN_NAME) == 0) continue;
    const char* const name = fields.at();
    entry.name = name + fields.take<attrreference_t>().attr_dataoffset;
    FileStatus status;
    if ((told & ATTR_CMN_OBJTYPE) != 0)
      status.type = type_of(fields.take<fsobj_type_t>());
    else
      status_at(folder_, entry.name.data(), status);
    entry.type = status.type;
    return true;
  }
}

}  // namespace codeweaver::os
