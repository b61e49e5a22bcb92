// Error and Result<T>: the return type of every call that can fail.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RESULT_HPP_
#define CODEWEAVER_RESULT_HPP_

#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "codeweaver/export.hpp"
#include "codeweaver/remedy.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Category of an error. It determines the HTTP status, the exit code and the Python class.
/// Released numbers and names never change.
enum class ErrorCategory : std::uint8_t {
  kInvalidArgument = 1,  ///< the caller can correct the request
  kNotFound = 2,         ///< no such index, project, file or chunk
  kCorruption = 3,       ///< stored data failed a check or has another schema
  kIo = 4,               ///< the operating system reported an error
  kUnavailable = 5,      ///< a service did not answer, or the index is locked; a retry may help
  kCancelled = 6,        ///< the caller requested a stop, or the deadline passed
  kUnsupported = 7,      ///< this build or backend cannot do it
  kInternal = 8,         ///< a bug in codeweaver
};

constexpr std::string_view to_string(ErrorCategory category) noexcept {
  switch (category) {
    case ErrorCategory::kInvalidArgument:
      return "invalid_argument";
    case ErrorCategory::kNotFound:
      return "not_found";
    case ErrorCategory::kCorruption:
      return "corruption";
    case ErrorCategory::kIo:
      return "io";
    case ErrorCategory::kUnavailable:
      return "unavailable";
    case ErrorCategory::kCancelled:
      return "cancelled";
    case ErrorCategory::kUnsupported:
      return "unsupported";
    case ErrorCategory::kInternal:
      return "internal";
  }
  return "internal";
}

/// Cause, context and remedy of a failure.
struct Error {
  ErrorCategory category = ErrorCategory::kInternal;
  std::string code;   ///< stable name for programs, e.g. "PROJECT_NOT_FOUND"; new ones may be added
  std::string cause;  ///< one sentence that includes the invalid value
  std::string context;  ///< the operation that failed; may be empty
  std::string action;   ///< suggested next step; may be empty
  Remedy remedy{};      ///< the call that resolves the error, for programs

  /// "cause (context). action", for users.
  std::string message() const {
    std::string text = cause;
    if (!context.empty()) text += " (" + context + ")";
    if (!action.empty()) {
      if (!text.empty() && text.back() != '.') text += '.';
      text += ' ' + action;
    }
    return text;
  }
  friend bool operator==(const Error&, const Error&) = default;
};

/// Thrown by Result::value() if the result is an error. If the program does not catch it, it ends
/// with the text of the error. The library itself never throws it.
class BadResult : public std::runtime_error {
 public:
  explicit BadResult(Error error)
      : std::runtime_error(error.code + ": " + error.message()), error_(std::move(error)) {}
  const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

namespace detail {
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_bad_result(const Error& error) {
  throw BadResult(error);
}
}  // namespace detail

/// A value or an Error: a subset of std::expected.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Returns the value; throws BadResult if there is none. On a temporary, the value is moved out,
  /// so it stays alive in `for (auto& match : searcher.search(text).value().matches)`.
  T& value() & {
    require_value();
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    require_value();
    return *std::get_if<0>(&state_);
  }
  T value() && {
    require_value();
    return std::move(*std::get_if<0>(&state_));
  }

  /// Like value(), for results that the caller has checked. If the result is an error, the program
  /// ends with its text (std::terminate).
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &**this; }
  const T* operator->() const noexcept { return &**this; }

  /// Return the error. Require !has_value().
  const Error& error() const& noexcept {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  Error error() && noexcept {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  void require_value() const {
    if (!has_value()) [[unlikely]]
      detail::throw_bad_result(*std::get_if<1>(&state_));
  }

  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error)
      : error_(std::move(error)), failed_(true) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return has_value(); }
  /// Throws BadResult if there is an error.
  void value() const {
    if (failed_) [[unlikely]]
      detail::throw_bad_result(error_);
  }
  /// Return the error. Require !has_value().
  const Error& error() const& noexcept {
    assert(failed_);
    return error_;
  }
  Error error() && noexcept {
    assert(failed_);
    return std::move(error_);
  }

 private:
  Error error_{};
  bool failed_ = false;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RESULT_HPP_
