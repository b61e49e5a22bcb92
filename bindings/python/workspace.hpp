// The Python class CodeWeaver.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "bindings.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::python {

/// A project to search, with its settings.
struct Searched {
  explicit Searched(Settings values) : settings(std::move(values)) {}
  virtual ~Searched() = default;
  virtual Searchable& searchable() = 0;

  Settings settings;

 protected:
  Searched(const Searched&) = default;
  Searched(Searched&&) = default;
  Searched& operator=(Searched&&) = default;
};

/// A CodeWeaver with the settings of its folder and its user.
struct Workspace final : Searched {
  Workspace(CodeWeaver project, Settings values)
      : Searched(std::move(values)), core(std::move(project)) {}
  Searchable& searchable() override { return core; }

  CodeWeaver core;
};

/// A project in a store, with the user's settings.
struct StoredProject final : Searched {
  StoredProject(std::unique_ptr<Searchable> project, Settings values)
      : Searched(std::move(values)), core(std::move(project)) {}
  Searchable& searchable() override { return *core; }

  std::unique_ptr<Searchable> core;
};

using WorkspaceClass = py::class_<Workspace, Searched>;

/// The settings' search options for an index of this size.
SearchOptions base_options(Searched& self);

/// push(), query() and reconcile().
void bind_contracts(WorkspaceClass& workspace);
/// watch().
void bind_watch(WorkspaceClass& workspace);

}  // namespace codeweaver::python
