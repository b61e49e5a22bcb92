// Git's object ids of file contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_blob.hpp"

#include "base/sha1.hpp"

namespace codeweaver::corpus {

std::string git_blob_id(std::string_view bytes) {
  base::Sha1 hash;
  hash.add("blob " + std::to_string(bytes.size()));
  hash.add(std::string_view("\0", 1));
  hash.add(bytes);
  return hash.hex();
}

}  // namespace codeweaver::corpus
