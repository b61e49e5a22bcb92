// Reasons as text: "masked:3", "bulk", "masked:3,bulk".
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/file_reasons.hpp"

#include <charconv>

namespace codeweaver::engine {
namespace {

constexpr std::string_view kMasked = "masked:", kBulk = "bulk";

}  // namespace

std::string masked_reason(std::size_t values) {
  return std::string(kMasked) + std::to_string(values);
}

std::string with_bulk(std::string reason) {
  if (!reason.empty()) reason += ',';
  return reason.append(kBulk);
}

bool says_bulk(std::string_view reason) noexcept {
  return reason.ends_with(kBulk);
}

void count_reason(SecretCounts& counts, std::string_view reason, std::size_t files) {
  if (reason == kSecretFile || reason == kHoldsSecrets) {
    counts.left_out_files += files;
  } else if (reason.starts_with(kMasked)) {
    reason.remove_prefix(kMasked.size());
    std::size_t values = 0;
    std::from_chars(reason.data(), reason.data() + reason.size(), values);
    counts.masked_values += values * files;
    counts.masked_files += files;
  }
}

}  // namespace codeweaver::engine
