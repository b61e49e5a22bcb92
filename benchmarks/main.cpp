// benchmark_cases: selects cases, runs them, prints the report and writes it as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cases.hpp"
#include "evaluate/machine.hpp"
#include "export_vectors.hpp"
#include "generated_tree.hpp"
#include "json/writer.hpp"
#include "machine.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr char kUsage[] =
    "Usage: benchmark_cases [options]\n"
    "  --list           prints the cases and exits\n"
    "  --filter TEXT    only cases with TEXT in their name; may be repeated\n"
    "  --runs N         measured runs after a warm-up (default 5)\n"
    "  --corpus DIR     index a copy of this folder (default: a generated tree)\n"
    "  --files N        at most N files of the corpus, spread evenly over the sorted paths\n"
    "  --workers N      threads of an indexing run (default: one per core)\n"
    "  --work DIR       parent of the scratch folder (default: the temporary folder)\n"
    "  --generate DIR   only writes a generated tree to DIR (--files, --bytes, --seed)\n"
    "  --vectors FILE   only writes the vectors of the corpus's chunks to FILE, as 32-bit floats\n"
    "  --bytes N        size of the generated tree, about N bytes\n"
    "  --seed N         seed of the generated tree (default 1)\n"
    "  --json FILE      also writes the report to FILE\n"
    "  --commit ID      commit id for the report\n";

struct Arguments {
  WorkbenchOptions bench;
  std::vector<std::string> filters;
  std::size_t runs = 5;
  std::string json, commit, generate, vectors;
  std::uint64_t bytes = 0, seed = 1;
  bool list = false;
};

std::optional<std::size_t> number(std::string_view text) {
  std::size_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return out;
}

/// Nullopt: an argument is invalid or its value is missing.
std::optional<Arguments> parse(const std::vector<std::string>& given) {
  Arguments out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "--list") {
      out.list = true;
      continue;
    }
    if (i + 1 == given.size()) return std::nullopt;
    const auto& name = given[i];
    const auto& value = given[++i];
    const auto count = number(value);
    if (name == "--filter") {
      out.filters.push_back(value);
    } else if (name == "--corpus") {
      out.bench.corpus = value;
    } else if (name == "--work") {
      out.bench.work = value;
    } else if (name == "--json") {
      out.json = value;
    } else if (name == "--commit") {
      out.commit = value;
    } else if (name == "--runs" && count && *count > 0) {
      out.runs = *count;
    } else if (name == "--generate") {
      out.generate = value;
    } else if (name == "--vectors") {
      out.vectors = value;
    } else if (name == "--bytes" && count) {
      out.bytes = *count;
    } else if (name == "--seed" && count) {
      out.seed = *count;
    } else if (name == "--files" && count) {
      out.bench.files = *count;
    } else if (name == "--workers" && count) {
      out.bench.workers = *count;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::vector<Case> chosen_cases(const std::vector<std::string>& filters) {
  std::vector<Case> out;
  for (const auto& group :
       {index_cases(), stage_cases(), query_cases(), micro_cases(), rerank_cases(), storage_cases(),
        segment_cases(), push_cases(), overlay_cases(), vector_cases()})
    for (const auto& one : group) {
      bool is_chosen = filters.empty();
      for (const auto& filter : filters)
        is_chosen = is_chosen || one.name.find(filter) != std::string::npos;
      if (is_chosen) out.push_back(one);
    }
  return out;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts report_facts(const Arguments& arguments, Workbench& bench) {
  auto facts = bench_facts(arguments.commit);
  const auto& corpus = bench.corpus();
  facts.emplace_back("corpus", corpus.origin + ": " + std::to_string(corpus.files.size()) +
                                   " files, " + std::to_string(corpus.bytes / 1'000'000) + " MB");
  facts.emplace_back("runs", std::to_string(arguments.runs));
  return facts;
}

std::string to_json(const Facts& facts, const std::vector<CaseReport>& reports) {
  json::Writer out(json::Layout::kIndented);
  out.begin_object().key("facts").begin_object();
  for (const auto& [name, value] : facts) out.member(name, value);
  out.end_object().member("warning", build_warning()).key("cases").begin_array();
  for (const auto& report : reports) {
    out.begin_object().member("name", report.name).key("figures").begin_array();
    for (const auto& figure : report.figures) {
      out.begin_object().member("name", figure.name).member("unit", figure.unit);
      out.member("median", percentile(figure.samples, 0.5));
      out.member("p95", percentile(figure.samples, 0.95)).key("samples").begin_array();
      for (const double sample : figure.samples) out.value(sample);
      out.end_array().end_object();
    }
    out.end_array().key("faults").begin_array();
    for (const auto& fault : report.faults) out.value(fault);
    out.end_array().end_object();
  }
  return out.end_array().end_object().take() + '\n';
}

/// Fails if the folder is not empty, so that the tree has exactly the generated files.
int generate(const Arguments& arguments) {
  const GeneratedSize size{arguments.bench.files, arguments.bytes};
  if (size.files == 0 && size.bytes == 0)
    throw std::runtime_error("--generate needs --files or --bytes");
  if (std::filesystem::exists(arguments.generate) && !std::filesystem::is_empty(arguments.generate))
    throw std::runtime_error(arguments.generate + " is not empty");
  const evaluate::Stopwatch watch;
  const auto bytes =
      static_cast<double>(write_generated_tree(arguments.generate, size, arguments.seed));
  std::printf("%.0f bytes, %.1f MB/s\n", bytes, bytes / 1e6 / watch.wall());
  return 0;
}

int run(const Arguments& arguments) {
  if (!arguments.generate.empty()) return generate(arguments);
  if (!arguments.vectors.empty()) {
    const auto shape = export_vectors(arguments.bench.corpus, arguments.vectors);
    std::printf("%zu vectors of %zu\n", shape.count, shape.dimension);
    return 0;
  }
  const auto cases = chosen_cases(arguments.filters);
  if (arguments.list || cases.empty()) {
    for (const auto& one : cases) std::printf("%-20s %s\n", one.name.c_str(), one.what.c_str());
    if (cases.empty()) std::fputs("No case matches the filter; see --list.\n", stderr);
    return cases.empty() ? 2 : 0;
  }
  Workbench bench(arguments.bench);
  const auto facts = report_facts(arguments, bench);
  for (const auto& [name, value] : facts) std::printf("%-10s %s\n", name.c_str(), value.c_str());
  const auto warning = build_warning();
  if (!warning.empty())
    std::printf("\n*** WARNING: %s. These figures are not representative. ***\n", warning.c_str());
  std::printf("\n%-36s %12s %12s  %s\n", "", "median", "p95", "unit");
  std::vector<CaseReport> reports;
  bool is_right = true;
  for (const auto& one : cases) {
    reports.push_back(run_case(one, bench, arguments.runs));
    std::fputs(to_text(reports.back()).c_str(), stdout);
    std::fflush(stdout);
    is_right = is_right && reports.back().faults.empty();
  }
  std::printf("load at the end %.1f\n", evaluate::load_average());
  if (!arguments.json.empty()) {
    std::ofstream out(arguments.json, std::ios::binary);
    out << to_json(facts, reports) << std::flush;
    if (!out) throw std::runtime_error("cannot write " + arguments.json);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace codeweaver::bench

int main(int argc, char** argv) {
  using namespace codeweaver::bench;
  if (argc == 2 && std::string_view(argv[1]) == "--help") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  const auto arguments = parse({argv + 1, argv + argc});
  if (!arguments) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    return run(*arguments);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "benchmark_cases: %s\n", failure.what());
    return 1;
  }
}
