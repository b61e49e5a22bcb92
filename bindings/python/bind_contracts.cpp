// CodeWeaver's contracts: pushes, queries and reconciling as documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/push.hpp"
#include "codeweaver/reconcile.hpp"
#include "json/push_types.hpp"
#include "json/reconcile_types.hpp"
#include "json/request_types.hpp"
#include "long_call.hpp"
#include "settings/options.hpp"
#include "value_class.hpp"
#include "workspace.hpp"

namespace codeweaver::python {
namespace {

/// A document of a contract, as a dictionary or JSON text.
std::string text_of(const py::handle& document) {
  if (PyUnicode_Check(document.ptr())) return document.cast<std::string>();
  return py::module_::import("json").attr("dumps")(document).cast<std::string>();
}

py::object query(Workspace& self, const py::object& request) {
  const auto asked = unwrap(json::read_query_request(text_of(request)));
  if (asked.project != self.core.project().project_id)
    raise({ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
           "The request is for project " + asked.project + ", but this is " +
               self.core.project().project_id,
           "answering a request", "Open that project."});
  const auto options = asked.apply_to(base_options(self));
  return to_python(json::to_json(run_long(
      [&](std::stop_token stop) { return self.core.search(asked.query, options, stop); })));
}

/// A list of entries as a source.
ManifestSource manifest_of(const py::iterable& lines) {
  auto entries = std::make_shared<std::vector<ManifestEntry>>();
  for (const auto line : lines) {
    const auto value = json::parse(text_of(line));
    entries->push_back(
        unwrap(value ? json::read_manifest_entry(*value) : Result<ManifestEntry>(value.error())));
  }
  return [entries, at = std::size_t{0}]() mutable -> Result<std::optional<ManifestEntry>> {
    if (at == entries->size()) return std::optional<ManifestEntry>{};
    return std::optional(std::move((*entries)[at++]));
  };
}

py::object reconcile(Workspace& self, const py::object& request,
                     const std::optional<py::iterable>& manifest) {
  auto asked = unwrap(json::read_reconcile_request(text_of(request)));
  if (!asked.orphans) asked.orphans = self.settings.reconcile.orphan_policy;
  const auto next = manifest ? manifest_of(*manifest) : ManifestSource();
  return to_python(json::to_json(
      run_long([&](std::stop_token stop) { return self.core.reconcile(asked, next, stop); })));
}

/// Takes a batch as a dictionary or JSON text; returns the reply as a dictionary.
py::object push(Workspace& self, const py::object& batch) {
  const auto text = text_of(batch);
  const auto reply = run_long([&](std::stop_token stop) -> Result<PushReply> {
    auto read = json::read_push_batch(text);
    if (!read) return read.error();
    const auto envelope = read->envelope;
    return self.core.push(envelope, entries_of(std::move(*read)), std::move(stop));
  });
  return to_python(json::to_json(reply));
}

}  // namespace

SearchOptions base_options(Searched& self) {
  const auto files = [&] {
    const py::gil_scoped_release unlocked;
    return self.searchable().committed_files();
  }();
  return settings::search_options(self.settings, files);
}

void bind_contracts(WorkspaceClass& workspace) {
  workspace.def("push", &push, py::arg("batch"),
                "Takes a batch of the push contract, as a dictionary or JSON text, into its "
                "namespace of this project. Returns the reply as a dictionary. Searches see the "
                "whole batch or nothing of it.");
  workspace.def("query", &query, py::arg("request"),
                "Answers a request of the query contract, as a dictionary or JSON text. Returns "
                "the answer as a dictionary.");
  workspace.def("reconcile", &reconcile, py::arg("request"), py::arg("manifest") = py::none(),
                "Compares a namespace with its source; with mode 'fix' also updates the namespace. "
                "request: as in the reconcile contract, a dictionary or JSON text. manifest: the "
                "elements of the source, each a dictionary or JSON text; None for the folder. "
                "Returns the report as a dictionary.");
}

}  // namespace codeweaver::python
