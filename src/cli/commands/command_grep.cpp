// codeweaver grep: exact text and regular expressions, with the output format of ripgrep.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <system_error>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/render_grep.hpp"
#include "cli/render/render_grep_json.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kGrepBuffer = 64U << 10;

constexpr int kFound = 0, kNothingFound = 1, kTrouble = 2;

/// Buffers the output and writes it in large pieces.
class GrepOutput {
 public:
  explicit GrepOutput(const Streams& streams) : streams_(streams) {}
  ~GrepOutput() { flush(); }
  GrepOutput(const GrepOutput&) = delete;
  GrepOutput& operator=(const GrepOutput&) = delete;

  std::string& text() { return text_; }
  void flush_if_full() {
    if (text_.size() >= kGrepBuffer) flush();
  }
  void flush() {
    streams_.out.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

 private:
  const Streams& streams_;
  std::string text_;
};

/// The file that standard output is redirected to. Its lines are not matches.
class OutputFile {
 public:
  OutputFile() {
    is_file_ = os::status_of(os::kStandardOutput, status_) && status_.type == os::FileType::kFile;
  }
  bool is(const std::filesystem::path& path) const {
    os::FileStatus other;
    return is_file_ && os::status_of(path.c_str(), other) && other.inode == status_.inode &&
           other.device == status_.device;
  }

 private:
  os::FileStatus status_;
  bool is_file_ = false;
};

std::ostream& grep_warning(const Streams& streams) {
  return streams.err << styled(streams, Style::kWarning, "Warning: ");
}

/// Reads the positional arguments: the pattern, unless -e gave one, then paths. Returns false if
/// there is no pattern.
bool take_words(const GrepCommand& command, const Streams& streams, TextSearchOptions& search) {
  search.patterns = command.expressions;
  search.paths = command.positional;
  if (search.patterns.empty() && !command.is_files) {
    if (search.paths.empty()) return false;
    search.patterns.push_back(search.paths.front());
    search.paths.erase(search.paths.begin());
  }
  search.input = [in = streams.piped_in >= 0 ? streams.piped_in : os::kStandardInput](
                     char* out, std::size_t size) { return os::read_some(in, out, size); };
  return true;
}

/// Sets the folders of the user's global ignore rules.
void take_user(const Session& session, TextSearchOptions& search) {
  search.home_folder = session.home_folder();
  const auto& environment = session.environment();
  if (const auto found = environment.find("XDG_CONFIG_HOME"); found != environment.end())
    search.settings_folder = found->second;
}

bool asks_for_namespaces(const TextSearchOptions& search) {
  return search.purpose || !search.chunk_strategy.empty();
}

TextIndexPlace index_place(const Project& project) {
  return {project.root, project.state_dir, project.tree, project.project_id};
}

/// Returns the index of the project that contains the searched place. Paths of namespaces are not
/// places, so the working directory decides for them.
std::optional<TextIndexPlace> index_of(const Session& session, const TextSearchOptions& search) {
  const auto registry = session.registry();
  if (!registry) return std::nullopt;
  std::error_code ignored;
  const auto first = search.paths.empty() || asks_for_namespaces(search)
                         ? search.working_directory
                         : search.working_directory / search.paths.front();
  const auto project = registry->containing(std::filesystem::weakly_canonical(first, ignored));
  if (!project || !*project) return std::nullopt;
  return index_place(**project);
}

/// The index of the project that --project names by id, folder or a folder inside. Without paths
/// that folder is searched. Errors: kNotFound.
Result<std::optional<TextIndexPlace>> index_of_named(const Session& session,
                                                     TextSearchOptions& search) {
  CODEWEAVER_ASSIGN(const auto registry, session.registry());
  const auto& name = session.options().project;
  std::error_code ignored;
  auto folder = std::filesystem::weakly_canonical(search.working_directory / name, ignored);
  std::optional<Project> project;
  auto by_id = registry.find(name);
  if (by_id) {
    folder = by_id->root;
    project = std::move(*by_id);
  } else if (!std::filesystem::is_directory(folder, ignored)) {
    return by_id.error();
  } else {
    CODEWEAVER_ASSIGN(project, registry.containing(folder));
  }
  const bool is_here =
      folder == std::filesystem::weakly_canonical(search.working_directory, ignored);
  if (search.paths.empty() && !is_here && !asks_for_namespaces(search))
    search.paths = {folder.string()};
  if (!project) return std::optional<TextIndexPlace>{};
  return std::optional(index_place(*project));
}

/// The index to use, if there is one, and the paths where none are given: the folder of the named
/// project, else the piped input.
Result<std::optional<TextIndexPlace>> choose_index(const Session& session,
                                                   const GrepCommand& command,
                                                   TextSearchOptions& search) {
  std::optional<TextIndexPlace> place;
  if (!session.options().project.empty() && session.can(Feature::kIndexing)) {
    CODEWEAVER_ASSIGN(place, index_of_named(session, search));
  } else {
    if (search.paths.empty() && session.streams().piped_in >= 0 && !command.is_files)
      search.paths = {"-"};
    place = index_of(session, search);
  }
  if (command.is_files && !asks_for_namespaces(search)) place.reset();
  return place;
}

GrepLook look_of(const GrepCommand& command, const TextSearchOptions& search,
                 const Streams& streams) {
  std::error_code ignored;
  const bool is_history = !search.ref.empty() || !search.changed_in.empty();
  const auto only = search.paths.size() == 1 ? search.working_directory / search.paths.front()
                                             : search.working_directory;
  const bool is_one_file = asks_for_namespaces(search) ? false
                           : is_history ? std::filesystem::is_regular_file(only, ignored)
                                        : !std::filesystem::is_directory(only, ignored);
  GrepLook look;
  look.is_for_terminal = streams.out_is_terminal;
  look.is_coloured = streams.use_colour;
  look.shows_path = command.file_names.value_or(!is_one_file);
  look.shows_column = command.shows_column;
  look.shows_number =
      command.line_numbers.value_or(streams.out_is_terminal || command.shows_column);
  look.has_heading = command.heading.value_or(streams.out_is_terminal);
  look.is_only = command.is_only;
  look.has_context = search.before + search.after > 0;
  return look;
}

/// Puts purpose and chunk strategy of the namespace before the path.
TextFile in_namespace(TextFile file) {
  file.path = file.name_space.substr(file.name_space.find('/') + 1) + '/' + file.path;
  return file;
}

void print_types(const Streams& streams) {
  for (const auto& [name, globs] : text_file_types()) {
    streams.out << name << ": ";
    for (std::size_t i = 0; i < globs.size(); ++i) streams.out << (i == 0 ? "" : ", ") << globs[i];
    streams.out << '\n';
  }
}

void print_notes(const Streams& streams, const GrepCommand& command,
                 const TextSearchOptions& search, const TextSearchReport& report) {
  for (const auto& [path, problem] : report.problems)
    grep_warning(streams) << printable(path) << ": " << printable(problem) << '\n';
  if (!report.missing.empty()) grep_warning(streams) << printable(report.missing) << '\n';
  if (command.is_files) return;
  if (!report.without_index.empty())
    grep_warning(streams)
        << report.without_index
        << "; every file was read (an index makes this faster: codeweaver index)\n";
  const bool has_quoted_bar = std::ranges::any_of(search.patterns, [](const std::string& pattern) {
    return pattern.find("\\|") != std::string::npos;
  });
  if (report.matched_files == 0 && has_quoted_bar && !search.is_fixed)
    grep_warning(streams) << "\\| matches the character |; to separate alternatives, write |\n";
}

Error no_files_searched() {
  return {ErrorCategory::kNotFound, "NO_FILES_SEARCHED",
          "No file was searched: options or ignore files exclude all files", "searching text",
          "Check -g, -t and the ignore files, or add --no-ignore or --hidden."};
}

/// Prints warnings and returns the exit code.
int end_grep(const Session& session, const GrepCommand& command, const TextSearchOptions& search,
             const TextSearchReport& report) {
  print_notes(session.streams(), command, search, report);
  const bool is_found = command.is_files ? report.files > 0 : report.matched_files > 0;
  if (!report.problems.empty() && !(command.is_quiet && is_found)) return kTrouble;
  if (!command.is_files && report.files == 0 && search.paths.empty()) {
    session.fail(no_files_searched());
    return kTrouble;
  }
  return is_found ? kFound : kNothingFound;
}

/// The search of the command, without what its output needs.
Result<TextSearchOptions> search_of(Session& session, const GrepCommand& command) {
  auto search = command.search;
  search.working_directory = session.working_directory();
  search.after = command.after.value_or(command.around.value_or(0));
  search.before = command.before.value_or(command.around.value_or(0));
  take_user(session, search);
  if (take_words(command, session.streams(), search)) return search;
  return Error{ErrorCategory::kInvalidArgument, "PATTERN_MISSING", "The pattern is missing",
               "reading the command line", "Give a pattern: codeweaver grep PATTERN [PATH...]"};
}

}  // namespace

int run_grep(Session& session, const GrepCommand& command, std::stop_token stop) {
  const auto& streams = session.streams();
  if (command.is_type_list) {
    print_types(streams);
    return kFound;
  }
  auto asked = search_of(session, command);
  if (!asked) {
    session.fail(asked.error());
    return kTrouble;
  }
  auto& search = *asked;
  const auto place = choose_index(session, command, search);
  if (!place) {
    session.fail(place.error());
    return kTrouble;
  }
  const auto look = look_of(command, search, streams);
  const bool counts_places =
      search.wanted == TextWanted::kCounts && command.is_only && !search.is_inverted;
  search.wants_places = look.is_only || look.is_coloured || look.shows_column || counts_places;
  if (command.is_quiet) search.wanted = TextWanted::kPaths;
  if (search.max_count == 0 && !command.is_files) return kNothingFound;

  const bool is_json = command.is_json && search.wanted == TextWanted::kLines &&
                       !command.is_quiet && !command.is_files;
  search.goes_past_zeros = is_json;
  search.wants_places = search.wants_places || is_json;
  GrepJson json(command.line_numbers.value_or(true));
  GrepPrinter printer(look);
  GrepOutput output(streams);
  const auto print_file = [&](const TextFile& file) {
    if (command.is_quiet) return false;
    if (command.is_files || search.wanted == TextWanted::kPaths)
      printer.add_path(file, output.text());
    else if (is_json)
      json.add_file(file, output.text());
    else if (search.wanted == TextWanted::kCounts)
      printer.add_count(file, counts_places ? file.place_count : file.line_count, output.text());
    else
      printer.add_lines(file, output.text());
    output.flush_if_full();
    return true;
  };
  const OutputFile written;
  const TextFileSink print = [&](const TextFile& file) {
    const bool is_on_disk = search.ref.empty() && file.name_space.empty();
    if (is_on_disk && written.is(search.working_directory / file.path)) return true;
    return file.name_space.empty() ? print_file(file) : print_file(in_namespace(file));
  };
  const auto* const index = *place ? &**place : nullptr;
  const auto report = command.is_files ? list_searched(search, index, print, std::move(stop))
                                       : search_text(search, index, print, std::move(stop));
  if (is_json && report) json.add_summary(*report, output.text());
  output.flush();
  if (report) return end_grep(session, command, search, *report);
  session.fail(report.error());
  return kTrouble;
}

}  // namespace codeweaver::cli
