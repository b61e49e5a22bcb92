// Calls: questions about the call graph of a project of a few texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::test {

/// Texts that a failed check prints.
struct Lines : std::vector<std::string> {
  using std::vector<std::string>::vector;
  friend std::ostream& operator<<(std::ostream& out, const Lines& lines) {
    for (const auto& line : lines) out << '[' << line << ']';
    return out;
  }
};

/// A project that is opened at the first question.
class Calls {
 public:
  void write(const char* path, const char* text) { write_file(project_.root() / path, text); }
  CallGraphAnswer ask(const std::string& start, const CallGraphOptions& options = {}) {
    if (!core_)
      core_.emplace(
          open_workspace({"shop", "Shop", project_.root(), project_.root() / ".." / "state"}));
    auto found = core_->call_graph(start, options);
    if (!found) FAIL(found.error().message());
    return *std::move(found);
  }
  Error refused(const std::string& start, const CallGraphOptions& options) {
    ask("any");
    const auto found = core_->call_graph(start, options);
    if (found) FAIL("it is not refused");
    return found.error();
  }
  /// "depth path:line name of via link" of each match; the line is the first of the use.
  Lines matches(const std::string& start, const CallGraphOptions& options = {}) {
    Lines out;
    for (const auto& one : ask(start, options).matches)
      out.push_back(std::to_string(one.depth) + ' ' + one.path + ':' +
                    std::to_string(one.lines.front()) + ' ' + one.symbol.name + " of " + one.via +
                    ' ' + std::string(to_string(one.link)) + (one.is_test ? " test" : ""));
    return out;
  }
  /// "path:line name" of the definitions that a walk begins with.
  Lines starts(const std::string& start, const CallGraphOptions& options = {}) {
    Lines out;
    for (const auto& one : ask(start, options).definitions)
      out.push_back(one.path + ':' + std::to_string(one.lines.start_line) + ' ' + one.name);
    return out;
  }
  const ProjectFixture& project() const { return project_; }

 private:
  ProjectFixture project_;
  std::optional<CodeWeaver> core_;
};

}  // namespace codeweaver::test
