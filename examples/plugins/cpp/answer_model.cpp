// An answer model: names the place of the best passage and quotes its first line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/ask.hpp>

#include "workspace.hpp"

namespace {

class PlaceModel final : public codeweaver::AnswerModel {
 public:
  const codeweaver::AnswerModelInfo& info() const noexcept override { return info_; }

  codeweaver::Result<codeweaver::ModelAnswer> answer(const codeweaver::AnswerRequest& request,
                                                     std::stop_token) const override {
    codeweaver::ModelAnswer out;
    if (request.passages.empty()) return out;
    const auto& best = request.passages.front();
    const auto first = best.content.substr(0, best.content.find('\n'));
    out.text = "See " + std::string(best.path) + " [1]: " + std::string(first);
    out.citations.push_back({0, {best.lines.start_line, best.lines.start_line}});
    return out;
  }

 private:
  codeweaver::AnswerModelInfo info_{"example", "place-1", false};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUESTION
  auto workspace = open(argv[1], argv[2], {});
  const auto own = codeweaver::ask(workspace, PlaceModel(), argv[3]).value();
  std::cout << own.text << '\n' << own.citations.front().path << "\n\n";
  const auto quoted =
      codeweaver::ask(workspace, *codeweaver::make_extractive_answer_model(), argv[3]).value();
  std::cout << quoted.text;
}
