// CppIncludes: relative paths, ends of paths, and headers of the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/cpp_includes.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/path_name.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {
namespace {

/// Headers of C and of systems; a project's file of this name is not what `<name>` means.
constexpr std::array kSystemHeaders{
    std::string_view("assert.h"),   std::string_view("complex.h"), std::string_view("ctype.h"),
    std::string_view("dirent.h"),   std::string_view("dlfcn.h"),   std::string_view("errno.h"),
    std::string_view("fcntl.h"),    std::string_view("fenv.h"),    std::string_view("float.h"),
    std::string_view("getopt.h"),   std::string_view("glob.h"),    std::string_view("grp.h"),
    std::string_view("inttypes.h"), std::string_view("io.h"),      std::string_view("iso646.h"),
    std::string_view("libgen.h"),   std::string_view("limits.h"),  std::string_view("locale.h"),
    std::string_view("malloc.h"),   std::string_view("math.h"),    std::string_view("memory.h"),
    std::string_view("netdb.h"),    std::string_view("poll.h"),    std::string_view("process.h"),
    std::string_view("pthread.h"),  std::string_view("pwd.h"),     std::string_view("regex.h"),
    std::string_view("sched.h"),    std::string_view("search.h"),  std::string_view("semaphore.h"),
    std::string_view("setjmp.h"),   std::string_view("signal.h"),  std::string_view("stdarg.h"),
    std::string_view("stdbool.h"),  std::string_view("stddef.h"),  std::string_view("stdint.h"),
    std::string_view("stdio.h"),    std::string_view("stdlib.h"),  std::string_view("string.h"),
    std::string_view("strings.h"),  std::string_view("syslog.h"),  std::string_view("termios.h"),
    std::string_view("tgmath.h"),   std::string_view("threads.h"), std::string_view("time.h"),
    std::string_view("uchar.h"),    std::string_view("unistd.h"),  std::string_view("utime.h"),
    std::string_view("wchar.h"),    std::string_view("wctype.h"),  std::string_view("windows.h")};

constexpr std::array kSystemFolders{std::string_view("sys"),  std::string_view("bits"),
                                    std::string_view("net"),  std::string_view("netinet"),
                                    std::string_view("arpa"), std::string_view("linux"),
                                    std::string_view("asm"),  std::string_view("mach")};

/// "a/b" for "a/./x/../b"; nullopt: it leads out of the project.
std::optional<std::string> normalized(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    }
  }
  std::string out;
  for (const std::string_view part : parts) out += (out.empty() ? "" : "/") + std::string(part);
  return out;
}

std::size_t common_size(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return folder_of(a.substr(0, static_cast<std::size_t>(end - a.begin()))).size();
}

template <std::size_t N>
bool has_word(const std::array<std::string_view, N>& list, std::string_view one) {
  return std::ranges::find(list, one) != list.end();
}

/// True if `<name>` may mean the file at `path`.
bool may_be_shared(std::string_view path, std::string_view name) {
  const auto slash = name.find('/');
  if (slash != std::string_view::npos) return !has_word(kSystemFolders, name.substr(0, slash));
  if (has_word(kSystemHeaders, name)) return false;
  const std::string_view folder = folder_of(path);
  return name.find('.') != std::string_view::npos &&
         (folder.empty() || base::file_name(folder) == "include" ||
          base::file_name(folder) == "inc" || base::file_name(folder) == "src" ||
          base::file_name(folder) == "lib");
}

}  // namespace

std::optional<std::string> CppIncludes::find(SourceTree& tree, std::string_view path,
                                             std::string_view written) {
  if (written.size() < 3) return std::nullopt;
  const auto [at, is_new] =
      found_.try_emplace({std::string(folder_of(path)), std::string(written)});
  if (!is_new) return at->second;
  const bool is_quoted = written.front() == '"';
  const std::string_view name = written.substr(1, written.size() - 2);
  const std::vector<std::string> named = tree.files_named(base::file_name(name));
  if (named.empty()) return std::nullopt;
  if (is_quoted)
    if (const auto near = normalized(path_in(folder_of(path), name));
        near && std::ranges::binary_search(named, *near))
      return at->second = *near;
  std::string_view end = name;
  while (end.starts_with("../") || end.starts_with("./")) end.remove_prefix(end.find('/') + 1);
  std::string ending = "/";
  ending += end;
  for (const std::string& one : named) {
    if (one != end && !one.ends_with(ending)) continue;
    if (!is_quoted && !may_be_shared(one, name)) continue;
    auto& best = at->second;
    if (!best || common_size(one, path) > common_size(*best, path)) best = one;
  }
  return at->second;
}

std::optional<std::string> CppIncludes::source_of(SourceTree& tree, std::string_view header) {
  const std::string_view name = base::file_name(header);
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || name[dot + 1] != 'h') return std::nullopt;
  std::optional<std::string> best;
  for (const std::string_view ending : {".c", ".cc", ".cpp", ".cxx"}) {
    std::string source(name.substr(0, dot));
    source += ending;
    for (const std::string& one : tree.files_named(source))
      if (!best || common_size(one, header) > common_size(*best, header)) best = one;
  }
  return best;
}

bool CppIncludes::is_part(std::string_view path) {
  constexpr std::array kParts{std::string_view(".inl"), std::string_view(".inc"),
                              std::string_view(".ipp"), std::string_view(".tpp"),
                              std::string_view(".tcc")};
  return std::ranges::any_of(kParts,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace codeweaver::graph
