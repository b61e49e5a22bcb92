// The user's browser, asked to show a page.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/os/processes.hpp"
#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// What was started to show a page. It may end at once or live as long as the browser; it is never
/// ended from here.
class Browser {
 public:
  /// Starts the first program that BROWSER names, else xdg-open, with the address.
  /// Errors: kUnavailable "PROGRAM_FAILED" (it cannot be started).
  static Result<Browser> show(const std::string& address, const settings::Environment& environment);
  Browser(Browser&& other) noexcept : process_(std::exchange(other.process_, {})) {}
  Browser& operator=(Browser&&) noexcept = delete;
  ~Browser();

 private:
  explicit Browser(os::ChildProcess process) noexcept : process_(std::move(process)) {}

  os::ChildProcess process_;
};

}  // namespace codeweaver::cli
