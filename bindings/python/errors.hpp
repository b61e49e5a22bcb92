// Errors of the library as Python exceptions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "codeweaver/result.hpp"

namespace codeweaver::python {

/// The exception of codeweaver.errors for the error's category. Needs the GIL.
pybind11::object to_exception(const Error& error);
/// Throws that exception.
[[noreturn]] void raise(const Error& error);

/// The value, or raise(). Needs the GIL.
template <class T>
T unwrap(Result<T>&& result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace codeweaver::python
