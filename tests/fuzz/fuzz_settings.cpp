// Feeds generated files to the editors of `install` and the reader of settings, and checks the
// result.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// fuzz_settings SECONDS [SEED]   so much CPU time, from that seed on; 1: a property did not hold
// fuzz_settings --seed SEED      prints the texts of a seed
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "cli/clients/agent_clients.hpp"
#include "cli/clients/plain_json.hpp"
#include "settings/load.hpp"
#include "settings/toml_edit.hpp"
#include "settings/toml_entry.hpp"

namespace {

using namespace codeweaver;
namespace fs = std::filesystem;

/// Pieces of files as people write them, and pieces that hurt.
constexpr std::string_view kTomlPieces[] = {
    "model = \"o3\"\n",
    "# a note: [mcp_servers.codeweaver]\n",
    "\n",
    "[tui]\n",
    "x = [1, 2, [3]]\n",
    "[mcp_servers]\n",
    "[mcp_servers.other]\n",
    "[mcp_servers.codeweaver]\n",
    "[mcp_servers.\"codeweaver\"] # h\xC3\xA9\n",
    "[ mcp_servers . codeweaver ]\n",
    "[mcp_servers.codeweaver.env]\n",
    "[[mcp_servers.codeweaver.tools]]\n",
    "[[mcp_servers]]\n",
    "codeweaver = { command = \"old\" }\n",
    "codeweaver.command = \"old\"\n",
    "codeweaver = {}\n",
    "codeweaver.env.A = \"1\" # mine\n",
    "mcp_servers.codeweaver.command = \"old\"\n",
    "mcp_servers = { codeweaver = { args = [] }, other = { command = \"x\" } }\n",
    "mcp_servers = { other = { command = \"x\" } }\n",
    "command = \"old\" # why\n",
    "  args = [\n  \"mcp\", # first\n  \"--x\",\n]\n",
    "args = [\"mcp\", \"--project\", \"/p\"]\n",
    "env = { A = \"1\", B = '''\n[x]\n''' }\n",
    "startup_timeout_sec = 60 # needed\n",
    "notes = \"\"\"\n[mcp_servers.codeweaver]\nprose \\\"\"\"\n\"\"\"\n",
    "d = 1979-05-27T07:32:00Z\n",
    "f = nan\n",
    "g = -inf\n",
    "h = 0xFF\n",
    "url = \"http://x\"\n",
    "'quoted key' = 1\n",
    "\"mcp_servers\".codeweaver.args = [\"mcp\"]\n",
    "[search]\n",
    "top_k = 5\n",
    "[indexing]\n",
    "workers = 4\n",
    "exclude = [\"a\", \"b\"]\n",
    "a.b.c = { d = 1 }\n"};
constexpr std::string_view kTomlTokens[] = {
    "[",       "]",        "[[",     "]]",           "{",           "}",       "=",    ".",  ",",
    "\"",      "'",        "\"\"\"", "'''",          "#",           "\n",      "\r\n", "\r", "\\",
    "\\u0041", "\xC3\xA9", "\xFF",   "codeweaver",   "mcp_servers", "command", "1e9",  "-",  "0b1",
    "true",    " ",        "\t",     "\xEF\xBB\xBF", "\xE2\x80\xA8"};
constexpr std::string_view kJsonTokens[] = {"{",
                                            "}",
                                            "[",
                                            "]",
                                            ",",
                                            ":",
                                            "\"",
                                            "\"a\"",
                                            "\"mcpServers\"",
                                            "\"codeweaver\"",
                                            "\"command\"",
                                            "\"args\"",
                                            "\"mcp\"",
                                            "// note\n",
                                            "/* two\n lines */",
                                            "/*",
                                            "*/",
                                            "//",
                                            "\n",
                                            "\r\n",
                                            " ",
                                            "\t",
                                            "1",
                                            "-1.5e3",
                                            "true",
                                            "null",
                                            "\\",
                                            "\\u0041",
                                            "\"\\\"\"",
                                            "\xC3\xA9",
                                            "\xFF",
                                            "\xEF\xBB\xBF",
                                            "{}",
                                            "[]",
                                            "\"env\": {\"A\": \"1\"}",
                                            "99999999999999999999"};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }

  template <std::size_t N>
  std::string soup(const std::string_view (&pieces)[N], std::size_t most) {
    std::string out;
    for (auto count = below(most) + 1; count > 0; --count) out += pieces[below(N)];
    return out;
  }

  std::string toml() { return finished(soup(kTomlPieces, 14), kTomlTokens); }

  std::string json() {
    std::string text = comment() + object(0, true) + comment();
    return finished(std::move(text), kJsonTokens);
  }

 private:
  std::string comment() {
    switch (below(12)) {
      case 0:
        return " // a \"note\", { [\n";
      case 1:
        return " /* two\n lines */ ";
      case 2:
        return "/* } */";
      default:
        return "";
    }
  }
  std::string key(std::size_t depth, bool is_path) {
    if (is_path && depth == 0 && chance(60))
      return chance(95) ? "\"mcpServers\"" : "\"mcp\\u0053ervers\"";
    if (is_path && depth == 1 && chance(50)) return "\"codeweaver\"";
    constexpr std::string_view kKeys[] = {"\"command\"", "\"args\"", "\"env\"",
                                          "\"type\"",    "\"url\"",  "\"a\"",
                                          "\"b c\"",     "\"\\\"\"", "\"\""};
    return std::string(kKeys[below(std::size(kKeys))]);
  }
  std::string value(std::size_t depth, bool is_path) {
    if (depth < 4 && (is_path ? chance(85) : chance(20))) return object(depth, is_path);
    constexpr std::string_view kValues[] = {
        "\"old\"", "[\"mcp\"]", "[\"mcp\", \"--x\",]", "[]",        "1",        "-0.5",
        "true",    "null",      "\"// no } comment\"", "\"stdio\"", "[{}, [1]]"};
    return std::string(kValues[below(std::size(kValues))]);
  }
  std::string object(std::size_t depth, bool is_path) {
    const bool is_wide = chance(70);
    const std::string indent = is_wide ? '\n' + std::string(2 * depth + 2, ' ') : " ";
    std::string out = "{" + comment();
    const auto count = below(4);
    for (std::size_t i = 0; i < count; ++i) {
      const auto name = key(depth, is_path);
      out += indent + name + comment() + ":" + comment() + " " +
             value(depth + 1,
                   is_path && (name.find("erver") != name.npos || name == "\"codeweaver\"")) +
             comment();
      if (i + 1 < count || chance(20)) out += "," + comment();
    }
    return out + (is_wide ? '\n' + std::string(2 * depth, ' ') : "") + "}";
  }

  template <std::size_t N>
  std::string finished(std::string text, const std::string_view (&tokens)[N]) {
    if (chance(15)) text.insert(0, "\xEF\xBB\xBF");
    if (chance(15)) {
      std::string out;
      for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
      text = out;
    }
    if (chance(50)) return text;
    for (auto count = below(6); count > 0 && !text.empty(); --count) {
      const auto at = below(text.size());
      switch (below(4)) {
        case 0:
          text.insert(at, tokens[below(N)]);
          break;
        case 1:
          text.erase(at, below(8));
          break;
        case 2:
          text[at] = static_cast<char>(below(256));
          break;
        default:
          text.insert(at, text.substr(below(text.size()), below(40)));
      }
    }
    return text;
  }

  std::mt19937_64 random_;
};

std::string current;  // for reports: what is being treated

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "DOES NOT HOLD: %s\n%s\n", what, current.c_str());
  std::exit(1);
}

/// Whether all bytes of `part` but blanks stand in `text`, in that order.
bool is_subsequence(std::string_view part, std::string_view text) {
  for (const char c : part) {
    if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) continue;
    const auto at = text.find(c);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + 1);
  }
  return true;
}

/// The values of a file without our entry and without a section that then is empty.
json::Value rest_of(const cli::AgentClient& client, std::string_view text) {
  json::Value values = json::Object{};
  if (cli::plain_json(text).find_first_not_of(" \t\r\n") == std::string::npos) return values;
  auto parsed = cli::parse_commented_json(text);
  require(parsed.has_value(), "the file is JSON");
  values = std::move(*parsed);
  const std::string section(client.section);
  values = cli::with_member_value(std::move(values), {section}, "codeweaver", std::nullopt);
  const auto* const servers = values.find(section);
  if (servers != nullptr && servers->is_object() && servers->if_object()->empty())
    values = cli::with_member_value(std::move(values), {}, section, std::nullopt);
  return values;
}

/// Returns whether the file could be edited.
bool edit(const cli::AgentClient& client, const std::string& text) {
  const auto with = cli::with_server(client, text, "/opt/a \"b\"/codeweaver");
  if (!with) return false;
  if (client.form == cli::ConfigForm::kJson)
    require(rest_of(client, with->text) == rest_of(client, text), "all but our entry is the same");
  const bool is_blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  if (!with->former && !is_blank)
    require(is_subsequence(text, with->text), "a new entry only adds bytes");
  const auto again = cli::with_server(client, with->text, "/opt/a \"b\"/codeweaver");
  require(again && again->text == with->text, "install is idempotent");
  const auto without =
      cli::without_server(client, with->text, "/opt/a \"b\"/codeweaver", with->former);
  require(!without || without->has_value(), "what was put in is found again");
  if (without && client.form == cli::ConfigForm::kJson)
    require(rest_of(client, **without) == rest_of(client, text), "uninstall keeps the rest");
  if (without && !with->former && client.form == cli::ConfigForm::kToml) {
    const auto left = settings::toml_table(**without, {std::string(client.section), "codeweaver"});
    require(left && !*left, "uninstall takes the entry out");
    require(is_subsequence(text, **without + "\r\n"), "uninstall keeps the bytes of the file");
  }
  return true;
}

void read_settings(const fs::path& folder, const std::string& text) {
  std::ofstream(folder / "codeweaver.toml", std::ios::binary) << text;
  settings::LoadRequest request;
  request.project_root = folder;
  const auto loaded = settings::load(request);
  if (loaded) static_cast<void>(settings::show(*loaded));
  const auto set =
      settings::set_toml_values(folder / "codeweaver.toml",
                                {{"search.file_decay", "0.9"}, {"search.fusion", "\"weighted\""}});
  if (set && loaded) require(settings::load(request).has_value(), "changed settings can be read");
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> args(argv, static_cast<std::size_t>(argc));
  const bool shows = argc > 2 && std::string_view(args[1]) == "--seed";
  if (argc < 2) return 2;
  const double seconds = shows ? 0 : std::atof(args[1]);
  std::uint64_t seed = argc > 2 ? std::strtoull(args[2], nullptr, 10) : 1;
  const auto folder = fs::temp_directory_path() / ("fuzz_settings." + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto& codex = *cli::find_agent_client("codex");
  std::uint64_t texts = 0, edited = 0;
  do {
    Maker maker(seed);
    const auto toml = maker.toml(), json = maker.json();
    if (shows) std::printf("%s\n=====\n%s\n", toml.c_str(), json.c_str());
    current = "seed " + std::to_string(seed) + "\n" + toml;
    edited += edit(codex, toml) ? 1 : 0;
    if (seed % 8 == 0) read_settings(folder, toml);
    current = "seed " + std::to_string(seed) + "\n" + json;
    for (const char* id : {"cursor", "claude-code", "opencode"})
      edited += edit(*cli::find_agent_client(id), json) ? 1 : 0;
    texts += 2;
    ++seed;
  } while (static_cast<double>(std::clock()) / CLOCKS_PER_SEC < seconds);
  fs::remove_all(folder);
  std::printf("%llu texts, %llu edits, next seed %llu\n", static_cast<unsigned long long>(texts),
              static_cast<unsigned long long>(edited), static_cast<unsigned long long>(seed));
  return 0;
}
