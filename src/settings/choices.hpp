// The names of the values of enumerations in settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "codeweaver/settings.hpp"

namespace codeweaver::settings {

/// A value of an enumeration with its name in settings.
struct Choice {
  template <class Enum>
  constexpr Choice(Enum of, std::string_view with_name)
      : value(static_cast<std::uint8_t>(of)), name(with_name) {
    static_assert(std::is_same_v<std::underlying_type_t<Enum>, std::uint8_t>);
  }
  std::uint8_t value;
  std::string_view name;
};

/// All values of an enumeration. For limits, the strictest is first.
template <class Enum>
inline constexpr std::nullptr_t kChoicesOf = nullptr;

template <>
inline constexpr std::array kChoicesOf<SecretPolicy> = {
    Choice{SecretPolicy::kLeaveOut, "leave_out"}, Choice{SecretPolicy::kMask, "mask"},
    Choice{SecretPolicy::kKeep, "keep"}};
template <>
inline constexpr std::array kChoicesOf<Pooling> = {
    Choice{Pooling::kAuto, "auto"}, Choice{Pooling::kMean, "mean"}, Choice{Pooling::kCls, "cls"},
    Choice{Pooling::kMax, "max"}, Choice{Pooling::kLast, "last"}};
template <>
inline constexpr std::array kChoicesOf<VectorIndexKind> = {
    Choice{VectorIndexKind::kAuto, "auto"}, Choice{VectorIndexKind::kScan, "scan"},
    Choice{VectorIndexKind::kFaissFlat, "faiss_flat"},
    Choice{VectorIndexKind::kFaissHnsw, "faiss_hnsw"}};
template <>
inline constexpr std::array kChoicesOf<FusionMethod> = {
    Choice{FusionMethod::kRrf, "rrf"}, Choice{FusionMethod::kWeighted, "weighted"}};
template <>
inline constexpr std::array kChoicesOf<LogFormat> = {Choice{LogFormat::kJson, "json"},
                                                     Choice{LogFormat::kText, "text"}};
template <>
inline constexpr std::array kChoicesOf<LogLevel> = {
    Choice{LogLevel::kDebug, "debug"}, Choice{LogLevel::kInfo, "info"},
    Choice{LogLevel::kWarning, "warning"}, Choice{LogLevel::kError, "error"},
    Choice{LogLevel::kCritical, "critical"}};
template <>
inline constexpr std::array kChoicesOf<OrphanPolicy> = {Choice{OrphanPolicy::kDelete, "delete"},
                                                        Choice{OrphanPolicy::kKeep, "keep"},
                                                        Choice{OrphanPolicy::kMark, "mark"}};

/// The name of a value in settings.
template <class Enum>
constexpr std::string_view choice_name(Enum value) noexcept {
  for (const Choice& choice : kChoicesOf<Enum>)
    if (choice.value == static_cast<std::uint8_t>(value)) return choice.name;
  return {};
}

}  // namespace codeweaver::settings
