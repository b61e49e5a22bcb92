// Names that git gives to contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_blob.hpp"

#include <git2.h>

#include <array>

namespace codeweaver::corpus {

std::string git_blob_id(std::string_view bytes) {
  static const int kStarted = git_libgit2_init();  // for the process: it counts its users
  git_oid id{};
  if (kStarted < 0 || git_odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB) != 0)
    return {};
  std::array<char, GIT_OID_HEXSZ + 1> text{};
  return git_oid_tostr(text.data(), text.size(), &id);
}

}  // namespace codeweaver::corpus
