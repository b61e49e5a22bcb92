// Tests of the figures that the system reports about this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <chrono>
#include <fstream>

#include "base/os/machine.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {

TEST_CASE("process figures: they are those of this process") {
  const auto before = os::process_figures();
  CHECK(before.resident_bytes > (1U << 20));
  CHECK(before.virtual_bytes >= before.resident_bytes);
  CHECK(before.cpu_seconds >= 0);
  CHECK(before.max_open_files > before.open_files);
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  CHECK(before.start_seconds > now.count() - 24 * 3600);
  CHECK(before.start_seconds < now.count() + 2);
  const test::TemporaryFolder folder;
  const std::ofstream more(folder / "file");
  CHECK(os::process_figures().open_files == (before.open_files > 0 ? before.open_files + 1 : 0));
}

}  // namespace codeweaver::base
