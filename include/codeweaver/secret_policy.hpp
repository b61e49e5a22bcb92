// SecretPolicy: what becomes of secrets that an index meets, and how many it was spared.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SECRET_POLICY_HPP_
#define CODEWEAVER_SECRET_POLICY_HPP_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What becomes of secrets: keys, tokens and passwords in a text, and files that hold nothing else.
enum class SecretPolicy : std::uint8_t {
  kMask,      ///< '*' stands for such values; .env, credentials and the like are left out
  kLeaveOut,  ///< files with such a value are left out, too; pushed items are masked
  kKeep,      ///< all is stored as it is
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
/// The policy of that name; any other name: kMask.
constexpr SecretPolicy secret_policy(std::string_view name) noexcept {
  return name == "keep"        ? SecretPolicy::kKeep
         : name == "leave_out" ? SecretPolicy::kLeaveOut
                               : SecretPolicy::kMask;
}

/// Secrets that an index was spared.
struct SecretCounts {
  std::size_t masked_values = 0;
  std::size_t masked_files = 0;    ///< that hold them, or pushed items
  std::size_t left_out_files = 0;  ///< by their name, or as SecretPolicy::kLeaveOut says
  bool none() const noexcept { return masked_values + left_out_files == 0; }
  friend bool operator==(const SecretCounts&, const SecretCounts&) = default;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SECRET_POLICY_HPP_
