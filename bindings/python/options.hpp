// Converts keyword arguments to options of library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bindings.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::python {

/// Returns `base` with the values of the keywords; None keeps a value. Names are the fields of
/// SearchOptions and SearchFilter; `weights` is a dictionary, `deadline` is in seconds.
/// Raises TypeError (unknown name, wrong type) and InvalidArgumentError (out of range).
SearchOptions search_options(SearchOptions base, const py::kwargs& given);

/// The same for the fields of IndexOptions.
IndexOptions index_options(IndexOptions base, const py::kwargs& given);

/// The value of the count `name`. Raises InvalidArgumentError if it is negative.
std::size_t count_of(std::string_view name, std::int64_t value);

}  // namespace codeweaver::python
