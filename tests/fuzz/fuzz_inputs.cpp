// Feeds the readers of documents, JSON and protocol lines with generated inputs, and counts.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// fuzz_inputs KIND|all SECONDS [SEED]   so much CPU time a kind, from that seed on
// fuzz_inputs --seed KIND SEED          prints the input of a seed
//
// KIND: docx, pptx, notebook, json, mcp
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/os/files.hpp"
#include "base/os/machine.hpp"
#include "base/os/memory.hpp"
#include "base/utf8.hpp"
#include "document/document.hpp"
#include "fuzz/child_runs.hpp"
#include "fuzz/input_generator.hpp"
#include "json/body.hpp"
#include "json/extent.hpp"
#include "json/fault.hpp"
#include "json/integer.hpp"
#include "json/writer.hpp"
#include "mcp/stdio.hpp"

namespace {

using namespace codeweaver;
using fuzz::InputGenerator;

#if defined(__SANITIZE_ADDRESS__)
constexpr int kSlowness = 10;
#else
constexpr int kSlowness = 1;
#endif

/// What a document must hold to: bounded in time and text, one of the known errors, the same twice.
std::string broken_by_document(document::Kind kind, const std::string& bytes) {
  static const std::set<std::string> kCodes{"DOCUMENT_CORRUPT", "DOCUMENT_ENCRYPTED",
                                            "DOCUMENT_TOO_LARGE"};
  const auto before = os::thread_cpu_time();
  const auto text = document::to_markdown(kind, bytes);
  if (os::thread_cpu_time() - before > kSlowness * std::chrono::seconds(1)) return "too slow";
  if (!text) return kCodes.contains(text.error().code) ? "" : "code " + text.error().code;
  if (!base::is_utf8(*text)) return "not UTF-8";
  const auto again = document::to_markdown(kind, bytes);
  return again && *again == *text ? "" : "not the same twice";
}

std::string broken_by_json(const std::string& text) {
  constexpr std::size_t kMostValues = 50'000;
  const auto value = json::parse_body(text, {.max_values = kMostValues});
  std::size_t members = 0;
  const bool is_whole = json::for_each_member(text, [&](std::string_view, std::string_view) {
    ++members;
    return true;
  });
  json::for_each_item(text, [](std::string_view) { return true; });
  if (!value) {
    if (value.error().code == "TOO_MANY_VALUES") return "";
    return json::find_fault(text, json::kMaxDepth) ? "" : "refused without a fault";
  }
  if (json::parse(text).has_value() == json::find_fault(text, json::kMaxDepth).has_value())
    return "two readers do not agree";
  if (const auto* object = value->if_object(); object != nullptr)
    if (!is_whole || object->size() != members) return "other members by extent";
  const auto dumped = json::dump(*value);
  const auto again = json::parse(dumped);
  return again && json::dump(*again) == dumped ? "" : "not the same when written and read";
}

mcp::Server small_server() {
  mcp::Server server({"test", "Test", "1", ""});
  mcp::Tool tool;
  tool.name = "a";
  tool.input_schema = *json::parse(R"({"type":"object"})");
  tool.call = [](const json::Value& arguments, const mcp::RequestContext&) {
    return mcp::ToolResult{json::dump(arguments), std::nullopt, false};
  };
  server.add(tool);
  return server;
}

/// What a server writes for these lines.
std::string answers_to(const std::string& lines) {
  static const auto server = small_server();
  const auto input = os::memory_file(lines);
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return "no pipe";
  const os::Descriptor read_end(ends[0]);
  os::Descriptor write_end(ends[1]);
  std::string out;
  std::thread reader([&] {
    std::array<char, 65536> buffer{};
    for (;;) {
      const auto size = os::read_some(read_end.get(), buffer.data(), buffer.size());
      if (size <= 0) return;
      out.append(buffer.data(), static_cast<std::size_t>(size));
    }
  });
  mcp::serve_stdio(server, {.input = input.get(),
                            .output = write_end.get(),
                            .workers = 2,
                            .ends_with_parent = false,
                            .last_answers = std::chrono::seconds(20)});
  write_end.close();
  reader.join();
  return out;
}

template <class Take>
void for_each_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Each answer is JSON-RPC, and each request with an id of its own gets one.
std::string broken_by_mcp(const std::string& lines) {
  std::string fault;
  std::set<std::string> answered;
  for_each_line(answers_to(lines), [&](std::string_view line) {
    const auto message = json::parse(line);
    const auto* version = message ? message->find("jsonrpc") : nullptr;
    if (version == nullptr || version->if_string() == nullptr) fault = "an answer is not JSON-RPC";
    if (version == nullptr) return;
    if (const auto* id = message->find("id"); id != nullptr) answered.insert(json::dump(*id));
  });
  for_each_line(lines, [&](std::string_view line) {
    const auto message = json::parse_body(line);
    if (!message || !message->is_object()) return;
    const auto* id = message->find("id");
    const auto* method = message->find("method");
    if (id == nullptr || method == nullptr || method->if_string() == nullptr) return;
    const auto* version = message->find("jsonrpc");
    if (version == nullptr || *version != json::Value("2.0")) return;
    if (!id->is_string() && !json::as_integer(*id)) return;
    if (message->find("result") != nullptr || message->find("error") != nullptr) return;
    if (!answered.contains(json::dump(*id))) fault = "no answer to " + std::string(line);
  });
  return fault;
}

struct InputKind {
  std::string_view name;
  std::string (InputGenerator::*make)();
  std::string (*broken)(const std::string& input);
};
constexpr InputKind kKinds[] = {
    {"docx", &InputGenerator::docx,
     [](const std::string& bytes) { return broken_by_document(document::Kind::kDocx, bytes); }},
    {"pptx", &InputGenerator::pptx,
     [](const std::string& bytes) { return broken_by_document(document::Kind::kPptx, bytes); }},
    {"notebook", &InputGenerator::notebook,
     [](const std::string& bytes) { return broken_by_document(document::Kind::kNotebook, bytes); }},
    {"json", &InputGenerator::json, &broken_by_json},
    {"mcp", &InputGenerator::mcp_lines, &broken_by_mcp},
};

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  const bool prints = arguments.size() == 3 && arguments[0] == "--seed";
  const auto name = prints ? arguments[1] : arguments.empty() ? "" : arguments[0];
  std::uint64_t faults = 0;
  std::size_t known = 0;
  for (const auto& kind : kKinds) {
    if (arguments.size() < 2 || (kind.name != name && (prints || name != "all"))) continue;
    ++known;
    const auto make = [&](std::uint64_t seed) { return (InputGenerator(seed).*kind.make)(); };
    if (prints) {
      const auto input = make(std::strtoull(values[3], nullptr, 10));
      std::fwrite(input.data(), 1, input.size(), stdout);
      continue;
    }
    const auto tally =
        fuzz::run_in_children(std::string(kind.name), std::strtod(values[2], nullptr),
                              count > 3 ? std::strtoull(values[3], nullptr, 10) : 1,
                              [&](std::uint64_t seed, std::uint64_t& bytes) {
                                const auto input = make(seed);
                                bytes += input.size();
                                return kind.broken(input);
                              });
    faults += tally.faults;
    std::printf("%-10s %8llu inputs, %llu bytes, %.1f CPU seconds, %llu faults\n",
                std::string(kind.name).c_str(), static_cast<unsigned long long>(tally.inputs),
                static_cast<unsigned long long>(tally.bytes), tally.cpu_seconds,
                static_cast<unsigned long long>(tally.faults));
    std::fflush(stdout);
  }
  if (known == 0) {
    std::fprintf(stderr,
                 "usage: fuzz_inputs KIND|all SECONDS [SEED] | --seed KIND SEED\n"
                 "KIND: docx, pptx, notebook, json, mcp\n");
    return 2;
  }
  return faults == 0 ? 0 : 1;
}
