// Recognises files that contain secrets by convention, and configuration languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "secrets/characters.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::secrets {
namespace {

using Names = std::string_view;

constexpr std::array kWhole = {Names(".netrc"),      Names("_netrc"),           Names(".pgpass"),
                               Names(".htpasswd"),   Names(".git-credentials"), Names(".dockercfg"),
                               Names(".vault_pass"), Names(".vault-token"),     Names("id_rsa"),
                               Names("id_dsa"),      Names("id_ecdsa"),         Names("id_ed25519"),
                               Names("master.key")};
constexpr std::array kEndings = {
    Names(".tfvars"),   Names(".tfvars.json"), Names(".tfstate"), Names(".tfstate.backup"),
    Names(".ppk"),      Names(".p12"),         Names(".pfx"),     Names(".jks"),
    Names(".keystore"), Names(".kdbx"),        Names(".env")};
/// Words in names of template files.
constexpr std::array kTemplates = {Names("example"), Names("sample"), Names("template"),
                                   Names("dist"),    Names("tmpl"),   Names("defaults"),
                                   Names("schema")};
/// Data languages, as IDs of the language table. In other languages, a file with such a name is
/// code or prose.
constexpr std::array kData = {Names("json"),   Names("yaml"),       Names("toml"),   Names("xml"),
                              Names("ini"),    Names("properties"), Names("text"),   Names("csv"),
                              Names("dotenv"), Names("hcl"),        Names("config"), Names("other"),
                              Names("")};
constexpr std::array kConfiguration = {
    Names("yaml"),       Names("toml"), Names("ini"),    Names("bash"),  Names("properties"),
    Names("dockerfile"), Names("text"), Names("dotenv"), Names("make"),  Names("config"),
    Names("markdown"),   Names("rst"),  Names("csv"),    Names("other"), Names("")};

template <class List>
bool contains(const List& list, std::string_view word) noexcept {
  return std::ranges::find(list, word) != list.end();
}

bool is_template(std::string_view name) noexcept {
  return std::ranges::any_of(kTemplates, [&](auto word) {
    const auto at = name.find(word);
    return at != std::string_view::npos && (at == 0 || !is_in(name[at - 1], kAlnum));
  });
}

/// Whether a file name begins with a whole word: "credentials.json", "credentials-prod.yml".
bool begins_as(std::string_view name, std::string_view word) noexcept {
  if (name.starts_with('.')) name.remove_prefix(1);
  return name.starts_with(word) &&
         (name.size() == word.size() || !is_in(name[word.size()], kAlnum));
}

}  // namespace

bool is_secret_file(std::string_view path, std::string_view language) {
  std::string name(path.substr(path.rfind('/') + 1));
  std::ranges::transform(name, name.begin(), to_lower);
  if (is_template(name)) return false;
  if (name == ".env" || name.starts_with(".env.") || contains(kWhole, name)) return true;
  if (std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); }))
    return true;
  const bool is_called_so =
      begins_as(name, "credentials") || begins_as(name, "secrets") || name.starts_with("secrets.");
  return is_called_so && contains(kData, language);
}

Form form_of(std::string_view language) noexcept {
  return contains(kConfiguration, language) ? Form::kConfiguration : Form::kCode;
}

}  // namespace codeweaver::secrets
