// SecretPolicy: how an index treats secrets, and how many values it masked and files it skipped.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SECRET_POLICY_HPP_
#define CODEWEAVER_SECRET_POLICY_HPP_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// How to treat secrets: keys, tokens and passwords in files, and files that contain only secrets.
enum class SecretPolicy : std::uint8_t {
  kMask,      ///< replaces secret values by '*'; skips .env files, credential files and the like
  kLeaveOut,  ///< also skips files with a secret value; masks pushed items
  kKeep,      ///< stores everything unchanged
};
constexpr std::string_view to_string(SecretPolicy policy) noexcept {
  switch (policy) {
    case SecretPolicy::kMask:
      return "mask";
    case SecretPolicy::kLeaveOut:
      return "leave_out";
    case SecretPolicy::kKeep:
      return "keep";
  }
  return "mask";
}
/// Counts of the secrets that were kept out of the index.
struct SecretCounts {
  std::size_t masked_values = 0;
  std::size_t masked_files = 0;    ///< files or pushed items with masked values
  std::size_t left_out_files = 0;  ///< skipped because of their name, or by SecretPolicy::kLeaveOut
  bool none() const noexcept { return masked_values + left_out_files == 0; }
  friend bool operator==(const SecretCounts&, const SecretCounts&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SECRET_POLICY_HPP_
