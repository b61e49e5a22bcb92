// Repeats cases and computes median and p95 of their values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>

namespace codeweaver::bench {
namespace {

void add(CaseReport& report, const Run& run) {
  for (const auto& value : run.values()) {
    auto at = std::find_if(report.figures.begin(), report.figures.end(),
                           [&](const Figure& figure) { return figure.name == value.name; });
    if (at == report.figures.end()) at = report.figures.insert(at, {value.name, value.unit, {}});
    at->samples.push_back(value.value);
  }
}

void add_faults(CaseReport& report, const Run& run) {
  for (const auto& fault : run.faults())
    if (std::find(report.faults.begin(), report.faults.end(), fault) == report.faults.end())
      report.faults.push_back(fault);
}

}  // namespace

double percentile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto rank = std::ceil(share * static_cast<double>(samples.size()));
  return samples[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

CaseReport run_case(const Case& bench_case, Workbench& workbench, std::size_t runs) {
  CaseReport report{bench_case.name, {}, {}};
  for (std::size_t i = 0; i <= runs; ++i) {
    Run run;
    try {
      bench_case.body(workbench, run);
    } catch (const std::exception& failure) {
      report.faults.emplace_back(failure.what());
      return report;
    }
    add_faults(report, run);
    if (i > 0) add(report, run);  // the first run is the warm-up
  }
  return report;
}

std::string to_text(const CaseReport& report) {
  std::array<char, 160> line{};
  std::string out = report.name + '\n';
  for (const auto& figure : report.figures) {
    std::snprintf(line.data(), line.size(), "  %-34s %12.3f %12.3f  %s\n", figure.name.c_str(),
                  percentile(figure.samples, 0.5), percentile(figure.samples, 0.95),
                  figure.unit.c_str());
    out += line.data();
  }
  for (const auto& fault : report.faults) out += "  WRONG: " + fault + '\n';
  return out;
}

}  // namespace codeweaver::bench
