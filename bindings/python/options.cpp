// Keyword arguments as options: one table row per name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "options.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "json/given_search_options.hpp"
#include "settings/choices.hpp"
namespace codeweaver::python {
namespace {

/// A keyword and the function that stores its value. Throws py::cast_error for a wrong type.
template <class Options>
struct Keyword {
  std::string_view name;
  void (*store)(Options&, py::handle value);
};

template <class Options>
std::string names_of(std::span<const Keyword<Options>> table) {
  std::string names;
  for (const auto& row : table) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

/// For values of the right type that are negative or too large.
[[noreturn]] void raise_out_of_range(std::string_view name, const std::string& shown) {
  raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION",
         std::string(name) + " is " + shown + ", which is out of range", "checking the options",
         "Use a value in range, or omit the option."});
}

/// Calls `convert`, and describes a value of the wrong type.
template <class Convert>
auto converted(std::string_view name, py::handle value, const Convert& convert) {
  try {
    return convert();
  } catch (const py::cast_error&) {
    const std::string shown = py::repr(value);
    if (PyLong_Check(value.ptr())) raise_out_of_range(name, shown);
    throw py::type_error(std::string(name) + ": unusable value " + shown + " of type " +
                         std::string(py::str(py::type::of(value).attr("__name__"))));
  }
}

template <class Options>
void store(const Keyword<Options>& keyword, Options& options, py::handle value) {
  converted(keyword.name, value, [&] { keyword.store(options, value); });
}

template <class Options>
const Keyword<Options>* find_keyword(std::span<const Keyword<Options>> table,
                                     std::string_view name) {
  for (const auto& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

[[noreturn]] void raise_unknown(const std::string& name, const std::string& known) {
  throw py::type_error("unexpected keyword argument '" + name + "'; known ones: " + known);
}

template <class Options>
Options apply(Options options, const py::kwargs& given, std::span<const Keyword<Options>> table) {
  for (const auto& [key, value] : given) {
    const std::string name = py::str(key);
    const auto* found = find_keyword(table, name);
    if (found == nullptr) raise_unknown(name, names_of(table));
    if (!value.is_none()) store(*found, options, value);
  }
  return options;
}

std::vector<std::string> text_list(py::handle value) {
  if (PyUnicode_Check(value.ptr())) throw py::cast_error("expected a list of texts, not a text");
  return value.cast<std::vector<std::string>>();
}

void store_weights(SearchOptions& options, py::handle value) {
  for (const auto& [key, weight] : value.cast<std::map<std::string, double>>()) {
    double* slot = key == "rerank"     ? &options.weights.rerank
                   : key == "dense"    ? &options.weights.dense
                   : key == "sparse"   ? &options.weights.sparse
                   : key == "semantic" ? &options.weights.semantic
                                       : nullptr;
    if (slot == nullptr)
      raise({ErrorCategory::kInvalidArgument, "INVALID_WEIGHTS",
             "There is no weight named '" + key + "'", "checking the options",
             "Use rerank, dense, sparse and semantic."});
    *slot = weight;
  }
}

std::chrono::milliseconds milliseconds_of(std::string_view name, py::handle value) {
  const auto seconds = value.cast<double>();
  if (!(seconds >= 0 && seconds < 1e6))
    raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION",
           std::string(name) + " is " + std::to_string(seconds) + " s", "checking the options",
           "Use seconds from 0 (no limit) to 1000000."});
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

void store_deadline(SearchOptions& options, py::handle value) {
  options.deadline = milliseconds_of("deadline", value);
}

void store_publish_after(IndexOptions& options, py::handle value) {
  options.publish_after = milliseconds_of("publish_after", value);
}

void store_secrets(IndexOptions& options, py::handle value) {
  const auto name = value.cast<std::string>();
  const auto& all = settings::kChoicesOf<SecretPolicy>;
  const auto known = std::ranges::find(all, name, &settings::Choice::name);
  if (known == all.end())
    raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION", "secrets is '" + name + "'",
           "checking the options", "Use mask, leave_out or keep."});
  options.secrets = static_cast<SecretPolicy>(known->value);
}

/// Keywords whose values are not those of the table of search options.
constexpr Keyword<SearchOptions> kOwnSearchKeywords[] = {{"weights", store_weights},
                                                         {"deadline", store_deadline}};

json::OptionValue value_of(const json::SearchOption& option, py::handle value) {
  switch (option.type) {
    case json::OptionType::kFlag:
      return value.cast<bool>();
    case json::OptionType::kCount:
      return value.cast<std::uint64_t>();
    case json::OptionType::kNumber:
      return value.cast<double>();
    case json::OptionType::kTexts:
      return text_list(value);
    default:
      return value.cast<std::string>();
  }
}

std::string search_names() {
  std::string names;
  for (const auto& option : json::search_option_table())
    if (option.is_on(json::kOnPython)) names += std::string(option.name) + ", ";
  return names + names_of<SearchOptions>(kOwnSearchKeywords);
}

using I = IndexOptions;
constexpr Keyword<I> kIndexKeywords[] = {
    {"max_file_bytes", [](I& o, py::handle v) { o.max_file_bytes = v.cast<std::uint64_t>(); }},
    {"max_document_bytes",
     [](I& o, py::handle v) { o.max_document_bytes = v.cast<std::uint64_t>(); }},
    {"pdf_reader", [](I& o, py::handle v) { o.pdf_reader = v.cast<std::vector<std::string>>(); }},
    {"parse_memory", [](I& o, py::handle v) { o.parse_memory = v.cast<std::uint64_t>(); }},
    {"data_file_chunks", [](I& o, py::handle v) { o.data_file_chunks = v.cast<std::uint32_t>(); }},
    {"warn_files", [](I& o, py::handle v) { o.warn_files = v.cast<std::size_t>(); }},
    {"max_files", [](I& o, py::handle v) { o.max_files = v.cast<std::size_t>(); }},
    {"workers", [](I& o, py::handle v) { o.workers = v.cast<std::size_t>(); }},
    {"memory_budget", [](I& o, py::handle v) { o.memory_budget = v.cast<std::uint64_t>(); }},
    {"publish_after", store_publish_after},
    {"exclude", [](I& o, py::handle v) { o.exclude = text_list(v); }},
    {"tooling_directories", [](I& o, py::handle v) { o.tooling_directories = text_list(v); }},
    {"extra_extensions",
     [](I& o, py::handle v) { o.extra_extensions = v.cast<std::map<std::string, std::string>>(); }},
    {"secrets", store_secrets},
    {"chunk_strategy", [](I& o, py::handle v) { o.chunk_strategy = v.cast<ChunkStrategy>(); }},
    {"target_tokens", [](I& o, py::handle v) { o.target_tokens = v.cast<std::uint32_t>(); }},
    {"min_tokens", [](I& o, py::handle v) { o.min_tokens = v.cast<std::uint32_t>(); }},
    {"max_tokens", [](I& o, py::handle v) { o.max_tokens = v.cast<std::uint32_t>(); }},
    {"hard_limit", [](I& o, py::handle v) { o.hard_limit = v.cast<std::uint32_t>(); }},
    {"text_overlap", [](I& o, py::handle v) { o.text_overlap = v.cast<double>(); }},
};

}  // namespace

GivenSearch given_search(SearchOptions base, const py::kwargs& given) {
  std::vector<std::string> names;  // the values refer to them
  names.reserve(given.size());
  std::vector<json::NamedValue> values;
  for (const auto& [key, value] : given) {
    const std::string& name = names.emplace_back(std::string(py::str(key)));
    const auto* own = find_keyword<SearchOptions>(kOwnSearchKeywords, name);
    const auto* option = json::find_search_option(name);
    if (own == nullptr && (option == nullptr || !option->is_on(json::kOnPython)))
      raise_unknown(name, search_names());
    if (value.is_none()) continue;
    if (own != nullptr) {
      store(*own, base, value);
      continue;
    }
    auto read = converted(name, value, [&] { return value_of(*option, value); });
    values.push_back({name, option, std::move(read)});
  }
  return unwrap(json::given_search(std::move(base), std::move(values)));
}

IndexOptions index_options(IndexOptions base, const py::kwargs& given) {
  return apply<IndexOptions>(std::move(base), given, kIndexKeywords);
}

std::size_t count_of(std::string_view name, std::int64_t value) {
  if (value < 0) raise_out_of_range(name, std::to_string(value));
  return static_cast<std::size_t>(value);
}

}  // namespace codeweaver::python
