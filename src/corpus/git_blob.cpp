// Names that git gives to contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_blob.hpp"

#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {

std::string git_blob_id(std::string_view bytes) {
  start_git();
  git_oid id{};
  if (git_odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB) != 0) return {};
  return hex(id);
}

}  // namespace codeweaver::corpus
