// PrometheusLines: metrics in the text format of Prometheus, version 0.0.4.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Builds the text, one metric family after another. Thread safety: none.
class PrometheusLines {
 public:
  using Label = std::pair<std::string_view, std::string_view>;  ///< name and value
  using Labels = std::initializer_list<Label>;

  /// Starts a family. `kind`: counter, gauge, summary or histogram.
  void head(std::string_view name, std::string_view kind, std::string_view help);
  void value(std::string_view name, double number, Labels labels = {});
  /// A family with one value.
  void single(std::string_view name, std::string_view kind, std::string_view help, double number);
  /// A family with the quantiles of recent values.
  void summary(std::string_view name, std::string_view help, const RecentValues& values);
  /// One histogram of a family started with head().
  void histogram(std::string_view name, const Histogram& values, Labels labels = {});

  std::string take() { return std::move(text_); }

 private:
  void line(std::string_view name, std::string_view suffix, double number, Labels labels,
            std::string_view bound = {});

  std::string text_;
};

}  // namespace codeweaver::service
