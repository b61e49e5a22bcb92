// The harness: cases, their repeated runs, and the report as text and JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::bench {

class Workbench;

/// The measurements of one run of a case, and whether its answers were correct.
class Run {
 public:
  struct Value {
    std::string name, unit;
    double value = 0;
  };
  void record(std::string name, std::string unit, double value) {
    values_.push_back({std::move(name), std::move(unit), value});
  }
  /// Fails the case if the condition is false; `what` describes the expected result.
  void check(bool holds, std::string what) {
    if (!holds) faults_.push_back(std::move(what));
  }
  const std::vector<Value>& values() const noexcept { return values_; }
  const std::vector<std::string>& faults() const noexcept { return faults_; }

 private:
  std::vector<Value> values_;
  std::vector<std::string> faults_;
};

/// A measurement. `body` runs once as a warm-up and then the requested number of times. It must
/// record the same names in each run.
struct Case {
  std::string name;  ///< "group/case"
  std::string what;  ///< one line
  std::function<void(Workbench&, Run&)> body;
};

/// A measured quantity over all runs of a case.
struct Figure {
  std::string name, unit;
  std::vector<double> samples;  ///< in order of the runs
};

struct CaseReport {
  std::string name;
  std::vector<Figure> figures;
  std::vector<std::string> faults;  ///< of all runs; empty: all answers were correct
};

/// The `share` quantile (0..1) of the samples, by nearest rank. `samples` must not be empty.
double percentile(std::vector<double> samples, double share);

/// Runs a case once as a warm-up, then `runs` times for the figures. An exception becomes a fault.
CaseReport run_case(const Case& bench_case, Workbench& workbench, std::size_t runs);

/// The figures as a table: median, p95, unit.
std::string to_text(const CaseReport& report);

using evaluate::Stopwatch;

/// The value of a call; throws if it failed.
template <class T>
T need(Result<T>&& result) {
  if (!result) throw std::runtime_error(result.error().message());
  return std::move(*result);
}
inline void need(Result<void>&& result) {
  if (!result) throw std::runtime_error(result.error().message());
}

}  // namespace codeweaver::bench
