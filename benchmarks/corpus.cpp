// Creates the corpus by copying or generating.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus.hpp"

#include "corpus/discovery.hpp"
#include "generated_tree.hpp"
#include "harness.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kGeneratedFiles = 600;

namespace fs = std::filesystem;

void copy_spread(const fs::path& source, std::size_t limit, const fs::path& root) {
  const auto found = need(corpus::discover(source)).files;
  const std::size_t count = limit == 0 ? found.size() : std::min(limit, found.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& file = found[i * found.size() / count];
    const auto target = root / file.path;
    fs::create_directories(target.parent_path());
    fs::copy_file(file.absolute_path, target);
    fs::permissions(target, fs::perms::owner_write, fs::perm_options::add);
  }
}

}  // namespace

Corpus make_corpus(const fs::path& source, std::size_t limit, const fs::path& root) {
  Corpus out;
  out.root = root;
  fs::create_directories(root);
  if (source.empty()) {
    out.origin = "generated";
    write_generated_tree(root, {.files = limit == 0 ? kGeneratedFiles : limit});
  } else {
    out.origin = fs::absolute(source).lexically_normal().filename().string();
    copy_spread(source, limit, root);
  }
  out.files = need(corpus::discover(root)).files;
  for (const auto& file : out.files) out.bytes += file.size_bytes;
  return out;
}

}  // namespace codeweaver::bench
