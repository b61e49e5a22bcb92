// Browser: shows a page in the user's browser.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/os/processes.hpp"
#include "codeweaver/result.hpp"
#include "settings/environment.hpp"

namespace codeweaver::cli {

/// The process that shows a page. It may end at once or live as long as the browser. This class
/// never stops it.
class Browser {
 public:
  /// Starts the first program of BROWSER, else xdg-open, with `url` as its argument, which every
  /// user of the machine can read. `address` is the page for the message of an error.
  /// Errors: kUnavailable "PROGRAM_FAILED" (it cannot be started).
  static Result<Browser> show(const std::string& url, const std::string& address,
                              const settings::Environment& environment);
  Browser(Browser&& other) noexcept : process_(std::exchange(other.process_, {})) {}
  Browser& operator=(Browser&&) noexcept = delete;
  ~Browser();

 private:
  explicit Browser(os::ChildProcess process) noexcept : process_(std::move(process)) {}

  os::ChildProcess process_;
};

}  // namespace codeweaver::cli
