// Tests of waiting for the lock of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/index_lock.hpp"

#include <doctest/doctest.h>

#include <stop_token>

#include "base/temporary_folder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/refusal.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {
namespace {

using test::TemporaryFolder;

}  // namespace

TEST_CASE("run in turn: waits only where asked to, and runs again when the lock is free") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  int runs = 0;
  const auto locked_once = [&]() -> Result<IndexReport> {
    if (++runs == 1) return refused("INDEX_LOCKED");
    return IndexReport{};
  };
  CHECK(retry_while_locked(paths, {}, locked_once, {}).error().code == "INDEX_LOCKED");
  runs = 0;
  IndexRequest patient;
  patient.wait_for_others = true;
  CHECK(retry_while_locked(paths, patient, locked_once, {}));
  CHECK(runs == 2);
  const auto broken = [&]() -> Result<IndexReport> { return refused("DISK_FULL"); };
  CHECK(retry_while_locked(paths, patient, broken, {}).error().code == "DISK_FULL");
}

TEST_CASE("run in turn: stopped while another one holds the lock, the run counts as cancelled") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  const auto held = acquire_index_lock(paths, {});
  REQUIRE(held);
  CHECK(acquire_index_lock(paths, {}).error().code == "INDEX_LOCKED");
  std::stop_source stop;
  IndexRequest patient;
  patient.wait_for_others = true;
  patient.on_wait = [&](const LockHolder&) { stop.request_stop(); };
  const auto report = retry_while_locked(
      paths, patient, []() -> Result<IndexReport> { return refused("INDEX_LOCKED"); },
      stop.get_token());
  REQUIRE(report);
  CHECK(report->status == IndexStatus::kCancelled);
}

}  // namespace codeweaver::engine
