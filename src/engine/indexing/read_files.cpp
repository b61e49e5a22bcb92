// Reads, hashes and chunks files, as many at once as the memory allows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/read_files.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/state/worker_databases.hpp"

namespace codeweaver::engine {

Result<bool> read_files(const ReadRequest& request,
                        const std::function<Result<void>(ReadFile)>& take,
                        const std::stop_token& stop) {
  const auto& numbers = request.work.files;
  const auto& files = request.work.scan.found.files;
  const FileProcessor processor(request.options, stop);
  WorkerDatabases databases(request.paths.database());
  std::vector<std::unique_ptr<ReadFile>> read(numbers.size());
  Result<void> taken;
  const auto done = base::ordered_parallel(
      numbers.size(), request.options.workers,
      in_flight_window(
          request.options.memory_budget,
          [&](std::size_t i) { return in_flight_bytes(files[numbers[i]].size_bytes); }),
      [&](std::size_t i, std::size_t worker) {
        auto database = databases.get(worker);
        const auto* known = database && !request.is_forced ? *database : nullptr;
        const auto& file = files[numbers[i]];
        auto one =
            std::make_unique<ReadFile>(ReadFile{processor.process(file, known, request.given)});
        // A file that is being replaced is complete a moment later.
        if (one->processed.is_failure && !stop.stop_requested())
          one->processed = processor.process(file, known, request.given);
        if (request.assembly != nullptr && database)
          one->prepared = request.assembly->prepare(one->processed, **database);
        read[i] = std::move(one);
      },
      [&](std::size_t i) {
        if (taken) taken = take(std::move(*read[i]));
        read[i].reset();
      },
      stop);
  if (!taken) return taken.error();
  return done == numbers.size();
}

}  // namespace codeweaver::engine
