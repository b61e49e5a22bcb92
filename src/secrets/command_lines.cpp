// Finds passwords in command lines: curl -u user:password, mysql -pPASSWORD.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "secrets/characters.hpp"
#include "secrets/patterns.hpp"
#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

using Found = std::optional<Finding>;

constexpr std::size_t kMostArgument = 256;

struct Argument {
  std::size_t begin = 0;
  std::string_view text{};
};

/// Returns the word at `at` without its quotes; empty if a quoted word does not end on its line.
Argument argument_at(std::string_view text, std::size_t at) {
  const bool is_quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
  const auto begin = at + (is_quoted ? 1 : 0);
  const auto rest = text.substr(begin, kMostArgument);
  const auto end = is_quoted ? rest.find_first_of(std::string_view(&text[at], 1))
                             : rest.find_first_of(" \t\r\n\"'`;|)");
  const auto word = rest.substr(0, end);
  if (is_quoted && (end == std::string_view::npos || word.find('\n') != std::string_view::npos))
    return {};
  return {begin, word};
}

bool is_given_password(std::string_view value) {
  return is_password_value(value) || is_key_value(value);
}

/// Returns the part after the sign of "user:password"; Samba's programs take
/// "DOMAIN/user%password".
Found login_in(const Argument& argument, char sign = ':') {
  const auto split = argument.text.find(sign);
  if (split == std::string_view::npos || split == 0 ||
      argument.text.find("://") != std::string_view::npos)
    return {};
  const auto user = argument.text.substr(0, split), password = argument.text.substr(split + 1);
  const bool is_name = std::ranges::all_of(user, [sign](char c) {
    return is_in(c, kUrlSafe | kDot | kPercent) || c == '@' || c == '+' || c == '\\' ||
           (c == '/' && sign == '%');
  });
  if (!is_name || password == user || password.find('/') == 0 || !is_given_password(password))
    return {};
  const auto begin = argument.begin + split + 1;
  return Finding{begin, begin + password.size(), "command_password"};
}

/// Matches " -u user:password" and " -U user%password".
Found match_user_flag(std::string_view text, std::size_t at, Form) {
  const auto flag = text.substr(at, 4);
  if (flag != " -u " && flag != " -U ") return {};
  const auto argument = argument_at(text, at + 4);
  const auto found = flag == " -U " ? login_in(argument, '%') : Found();
  return found ? found : login_in(argument);
}

/// Matches "--user user:password", "--proxy-user=user:password" and "--auth user:password"; the
/// anchor is "user" or "auth".
Found match_user_option(std::string_view text, std::size_t at, Form) {
  const auto before = text.substr(at - std::min<std::size_t>(at, 8), std::min<std::size_t>(at, 8));
  if (!before.ends_with("--") && !before.ends_with("--proxy-")) return {};
  const auto end = at + 4;
  if (end >= text.size() || (text[end] != ' ' && text[end] != '=')) return {};
  const auto argument = argument_at(text, end + 1);
  const auto found = login_in(argument);
  return found ? found : login_in(argument, '%');
}

/// A program with a flag for a password. `is_joined`: there is no space after the flag.
struct PasswordFlag {
  std::string_view program, flag;
  bool is_joined = false;
};
constexpr std::array kPasswordFlags = {
    PasswordFlag{"mysql", "-p", true},    PasswordFlag{"mariadb", "-p", true},
    PasswordFlag{"sshpass", "-p"},        PasswordFlag{"sshpass", "-p", true},
    PasswordFlag{"docker login", "-p"},   PasswordFlag{"podman login", "-p"},
    PasswordFlag{"registry login", "-p"}, PasswordFlag{"buildah login", "-p"},
    PasswordFlag{"mongo", "-p"},          PasswordFlag{"az login", "-p"},
    PasswordFlag{"7z", "-p", true},       PasswordFlag{"unrar", "-p", true},
    PasswordFlag{"sqlcmd", "-P"},         PasswordFlag{"bcp", "-P"},
    PasswordFlag{"unzip", "-P"},          PasswordFlag{"zip", "-P"},
    PasswordFlag{"plink", "-pw"},         PasswordFlag{"pscp", "-pw"},
    PasswordFlag{"redis-cli", "-a"},      PasswordFlag{"ldap", "-w"},
    PasswordFlag{"rabbitmq", "-p"},
};

/// Returns the line before `at`, at most 300 bytes of it.
std::string_view line_before(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostLine = 300;
  const auto before = text.substr(at - std::min(at, kMostLine), std::min(at, kMostLine));
  const auto newline = before.rfind('\n');
  return newline == std::string_view::npos ? before : before.substr(newline + 1);
}

/// Matches a password after a flag. The anchor is the space before the flag, the flag, and the next
/// character.
Found match_password_flag(std::string_view text, std::size_t at, Form) {
  const auto flag_at = at + 1;
  const auto line = line_before(text, at);
  for (const auto& [program, flag, is_joined] : kPasswordFlags) {
    if (text.substr(flag_at, flag.size()) != flag || line.find(program) == std::string_view::npos)
      continue;
    auto value = flag_at + flag.size();
    if (value >= text.size() || (text[value] == ' ') == is_joined) continue;
    const auto argument = argument_at(text, is_joined ? value : value + 1);
    if (argument.text.starts_with('-') || !is_given_password(argument.text)) continue;
    return Finding{argument.begin, argument.begin + argument.text.size(), "command_password"};
  }
  return {};
}

/// Matches "http -a user:password", of HTTPie and its like.
Found match_http_flag(std::string_view text, std::size_t at, Form) {
  const auto line = line_before(text, at);
  const bool is_http =
      std::ranges::any_of(std::array{"http", "https", "xh", "xhs"}, [&](std::string_view program) {
        const auto found = line.find(program);
        const auto end = found + program.size();
        return found != std::string_view::npos && (end == line.size() || line[end] == ' ');
      });
  if (!is_http || text.substr(at, 4) != " -a ") return {};
  return login_in(argument_at(text, at + 4));
}

constexpr std::array kCommandPatterns = {
    Pattern{" -u ", match_user_flag},      Pattern{"user", match_user_option},
    Pattern{" -p ", match_password_flag},  Pattern{" -p?", match_password_flag},
    Pattern{" -p\"", match_password_flag}, Pattern{" -p'", match_password_flag},
    Pattern{" -a ", match_password_flag},  Pattern{" -w ", match_password_flag},
    Pattern{" -a ", match_http_flag},      Pattern{"auth", match_user_option},
};

}  // namespace

std::span<const Pattern> command_patterns() {
  return kCommandPatterns;
}

}  // namespace codeweaver::secrets
