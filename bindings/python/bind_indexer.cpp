// Indexer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <chrono>
#include <cstdint>
#include <optional>

#include "codeweaver/indexer.hpp"
#include "index_run.hpp"
#include "options.hpp"
#include "plugins.hpp"

namespace codeweaver::python {
namespace {

Indexer open_indexer(std::filesystem::path root, std::filesystem::path state_dir,
                     const py::object& embedder, const py::object& chunker,
                     const py::object& sparse_encoder, std::string project_id,
                     const py::kwargs& options) {
  Indexer::Config config;
  config.root = std::move(root);
  config.state_dir = std::move(state_dir);
  config.project_id = std::move(project_id);
  config.options = index_options({}, options);
  config.options.chunker = chunker_from(chunker);
  config.options.sparse_encoder = sparse_encoder_from(sparse_encoder);
  return unwrap(Indexer::create(std::move(config), {embedder_from(embedder), nullptr}));
}

auto run_indexer(Indexer& self, bool force, const py::object& progress) {
  return run_index(force, progress, [&self](const IndexRequest& request, std::stop_token stop) {
    return self.run(request, std::move(stop));
  });
}

auto refresh_indexer(Indexer& self, std::optional<std::uint32_t> patience_ms) {
  const auto patience =
      patience_ms ? std::chrono::milliseconds(*patience_ms) : std::chrono::milliseconds::max();
  return run_long([&](std::stop_token stop) -> Result<std::size_t> {
    const auto report = self.refresh(patience, stop);
    return report ? Result<std::size_t>(report->files) : report.error();
  });
}

auto update_indexer(Indexer& self, const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> changed;
  for (const auto& path : paths) changed.push_back(path.string());
  return run_long([&](std::stop_token stop) { return self.update(changed, stop); });
}

}  // namespace

void bind_indexer(py::module_& module) {
  py::class_<Indexer>(module, "Indexer",
                      "Writes the index of a folder into a state directory; never into the folder "
                      "itself. One run at a time; searches continue meanwhile.")
      .def(py::init(&open_indexer), py::arg("root"), py::arg("state_dir"), py::kw_only(),
           py::arg("embedder") = "codeweaver", py::arg("chunker") = py::none(),
           py::arg("sparse_encoder") = py::none(), py::arg("project_id") = "",
           "embedder: 'codeweaver' (built-in), an Embedder, the name of a plug-in, or None for no "
           "vectors. chunker: a Chunker, the name of a plug-in, or None for chunk_strategy. "
           "sparse_encoder: a SparseEncoder or the name of a plug-in. Further keywords are the "
           "fields of IndexOptions.")
      .def(
          "run", &run_indexer, py::arg("force") = false, py::arg("progress") = py::none(),
          "Indexes files that changed since the last run; with force, all files. progress: called "
          "with an IndexProgress at most about 20 times a second; an exception from it ends the "
          "run; True shows a tqdm bar. Ctrl-C raises KeyboardInterrupt. Finished work is kept, and "
          "the next run continues.")
      .def(
          "refresh", &refresh_indexer, py::arg("patience_ms") = py::none(),
          "Indexes changed files for about patience_ms milliseconds; None: all of them. Returns "
          "the number of files indexed or removed. The next call continues; count_changes() counts "
          "the remaining files.")
      .def("update", &update_indexer, py::arg("paths"),
           "Indexes the given files and folders without checking the rest of the tree. Returns the "
           "number of changed files.")
      .def(
          "merge",
          [](Indexer& self) {
            return run_long([&](std::stop_token stop) { return self.merge(stop); });
          },
          "Merges small segments if there are many. run() does this at its end; refresh() does "
          "not. Returns the number of committed merges.")
      .def(
          "count_changes",
          [](const Indexer& self, std::optional<std::size_t> limit) {
            return run_long(
                [&](std::stop_token) { return self.count_changes(limit.value_or(SIZE_MAX)); });
          },
          py::arg("limit") = py::none(),
          "Returns the number of files added, changed or removed since the last run, at most "
          "limit. "
          "Compares size and time; reads only files that may have changed without a new time.");
}

}  // namespace codeweaver::python
