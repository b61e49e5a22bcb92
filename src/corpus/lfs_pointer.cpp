// Pointers of git-lfs, by its specification.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/lfs_pointer.hpp"

#include <cstddef>

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kMaxLfsPointerBytes = 1024;

}  // namespace

bool is_lfs_pointer(std::string_view bytes) noexcept {
  return bytes.size() <= kMaxLfsPointerBytes &&
         bytes.starts_with("version https://git-lfs.github.com/spec/") &&
         bytes.find("\noid sha256:") != std::string_view::npos;
}

}  // namespace codeweaver::corpus
