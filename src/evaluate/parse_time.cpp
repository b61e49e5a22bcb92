// Parses files in parallel and counts those with a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/parse_time.hpp"

#include <vector>

#include "base/thread_pool.hpp"
#include "corpus/text_file.hpp"
#include "evaluate/stopwatch.hpp"
#include "syntax/parse_alone.hpp"

namespace codeweaver::evaluate {

ParseTime time_parse_alone(std::span<const DiscoveredFile> files, std::size_t workers) {
  constexpr std::size_t kWindow = 64;
  std::vector<std::uint64_t> parsed(files.size());
  ParseTime out;
  const Stopwatch watch;
  base::ordered_parallel(
      files.size(), workers, kWindow,
      [&](std::size_t i, std::size_t) {
        const auto text = corpus::read_text(files[i].absolute_path);
        if (text && syntax::parse_alone(*text, files[i].language)) parsed[i] = text->size();
      },
      [&](std::size_t i) {
        out.files += parsed[i] > 0 ? 1 : 0;
        out.bytes += parsed[i];
      });
  out.wall = watch.wall();
  out.cpu = watch.cpu();
  return out;
}

}  // namespace codeweaver::evaluate
