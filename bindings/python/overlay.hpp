// Dictionaries of texts as overlays.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "bindings.hpp"
#include "codeweaver/overlay.hpp"

namespace codeweaver::python {

/// Of a mapping of paths (str or os.PathLike) to texts (str, or bytes in UTF-8), or to None for a
/// file that is gone; None itself is an empty one. Raises TypeError and InvalidArgumentError.
Overlay overlay_from(const py::object& texts);

}  // namespace codeweaver::python
