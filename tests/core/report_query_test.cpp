// Tests of queries made from bug reports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/report_query.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/stem.hpp"

using namespace codeweaver;

namespace {

constexpr std::string_view kIssue = R"(# Uploads are retried for ever

<!-- Please fill in
all of the form -->
When the archive answers 503, `upload_invoice` is called again and again, and the queue never
drains. See https://tracker.example/issues/12 for what others saw of it.

### Environment
- OS: Ubuntu 22.04
Python version: 3.11
- [x] I have searched the tracker

```python
client.submit_everything(attempts=4)
```
)";

float weight_of(const std::vector<rank::QueryTerm>& terms, std::string_view text) {
  const auto at = std::ranges::find(terms, text, &rank::QueryTerm::text);
  return at == terms.end() ? 0 : at->weight;
}

}  // namespace

TEST_CASE("a report has a title, prose and code, without what its template adds") {
  const auto report = text::read_report(kIssue);
  REQUIRE(report);
  CHECK(report->title == "Uploads are retried for ever");
  CHECK(report->prose ==
        "When the archive answers 503, `upload_invoice` is called again and again, and the queue "
        "never\ndrains. See  for what others saw of it.\n");
  CHECK(report->code == "client.submit_everything(attempts=4)\n");
  CHECK(!report->trace);
}

TEST_CASE("words of a report's title count most and those of its code least") {
  const auto terms = text::analyze_report(*text::read_report(kIssue));
  CHECK(weight_of(terms, text::stem("retried")) == 2.0F);
  CHECK(weight_of(terms, text::stem("archive")) == 1.0F);
  CHECK(weight_of(terms, "client") == 0.4F);
  CHECK(weight_of(terms, "ubuntu") == 0);
  CHECK(weight_of(terms, "tracker") == 0);
}

TEST_CASE("a trace in a report is read beside its prose") {
  const std::string text = std::string(kIssue) +
                           "\nTraceback (most recent call last):\n"
                           "  File \"src/billing/upload.py\", line 17, in upload_invoice\n"
                           "    archive.put(invoice)\n"
                           "TimeoutError: no answer\n";
  const auto report = text::read_report(text);
  REQUIRE(report);
  REQUIRE(report->trace);
  CHECK(report->trace->frames.front().file == "src/billing/upload.py");
  const auto terms = text::analyze_report(*report);
  CHECK(weight_of(terms, "upload_invoice") + weight_of(terms, "uploadinvoice") >= 2.0F);
  CHECK(weight_of(terms, "drain") == 1.0F);
}

TEST_CASE("questions, snippets, lists of names and traces alone are no reports") {
  CHECK(!text::read_report("where do we retry failed uploads"));
  CHECK(!text::read_report("where do we retry failed uploads\nand how often"));
  CHECK(
      !text::read_report("int main() {\n  Pool pool(4);\n  pool.run(task);\n  pool.join();\n"
                         "  return pool.failed() ? 1 : 0;\n  // done with all tasks\n}\n"));
  CHECK(
      !text::read_report("names\nalpha beta gamma delta epsilon zeta eta theta iota kappa "
                         "lambda mu nu xi omicron pi rho sigma\n"));
  CHECK(
      !text::read_report("Traceback (most recent call last):\n"
                         "  File \"src/billing/upload.py\", line 17, in upload_invoice\n"
                         "    archive.put(invoice)\n"
                         "TimeoutError: no answer\n"));
}
