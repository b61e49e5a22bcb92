// Completions for bash, zsh and fish from one table of commands, options and values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/completion.hpp"

#include <utility>

#include "base/joined.hpp"

namespace codeweaver::cli {
namespace {

/// In single quotes for bash and zsh. fish also needs its backslashes escaped.
std::string posix_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + '\'';
}

std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) (c == '\'' || c == '\\' ? out += '\\' : out) += c;
  return out + '\'';
}

/// Returns the path of each command, quoted. A pattern of them finds the command of a line.
std::vector<std::string> paths_below(const CommandText& program) {
  std::vector<std::string> paths;
  for_each_command(program, [&](const CommandText& command) {
    if (&command != &program) paths.push_back(posix_quoted(command.path));
  });
  return paths;
}

/// Returns the pattern for an option before its value:
/// `'codeweaver search:-o' | 'codeweaver search:--output-format'`.
std::string before_value(const CommandText& command, const OptionText& option) {
  std::vector<std::string> patterns;
  for (const auto& name : option.names) patterns.push_back(posix_quoted(command.path + ':' + name));
  return base::joined(patterns, " | ");
}

/// Returns the rows of a `case` on "command:previous word", one for each option with a value.
std::string value_rows(const CommandText& program,
                       const std::pair<std::string, std::string>& words_by,
                       const std::string& files_by) {
  std::string out;
  for_each_command(program, [&](const CommandText& command) {
    for (const auto& option : command.options) {
      if (option.value.empty()) continue;
      out += "    " + before_value(command, option) + ") ";
      if (!option.choices.empty())
        out += words_by.first + base::joined(option.choices, " ") + words_by.second + "; ";
      else if (!option.is_number)
        out += files_by + "; ";
      out += "return ;;\n";
    }
  });
  return out;
}

std::vector<std::string> names_of(const std::vector<OptionText>& options) {
  std::vector<std::string> names;
  for (const auto& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// Returns the words that may follow a command, with descriptions: its sub-commands, or the choices
/// of its first argument.
std::vector<std::pair<std::string, std::string>> first_words(const CommandText& command) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const auto& below : command.commands) words.emplace_back(below.name(), below.about);
  if (words.empty() && !command.arguments.empty())
    for (const auto& choice : command.arguments.front().choices)
      words.emplace_back(choice, command.arguments.front().about);
  return words;
}

/// Returns a name with its description on one line, escaped for zsh.
std::string zsh_described(const std::string& name, const std::string& about) {
  std::string plain;
  for (const char c : about) plain += c == ':' ? "\\:" : std::string(1, c == '\n' ? ' ' : c);
  return posix_quoted(name + ':' + plain);
}

}  // namespace

std::string bash_completion(const CommandText& program) {
  std::string commands, options;
  for_each_command(program, [&](const CommandText& command) {
    std::vector<std::string> names;
    for (const auto& [name, about] : first_words(command)) names.push_back(name);
    if (!names.empty())
      commands += "    " + posix_quoted(command.path) +
                  ") commands=" + posix_quoted(base::joined(names, " ")) + " ;;\n";
    options += "    " + posix_quoted(command.path) +
               ") options=" + posix_quoted(base::joined(names_of(command.options), " ")) + " ;;\n";
  });
  return "# Completion of codeweaver for bash; made by: codeweaver completion bash\n"
         "_codeweaver() {\n"
         "  local at=codeweaver options= commands= i\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  COMPREPLY=()\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"$at ${COMP_WORDS[i]}\" in\n    " +
         base::joined(paths_below(program), " | ") +
         ") at=\"$at ${COMP_WORDS[i]}\" ;;\n    esac\n  done\n"
         "  case \"$at:$before\" in\n" +
         value_rows(program, {"COMPREPLY=($(compgen -W '", "' -- \"$word\"))"},
                    "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))") +
         "  esac\n  case \"$at\" in\n" + commands + "  esac\n  case \"$at\" in\n" + options +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  elif [[ -n $commands ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n"
         "  else\n"
         "    compopt -o filenames\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -F _codeweaver codeweaver\n";
}

std::string zsh_completion(const CommandText& program) {
  std::string rows;
  for_each_command(program, [&](const CommandText& command) {
    rows += "    " + posix_quoted(command.path) + ")\n      flags=(";
    for (const auto& option : command.options)
      for (const auto& name : option.names)
        rows += "\n        " + zsh_described(name, option.about);
    rows += ")\n      below=(";
    for (const auto& [name, about] : first_words(command))
      rows += "\n        " + zsh_described(name, about);
    rows += ") ;;\n";
  });
  return "#compdef codeweaver\n"
         "# Completion of codeweaver for zsh; made by: codeweaver completion zsh\n"
         "_codeweaver() {\n"
         "  local at=codeweaver i\n"
         "  local -a flags below\n"
         "  for ((i = 2; i < CURRENT; i++)); do\n"
         "    case \"$at ${words[i]}\" in\n    (" +
         base::joined(paths_below(program), " | ") +
         ") at=\"$at ${words[i]}\" ;;\n    esac\n  done\n"
         "  case \"$at:${words[CURRENT-1]}\" in\n" +
         value_rows(program, {"compadd -- ", ""}, "_files") + "  esac\n  case \"$at\" in\n" + rows +
         "  esac\n"
         "  if [[ $PREFIX == -* ]]; then\n"
         "    _describe -o option flags\n"
         "  elif (( ${#below} )); then\n"
         "    _describe command below\n"
         "  else\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "if [[ ${funcstack[1]} == _codeweaver ]]; then\n"
         "  _codeweaver \"$@\"\n"
         "else\n"
         "  compdef _codeweaver codeweaver\n"
         "fi\n";
}

std::string fish_completion(const CommandText& program) {
  std::string rows, paths;
  for_each_command(program, [&](const CommandText& command) {
    const auto at =
        "complete -c codeweaver -n " + fish_quoted("__codeweaver_at " + fish_quoted(command.path));
    paths += ' ' + fish_quoted(command.path);
    for (const auto& [name, about] : first_words(command))
      rows += at + " -f -a " + name + " -d " + fish_quoted(about) + '\n';
    for (const auto& option : command.options) {
      rows += at;
      for (const auto& name : option.names)
        rows += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty())
        rows += " -x -a " + fish_quoted(base::joined(option.choices, " "));
      else if (!option.value.empty())
        rows += option.is_number ? " -x" : " -r";
      rows += " -d " + fish_quoted(option.about) + '\n';
    }
  });
  return "# Completion of codeweaver for fish; made by: codeweaver completion fish\n"
         "function __codeweaver_at -a wanted\n"
         "  set -l at codeweaver\n"
         "  for word in (commandline -opc)[2..]\n"
         "    contains -- \"$at $word\"" +
         paths + "; and set at \"$at $word\"\n  end\n  test \"$at\" = \"$wanted\"\nend\n" + rows;
}

}  // namespace codeweaver::cli
