// The Python class CodeWeaver.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "bindings.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::python {

/// A CodeWeaver with the settings of its folder and its user.
struct Workspace {
  CodeWeaver core;
  Settings settings;
};

using WorkspaceClass = py::class_<Workspace>;

/// The settings' search options for an index of this size.
SearchOptions base_options(const Workspace& self);

/// push(), query() and reconcile().
void bind_contracts(WorkspaceClass& workspace);

}  // namespace codeweaver::python
