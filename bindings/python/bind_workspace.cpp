// CodeWeaver: the index and search of a folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "bind_snapshot.hpp"
#include "codeweaver/ask.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/project_search.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/workspace.hpp"
#include "document/read_apart.hpp"
#include "index_run.hpp"
#include "named_plugins.hpp"
#include "opening/workspace_opener.hpp"
#include "options.hpp"
#include "overlay.hpp"
#include "search_result.hpp"
#include "settings/environment.hpp"
#include "settings/options.hpp"
#include "value_class.hpp"
#include "workspace.hpp"

namespace codeweaver::python {
namespace {

Workspace open_workspace(const std::filesystem::path& path,
                         const std::optional<std::filesystem::path>& state_dir,
                         const py::object& embedder, const py::object& reranker,
                         const py::object& chunker, const py::object& sparse_encoder,
                         const std::string& project_id, const std::optional<std::string>& store,
                         const py::kwargs& given) {
  opening::SettingsSources sources{settings::capture_environment()};
  sources.find_pdf_reader = [] {
    return py::module_::import("codeweaver.documents")
        .attr("pdf_reader")()
        .cast<std::vector<std::string>>();
  };
  document::set_document_reader(py::module_::import("codeweaver.documents")
                                    .attr("document_reader")()
                                    .cast<std::vector<std::string>>());
  const opening::WorkspaceOpener opener(std::move(sources));
  const auto project =
      unwrap(opener.project(path, project_id, state_dir.value_or(std::filesystem::path())));
  auto effective = unwrap(opener.settings(project));
  if (store) {
    effective.settings.store.kind = *store;
    effective.origins["store.kind"] = "the argument `store`";
  }
  opening::SuppliedParts supplied;
  supplied.index = index_options(settings::index_options(effective.settings), given);
  choose_plugins(effective.settings, {embedder, reranker, chunker, sparse_encoder}, supplied);
  auto opened = unwrap(opener.open(project, std::move(effective), std::move(supplied),
                                   opening::Opening::kForOneCommand));
  auto values = std::move(opened.effective.settings);
  return {unwrap(opening::workspace_of(std::move(opened))), std::move(values)};
}

/// The project with the texts of a call.
Workspace with_overlay(const Workspace& self, const py::object& texts) {
  return {unwrap(self.core.with_overlay(overlay_from(texts))), self.settings};
}

/// Returns `call(project)` for the project, with the texts of `overlay` unless it is None.
template <class Call>
auto under(Workspace& self, const py::object& overlay, Call call) {
  if (overlay.is_none()) return call(self.core);
  auto unsaved = unwrap(self.core.with_overlay(overlay_from(overlay)));
  return call(unsaved);
}

/// Returns `work(stop)`, which is stopped when `event`, a threading.Event or None, is set.
template <class Work>
auto run_until(const py::object& event, Work work) {
  LongCall call;
  if (!event.is_none()) call.stop_when([&] { return event.attr("is_set")().cast<bool>(); });
  std::optional<decltype(work(std::stop_token()))> result;
  call.run([&](std::stop_token stop) { result.emplace(work(std::move(stop))); });
  return unwrap(std::move(*result));
}

py::object search(Workspace& self, const std::string& query, std::int64_t limit,
                  const std::optional<std::string>& file_glob, const py::object& overlay,
                  const py::object& stop_event, const py::kwargs& given) {
  auto options = base_options(self);
  options.top_k = count_of("limit", limit);
  options.filter.file_glob = file_glob.value_or("");
  const auto wanted = given_search(std::move(options), given);
  const auto response = under(self, overlay, [&](CodeWeaver& project) {
    return run_until(stop_event, [&](std::stop_token stop) {
      return in_all_words(query, wanted, [&](std::string_view words, const SearchOptions& within) {
        return project.search(words, within, stop);
      });
    });
  });
  std::vector<SearchResult> results;
  for (const auto& match : response.matches) results.push_back(search_result(match));
  return py::module_::import("codeweaver.notebook").attr("SearchResults")(std::move(results));
}

FindCodeResponseSummary find_code(Workspace& self, const std::string& query,
                                  const std::optional<std::string>& intent,
                                  std::int64_t token_limit, std::optional<bool> include_tests,
                                  const std::optional<std::vector<std::string>>& focus_languages,
                                  std::int64_t max_results, const py::object& overlay,
                                  const py::object& stop_event, py::kwargs given) {
  auto options = base_options(self);
  if (intent) given["intent"] = *intent;
  options.token_limit = count_of("token_limit", token_limit);
  options.filter.include_tests = include_tests;
  options.filter.focus_languages = focus_languages.value_or(std::vector<std::string>());
  options.top_k = count_of("max_results", max_results);
  options.detail = Detail::kSnippet;
  const auto wanted = given_search(std::move(options), given);
  return under(self, overlay, [&](CodeWeaver& project) {
    return run_until(stop_event, [&](std::stop_token stop) {
      return in_all_words(query, wanted, [&](std::string_view words, const SearchOptions& within) {
        return project.find_code(words, within, stop);
      });
    });
  });
}

/// The value of force_rebuild, another name of `force`. Raises TypeError for any other keyword.
bool forces(const py::kwargs& given) {
  constexpr auto kName = "force_rebuild";
  if (given.size() > (given.contains(kName) ? 1U : 0U))
    throw py::type_error("index() takes only force and progress");
  return given.contains(kName) && given[kName].cast<bool>();
}

Answer ask_question(Workspace& self, const std::string& question, const py::object& model,
                    std::int64_t passages, std::int64_t token_limit,
                    std::vector<std::string> queries, const py::object& on_text,
                    const py::kwargs& given) {
  AskOptions options;
  options.search = given_search(base_options(self), given).options;
  options.passages = count_of("passages", passages);
  for (const char* name : {"top_k", "limit"})
    if (given.contains(name)) options.passages = options.search.top_k;
  options.token_limit = count_of("token_limit", token_limit);
  options.queries = std::move(queries);
  const auto answers = choose_answer_model(self.settings, model);
  LongCall call;
  if (!on_text.is_none())
    options.on_text = [&](std::string_view piece) {
      call.post([&on_text, text = std::string(piece)] { on_text(to_text(text)); });
      return true;
    };
  std::optional<Result<Answer>> answer;
  call.run([&](std::stop_token stop) {
    answer.emplace(ask(self.core, *answers, question, options, std::move(stop)));
  });
  return unwrap(*std::move(answer));
}

FindCodeResponseSummary search_several(const std::vector<Searched*>& projects,
                                       const std::string& query, std::int64_t limit,
                                       const py::kwargs& given) {
  if (projects.empty())
    raise({ErrorCategory::kInvalidArgument, "NO_PROJECTS", "No project was given",
           "searching several projects", "Give at least one Searchable."});
  auto options = base_options(*projects.front());
  options.top_k = count_of("limit", limit);
  const auto wanted = given_search(std::move(options), given);
  std::vector<Searchable*> asked;
  for (auto* const project : projects) asked.push_back(&project->searchable());
  return run_long([&](std::stop_token stop) {
    return in_all_words(query, wanted, [&](std::string_view words, const SearchOptions& within) {
      return search_projects(asked, words, within, stop);
    });
  });
}

/// Keywords have the same names as in the search_text tool.
TextHits search_text(Workspace& self, const std::string& pattern, bool fixed, bool perl,
                     bool ignore_case, bool word, const std::vector<std::string>& paths,
                     const std::vector<std::string>& globs, const std::vector<std::string>& types,
                     bool hidden, std::int64_t context, std::int64_t limit, const std::string& sort,
                     const std::string& ref, const std::string& changed_in,
                     const std::optional<Purpose>& purpose, const std::string& chunk_strategy,
                     const py::object& overlay) {
  TextSearchOptions search;
  search.patterns = {pattern};
  search.is_fixed = fixed;
  search.is_perl = perl;
  if (ignore_case) search.case_rule = CaseRule::kFolded;
  if (word) search.extent = TextExtent::kWord;
  search.paths = paths;
  search.globs = globs;
  search.types = types;
  search.takes_hidden = hidden;
  search.before = search.after = count_of("context", context);
  search.ref = ref;
  search.changed_in = changed_in;
  search.purpose = purpose;
  search.chunk_strategy = chunk_strategy;
  TextHitsOptions hits;
  hits.most_lines = count_of("limit", limit);
  hits.most_found = std::max(hits.most_found, hits.most_lines);
  hits.is_by_path = sort == "path";
  if (!hits.is_by_path && sort != "rank")
    raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION", "Unknown sort order '" + sort + "'",
           "searching exact text", "Use rank or path."});
  return under(self, overlay, [&](CodeWeaver& project) {
    return run_long([&](std::stop_token stop) { return project.find_text(search, hits, stop); });
  });
}

void bind_facts(WorkspaceClass& workspace) {
  workspace
      .def_property_readonly(
          "path", [](const Workspace& self) { return self.core.project().root; }, "The folder.")
      .def("__repr__",
           [](const Workspace& self) {
             const auto& project = self.core.project();
             return "CodeWeaver(" + std::string(py::repr(py::str(project.root.string()))) +
                    ", project_id=" + std::string(py::repr(py::str(project.project_id))) + ")";
           })
      .def_property_readonly(
          "state_dir", [](const Workspace& self) { return self.core.project().state_dir; },
          "Folder of the index.");
}

void bind_queries(WorkspaceClass& workspace) {
  workspace
      .def("search", &search, py::arg("query"), py::arg("limit") = 8,
           py::arg("file_glob") = py::none(), py::kw_only(), py::arg("overlay") = py::none(),
           py::arg("stop") = py::none(),
           "Returns the best chunks, best first. First indexes a new folder, or changed files for "
           "about a second; the answer has no changed files that are not indexed in this time. "
           "overlay: a dictionary of paths to texts, as for with_overlay(). stop: a "
           "threading.Event; when it is set, the search ends with CancelledError. Further keywords "
           "are the fields of SearchOptions.")
      .def("find_code", &find_code, py::arg("query"), py::arg("intent") = py::none(),
           py::arg("token_limit") = 10'000, py::arg("include_tests") = py::none(),
           py::arg("focus_languages") = py::none(), py::arg("max_results") = 50, py::kw_only(),
           py::arg("overlay") = py::none(), py::arg("stop") = py::none(),
           "Returns the complete answer, for agents: intent, matches as snippets within "
           "token_limit, warnings. include_tests: None means True only if the intent is test. "
           "overlay and stop: as for search(). Further keywords are the fields of SearchOptions.")
      .def("ask", &ask_question, py::arg("question"), py::kw_only(), py::arg("model") = py::none(),
           py::arg("passages") = 5, py::arg("token_limit") = 1000,
           py::arg("queries") = std::vector<std::string>(), py::arg("on_text") = py::none(),
           "Returns an Answer from the best matches of find_code(); each statement cites its "
           "lines. model: an AnswerModel, the name of a plug-in, or None: answer.provider in the "
           "settings, else the built-in model, which quotes. passages: number of matches for "
           "the model. queries: other wordings of the question. on_text: called with each "
           "piece of the text as it arrives. Further keywords are the fields of SearchOptions.")
      .def(
          "find_symbol",
          [](Workspace& self, const std::string& name, std::int64_t limit,
             const py::object& overlay) {
            const auto most = count_of("limit", limit);
            const Lookup lookup{base_options(self).deadline};
            return under(self, overlay, [&](CodeWeaver& project) {
              return run_long([&](std::stop_token stop) {
                return project.find_symbol(name, most, lookup, std::move(stop));
              });
            });
          },
          py::arg("name"), py::arg("limit") = 20, py::kw_only(), py::arg("overlay") = py::none(),
          "Definitions with this name or qualified name: types and functions, then their members, "
          "then data, each in path order. overlay: as for search().")
      .def(
          "search_text", &search_text, py::arg("pattern"), py::kw_only(), py::arg("fixed") = false,
          py::arg("perl") = false, py::arg("ignore_case") = false, py::arg("word") = false,
          py::arg("paths") = std::vector<std::string>(),
          py::arg("globs") = std::vector<std::string>(),
          py::arg("types") = std::vector<std::string>(), py::arg("hidden") = false,
          py::arg("context") = 0, py::arg("limit") = 100, py::arg("sort") = "rank",
          py::arg("ref") = "", py::arg("changed_in") = "", py::arg("purpose") = py::none(),
          py::arg("chunk_strategy") = "", py::arg("overlay") = py::none(),
          "Finds lines in the current files that match a regular expression (Rust syntax; with "
          "perl, Perl syntax) or, with fixed, contain the exact text. ref: searches a branch, tag "
          "or commit. changed_in: only lines that a difference such as \"main..feature\" adds or "
          "changes. paths, globs, types: only these files, relative to the folder; a ! before a "
          "glob or type excludes it. purpose, chunk_strategy: searches items that other tools "
          "pushed to these namespaces instead of the files. sort: \"rank\" (definitions and code "
          "first) or \"path\". overlay: as for search(). Works without an index, but more slowly.");
}

void bind_runs(WorkspaceClass& workspace) {
  workspace
      .def(py::init(&open_workspace), py::arg("path"), py::arg("state_dir") = py::none(),
           py::kw_only(), py::arg("embedder") = py::none(), py::arg("reranker") = py::none(),
           py::arg("chunker") = py::none(), py::arg("sparse_encoder") = py::none(),
           py::arg("project_id") = "", py::arg("store") = py::none(),
           "embedder, reranker, chunker, sparse_encoder: objects, or names of plug-ins; None: as "
           "in the settings, else the built-in ones. store: \"embedded\" or \"memory\"; None: "
           "store.kind in the settings. state_dir: folder of the index; None: in the user's data "
           "directory, as for the command line. Settings come from the user's file, the folder's "
           "codeweaver.toml and the environment. Further keywords are the fields of IndexOptions.")
      .def(
          "index",
          [](Workspace& self, bool force, const py::object& progress, const py::kwargs& old) {
            return run_index(force || forces(old), progress,
                             [&self](const IndexRequest& request, std::stop_token stop) {
                               return self.core.index(request, std::move(stop));
                             });
          },
          py::arg("force") = false, py::arg("progress") = py::none(),
          "Indexes changed files; with force, all files. progress and Ctrl-C: as for "
          "Indexer.run().");
  workspace.def("with_overlay", &with_overlay, py::arg("texts"),
                "Returns the same project with texts in place of its files: a dictionary of paths "
                "(relative to the folder, or absolute within it) to str, bytes in UTF-8, or None "
                "for a deleted file. The result answers as if the texts were saved. Nothing is "
                "written, and this object does not change. An editor can call this after each "
                "change of a buffer: only that buffer is read again. At most 10 MiB per text.");
  workspace.def(
      "update",
      [](Workspace& self, const std::vector<std::filesystem::path>& paths) {
        std::vector<std::string> changed;
        for (const auto& path : paths) changed.push_back(path.string());
        return run_long([&](std::stop_token stop) { return self.core.update(changed, stop); });
      },
      py::arg("paths"),
      "Indexes changes at these files and folders without checking other files. Returns the number "
      "of changed files.");
}

void bind_snapshots(WorkspaceClass& workspace) {
  workspace.def(
      "make_snapshot",
      [](Workspace& self, std::filesystem::path file,
         const std::vector<std::filesystem::path>& bases,
         const std::optional<std::filesystem::path>& private_key) {
        return make_snapshot(self.core, std::move(file), bases, private_key);
      },
      py::arg("file"), py::kw_only(), py::arg("bases") = py::tuple(),
      py::arg("private_key") = py::none(),
      "Indexes, then writes a snapshot. file: a file, or a folder, in which the name comes from "
      "the git tree and the settings. bases: snapshots with contents to omit. private_key: PEM, "
      "Ed25519.");
  workspace.def(
      "pull_snapshot",
      [](Workspace& self, const std::string& place, const std::vector<std::filesystem::path>& bases,
         const std::optional<std::filesystem::path>& public_key,
         const std::optional<std::string>& token, const py::object& progress) {
        const auto snapshot = fetch_snapshot(self, place, bases, public_key, token);
        return run_index(false, progress, [&](IndexRequest request, std::stop_token stop) {
          request.snapshot = snapshot;
          return self.core.index(request, std::move(stop));
        });
      },
      py::arg("place"), py::kw_only(), py::arg("bases") = py::tuple(),
      py::arg("public_key") = py::none(), py::arg("token") = py::none(),
      py::arg("progress") = py::none(),
      "Indexes, but does not parse files with contents in the snapshot. place: a file, a folder of "
      "snapshots, or a URL. public_key: PEM, Ed25519; the snapshot must be signed by it. token: "
      "for the server.");
}

}  // namespace

void bind_workspace(py::module_& module) {
  WorkspaceClass workspace(module, "CodeWeaver",
                           "Indexes and searches one folder, always with current files.");
  bind_runs(workspace);
  bind_snapshots(workspace);
  bind_contracts(workspace);
  bind_watch(workspace);
  bind_queries(workspace);
  bind_facts(workspace);
  module.def("search_projects", &search_several, py::arg("projects"), py::arg("query"),
             py::arg("limit") = 8,
             "Returns one answer with the best matches of several projects, best first. "
             "audit.project of a match names its project. Uses the settings of the first project. "
             "Other keywords are the fields of SearchOptions.");
}

}  // namespace codeweaver::python
