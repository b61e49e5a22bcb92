// Keyword arguments as the options of library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bindings.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::python {

/// `base` with what the keywords set; None leaves a value as it is. Names are those of
/// SearchOptions and SearchFilter; `weights` is a dictionary, `deadline` seconds.
/// Raises TypeError (unknown name, wrong type) and InvalidArgumentError (out of range).
SearchOptions search_options(SearchOptions base, const py::kwargs& given);

/// The same for the names of IndexOptions.
IndexOptions index_options(IndexOptions base, const py::kwargs& given);

/// A count that a caller gives as `name`. Raises InvalidArgumentError for a negative one.
std::size_t count_of(std::string_view name, std::int64_t value);

}  // namespace codeweaver::python
