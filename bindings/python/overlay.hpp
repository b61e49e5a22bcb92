// Converts dictionaries of texts to overlays.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "bindings.hpp"
#include "codeweaver/overlay.hpp"

namespace codeweaver::python {

/// Creates an overlay from a mapping of paths (str or os.PathLike) to texts (str, or bytes in
/// UTF-8), or to None for a deleted file. If `texts` is None, the overlay is empty. Raises
/// TypeError and InvalidArgumentError.
Overlay overlay_from(const py::object& texts);

}  // namespace codeweaver::python
