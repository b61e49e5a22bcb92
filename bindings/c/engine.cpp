// Engines of the C ABI: opening with the user's settings, indexing, searching.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/ask.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/search_wordings.hpp"
#include "given_parts.hpp"
#include "handles.hpp"
#include "index_run.hpp"
#include "json/answer_types.hpp"
#include "json/given_search_options.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "opening/workspace_opener.hpp"
#include "settings/options.hpp"

namespace codeweaver::c {
namespace {

Result<void> open(const cw_open_options* given, cw_engine** engine) {
  auto options = read_struct(given, "cw_open_options");
  if (!options) return options.error();
  if (options->project == nullptr || engine == nullptr)
    return invalid("The project or the output pointer for the engine is null", "opening a project");
  opening::SuppliedParts supplied;
  if (options->embedder != nullptr) {
    const auto embedder = read_struct(options->embedder, "cw_embedder");
    if (!embedder) return embedder.error();
    auto made = given_embedder(*embedder);
    if (!made) return made.error();
    supplied.embedder = std::move(*made);
  }
  if (options->log != nullptr) supplied.logger = given_logger(options->log, options->log_context);
  opening::SettingsSources sources{settings::capture_environment()};
  for (std::size_t i = 0; i < options->setting_count; ++i)
    sources.overrides.emplace_back(options->settings[i]);
  const opening::WorkspaceOpener opener(std::move(sources));
  auto project = opener.project(options->project, text_or_empty(options->project_id),
                                text_or_empty(options->state_dir));
  if (!project) return project.error();
  auto effective = opener.settings(*project);
  if (!effective) return effective.error();
  auto opened = opener.open(*project, std::move(*effective), std::move(supplied),
                            opening::Opening::kForOneCommand);
  if (!opened) return opened.error();
  *engine = new cw_engine{std::move(opened->project), opened->workspace,
                          std::move(opened->effective.settings)};
  return {};
}

Result<void> index(cw_engine& engine, const cw_index_options* given, cw_index_report* report) {
  const auto options = read_struct(given, "cw_index_options");
  if (!options) return options.error();
  IndexRequest request;
  request.force = options->force != 0;
  return run_index(engine, std::move(request),
                   {options->on_progress, options->progress_context, options->stop}, report);
}

std::vector<std::string> parts_of_list(const char* list, char separator) {
  std::vector<std::string> parts;
  const auto text = text_or_empty(list);
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<json::GivenSearch> given_search(const cw_engine& engine, const cw_search_options& given) {
  std::vector<json::NamedValue> values;
  const auto add = [&](std::string_view name, json::OptionValue value) {
    values.push_back({name, json::find_search_option(name), std::move(value)});
  };
  add("limit", std::uint64_t{given.limit > 0 ? given.limit : SearchOptions{}.top_k});
  add("queries", parts_of_list(given.queries, '\n'));
  add("intent", text_or_empty(given.intent));
  add("task", text_or_empty(given.task));
  add("token_limit", std::uint64_t{given.token_limit});
  add("detail", text_or_empty(given.detail));
  add("context_lines", std::uint64_t{given.context_lines});
  add("include_tests", given.exclude_tests == 0);
  add("focus_languages", parts_of_list(given.focus_languages, ','));
  add("directory", text_or_empty(given.directory));
  add("paths", parts_of_list(given.paths, ','));
  add("ref", text_or_empty(given.ref));
  add("changed_in", text_or_empty(given.changed_in));
  add("count_callers", given.count_callers != 0);
  add("explain", given.explain != 0);
  auto out = json::given_search(
      settings::search_options(engine.settings, engine.core->committed_files()), std::move(values));
  if (out && given.deadline_ms > 0)
    out->options.deadline = std::chrono::milliseconds(given.deadline_ms);
  return out;
}

Result<void> search(cw_engine& engine, const char* query, const cw_search_options* given,
                    cw_answer** answer) {
  if (query == nullptr || answer == nullptr)
    return invalid("The query or the output pointer for the answer is null", "searching");
  const auto known = read_struct(given, "cw_search_options");
  if (!known) return known.error();
  const auto wanted = given_search(engine, *known);
  if (!wanted) return wanted.error();
  auto response =
      search_wordings(query, wanted->queries, wanted->options,
                      [&](std::string_view words, const SearchOptions& within) {
                        return engine.core->search(words, within, token_of(known->stop));
                      });
  if (!response) return response.error();
  auto made = std::make_unique<cw_answer>();
  made->response = std::move(*response);
  for (const auto& match : made->response.matches) {
    made->parts.push_back(document_part(match));
    made->places.push_back(place_of(match));
  }
  *answer = made.release();
  return {};
}

Result<std::string> ask_for_json(cw_engine& engine, const char* question,
                                 const cw_search_options* given) {
  if (question == nullptr) return invalid("The question is null", "asking a question");
  const auto known = read_struct(given, "cw_search_options");
  if (!known) return known.error();
  auto wanted = given_search(engine, *known);
  if (!wanted) return wanted.error();
  const opening::WorkspaceOpener opener({settings::capture_environment()});
  const auto model = opener.answer_model(engine.settings, nullptr);
  if (!model) return model.error();
  AskOptions options;
  options.search = std::move(wanted->options);
  options.queries = std::move(wanted->queries);
  options.passages = known->limit > 0 ? known->limit : engine.settings.answer.top_k;
  auto answer = ask(*engine.core, **model, question, options, token_of(known->stop));
  if (!answer) return answer.error();
  return json::dump(json::to_json(*answer));
}

Result<void> write_match(const cw_answer& answer, std::size_t at, cw_match* into) {
  const auto& matches = answer.response.matches;
  if (into == nullptr || at >= matches.size())
    return invalid("Match index " + std::to_string(at) + " is not below " +
                       std::to_string(matches.size()) + ", or the output pointer is null",
                   "reading an answer");
  const auto& match = matches[at];
  const auto kind = match.content.metadata.find("kind");
  return write_struct(
      cw_match{0, match.file.path.c_str(), match.file.absolute_path.c_str(),
               match.content.language.c_str(), match.span.start_line, match.span.end_line,
               match.content.content.c_str(),
               match.content.chunk_name ? match.content.chunk_name->c_str() : "",
               kind != match.content.metadata.end() ? kind->second.c_str() : "",
               answer.parts[at].c_str(), answer.places[at].c_str(), match.relevance_score},
      into, "cw_match");
}

/// Texts in parallel arrays of C.
struct GivenBuffers {
  const char* const* paths;
  const char* const* texts;
  const std::size_t* lengths;
  std::size_t count;
};

Result<void> with_buffers(const cw_engine& engine, const GivenBuffers& given, cw_engine** unsaved) {
  if (unsaved == nullptr || (given.count > 0 && (given.paths == nullptr || given.texts == nullptr)))
    return invalid("The texts, their paths or the output pointer for the engine are null",
                   "taking buffers");
  Overlay overlay;
  for (std::size_t i = 0; i < given.count; ++i) {
    const char* const text = given.texts[i];
    const auto put = text == nullptr ? overlay.remove(text_or_empty(given.paths[i]))
                                     : overlay.put(text_or_empty(given.paths[i]),
                                                   given.lengths == nullptr
                                                       ? std::string(text)
                                                       : std::string(text, given.lengths[i]));
    if (!put) return put.error();
  }
  const auto workspace = workspace_of(engine);
  if (!workspace) return workspace.error();
  auto made = (*workspace)->with_overlay(std::move(overlay));
  if (!made) return made.error();
  auto project = std::make_unique<CodeWeaver>(std::move(*made));
  auto* const core = project.get();
  *unsaved = new cw_engine{std::move(project), core, engine.settings};
  return {};
}

Result<void> update(cw_engine& engine, std::span<const char* const> paths, cw_stop* stop,
                    std::uint64_t* changed) {
  std::vector<std::string> list;
  for (const char* const path : paths) list.push_back(text_or_empty(path));
  const auto workspace = workspace_of(engine);
  if (!workspace) return workspace.error();
  const auto files = (*workspace)->update(list, token_of(stop));
  if (!files) return files.error();
  if (changed != nullptr) *changed = *files;
  return {};
}

}  // namespace

Lookup lookup_of(const cw_engine& engine) {
  return {settings::search_options(engine.settings, engine.core->committed_files()).deadline};
}

}  // namespace codeweaver::c

extern "C" {

using codeweaver::c::guarded;

cw_error* cw_open(const cw_open_options* options, cw_engine** engine) {
  return guarded([&] { return codeweaver::c::open(options, engine); });
}

void cw_close(cw_engine* engine) {
  delete engine;
}

cw_error* cw_index(cw_engine* engine, const cw_index_options* options, cw_index_report* report) {
  return guarded([&] { return codeweaver::c::index(*engine, options, report); });
}

cw_error* cw_search(cw_engine* engine, const char* query, const cw_search_options* options,
                    cw_answer** answer) {
  return guarded([&] { return codeweaver::c::search(*engine, query, options, answer); });
}

size_t cw_answer_count(const cw_answer* answer) {
  return answer->response.matches.size();
}

cw_error* cw_answer_match(const cw_answer* answer, size_t at, cw_match* match) {
  return guarded([&] { return codeweaver::c::write_match(*answer, at, match); });
}

double cw_answer_confidence(const cw_answer* answer) {
  return answer->response.confidence.value_or(-1);
}

const char* cw_answer_interpreted_query(const cw_answer* answer) {
  return answer->response.interpreted_query.c_str();
}

size_t cw_answer_warning_count(const cw_answer* answer) {
  return answer->response.warnings.size();
}

const char* cw_answer_warning(const cw_answer* answer, size_t at) {
  const auto& warnings = answer->response.warnings;
  return at < warnings.size() ? warnings[at].c_str() : nullptr;
}

cw_error* cw_answer_json(const cw_answer* answer, cw_text** json) {
  return guarded([&] {
    return codeweaver::c::give_text(
        codeweaver::json::dump(codeweaver::json::to_json(answer->response)), json);
  });
}

void cw_answer_free(cw_answer* answer) {
  delete answer;
}

cw_error* cw_ask(cw_engine* engine, const char* question, const cw_search_options* options,
                 cw_text** json) {
  return guarded([&]() -> codeweaver::Result<void> {
    auto answer = codeweaver::c::ask_for_json(*engine, question, options);
    if (!answer) return answer.error();
    return codeweaver::c::give_text(*std::move(answer), json);
  });
}

cw_error* cw_find_symbol(cw_engine* engine, const char* name, uint32_t limit, cw_text** json) {
  return guarded([&]() -> codeweaver::Result<void> {
    const auto found =
        engine->core->find_symbol(name, limit > 0 ? limit : 20, codeweaver::c::lookup_of(*engine));
    if (!found) return found.error();
    codeweaver::json::Value list = codeweaver::json::Array{};
    for (const auto& symbol : *found) list.push_back(codeweaver::json::to_json(symbol));
    return codeweaver::c::give_text(codeweaver::json::dump(list), json);
  });
}

cw_error* cw_find_references(cw_engine* engine, const char* name, uint32_t limit, cw_text** json) {
  return guarded([&]() -> codeweaver::Result<void> {
    const auto found = engine->core->find_references(name, limit > 0 ? limit : 100,
                                                     codeweaver::c::lookup_of(*engine));
    if (!found) return found.error();
    codeweaver::json::Value list = codeweaver::json::Array{};
    for (const auto& one : *found) list.push_back(codeweaver::json::to_json(one));
    return codeweaver::c::give_text(codeweaver::json::dump(list), json);
  });
}

cw_error* cw_file_text(cw_engine* engine, const char* path, cw_text** text) {
  return guarded([&]() -> codeweaver::Result<void> {
    auto found = engine->core->file_text(path, codeweaver::c::lookup_of(*engine));
    if (!found) return found.error();
    return codeweaver::c::give_text(std::move(*found), text);
  });
}

cw_error* cw_with_buffers(cw_engine* engine, const char* const* paths, const char* const* texts,
                          const size_t* lengths, size_t count, cw_engine** unsaved) {
  return guarded([&] {
    return codeweaver::c::with_buffers(*engine, {paths, texts, lengths, count}, unsaved);
  });
}

cw_error* cw_update(cw_engine* engine, const char* const* paths, size_t count, cw_stop* stop,
                    uint64_t* changed) {
  return guarded([&] { return codeweaver::c::update(*engine, {paths, count}, stop, changed); });
}

}  // extern "C"
