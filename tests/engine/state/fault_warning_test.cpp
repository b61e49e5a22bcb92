// Tests of short texts and counts: warnings, records, scores, reasons of files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/fault_warning.hpp"

#include <doctest/doctest.h>

#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/secret_policy.hpp"
#include "engine/searching/answer/explain.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {

TEST_CASE("warnings, records and scores say what they are of") {
  const Error error{ErrorCategory::kIo, "DISK_FULL", "No space is left", "writing", "Make room."};
  CHECK(is_fault(error));
  CHECK_FALSE(is_fault({ErrorCategory::kInvalidArgument, "X", "", "", ""}));
  CHECK(warning_of("It was not saved", error) ==
        "It was not saved: No space is left (DISK_FULL). Make room.");
  CHECK(namespace_warning("p/a", error).starts_with("Namespace p/a was skipped: "));
  CHECK(score_text(0.12349) == "0.123");
  CHECK(model_identity(nullptr) == "none");
  const auto record = search_record("secret words", {.ref = "main"}, error);
  CHECK(record.status == "failed");
  CHECK(record.level == LogLevel::kError);
  SecretCounts counts;
  count_reason(counts, kSecretFile, 2);
  count_reason(counts, masked_reason(3), 4);
  count_reason(counts, "too_large", 5);
  CHECK(counts.left_out_files == 2);
  CHECK(counts.masked_files == 4);
  CHECK(counts.masked_values == 12);
  CHECK(with_bulk("") == "bulk");
  CHECK(says_bulk(with_bulk("")));
  CHECK_FALSE(says_bulk(masked_reason(3)));
  count_reason(counts, with_bulk(masked_reason(3)));
  CHECK(says_bulk(with_bulk(masked_reason(3))));
  CHECK(counts.masked_values == 15);
}

}  // namespace codeweaver::engine
