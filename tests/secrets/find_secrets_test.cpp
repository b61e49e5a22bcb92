// Tests of secret detection: recall by kind on random secrets, and false positives.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "secrets/made_secrets.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::secrets {
namespace {

using test::Chance;
using test::MadeKind;
using test::MadeSecret;

constexpr std::size_t kDraws = 200;

/// For the table of docs/internals/reliability.md.
bool is_table_wanted() {
  return std::getenv("CODEWEAVER_SECRETS_TABLE") != nullptr;
}

/// Where tokens stand in files.
std::string in_context(const std::string& token, std::size_t number) {
  switch (number % 6) {
    case 0:
      return "first line\nclient = Client(\"" + token + "\")\nlast line\n";
    case 1:
      return "VALUE=" + token + "\n";
    case 2:
      return "{\"a\": 1, \"value\": \"" + token + "\", \"b\": [2]}";
    case 3:
      return "key: " + token;
    case 4:
      return "curl -H 'X-Value: " + token + "' https://api.internal/v1\n";
    default:
      return "# see " + token + " there\n";
  }
}

bool is_hidden(const std::string& masked, const MadeSecret& secret) {
  const auto hidden = secret.text.substr(secret.text.size() - secret.hidden);
  // A part that is left would be found again.
  for (std::size_t at = 0; at + 12 <= hidden.size(); at += 12)
    if (masked.find(hidden.substr(at, 12)) != std::string::npos) return false;
  return true;
}

struct Recall {
  std::size_t drawn = 0, found = 0;
};

std::map<std::string_view, Recall> recall_of_tokens() {
  std::map<std::string_view, Recall> recalls;
  std::uint64_t seed = 1;
  for (const auto& kind : test::made_tokens()) {
    Chance chance(seed++);
    auto& recall = recalls[kind.kind];
    for (std::size_t i = 0; i < kDraws; ++i) {
      auto secret = kind.make(chance);
      auto text = in_context(secret.text, i);
      const auto size = text.size();
      const auto lines = std::count(text.begin(), text.end(), '\n');
      const auto findings = find_secrets(text, Form::kCode);
      const bool is_named = std::ranges::any_of(
          findings, [&](const Finding& finding) { return finding.kind == kind.kind; });
      mask_secrets(text, Form::kCode);
      CHECK(text.size() == size);
      CHECK(std::count(text.begin(), text.end(), '\n') == lines);
      ++recall.drawn;
      recall.found += is_named && is_hidden(text, secret) ? 1U : 0U;
    }
  }
  return recalls;
}

TEST_CASE("find_secrets: tokens of every kind are found wherever they stand") {
  const auto recalls = recall_of_tokens();
  for (const auto& [kind, recall] : recalls) {
    CAPTURE(kind);
    CAPTURE(recall.found);
    CHECK(recall.found * 100 >= recall.drawn * 97);
    if (is_table_wanted())
      MESSAGE("| `" << kind << "` | " << recall.found << " / " << recall.drawn << " |");
  }
}

TEST_CASE("find_secrets: values that are given to a name are found in code and configuration") {
  Chance chance(77);
  const std::vector<std::pair<Form, std::string>> passwords = {
      {Form::kCode, "const DB_PASSWORD = \"@\";\n"},
      {Form::kCode, "self.password = '@'\n"},
      {Form::kCode, "config[\"smtp_passwd\"] = \"@\"\n"},
      {Form::kCode, "{\"user\": \"app\", \"password\": \"@\"}"},
      {Form::kCode, "set(\"user.password\", \"@\")\n"},
      {Form::kCode, "let pass: &str = \"@\";\n"},
      {Form::kCode, "<password>@</password>\n"},
      {Form::kCode, "<add key=\"DbPassword\" value=\"@\"/>\n"},
      {Form::kCode, "conn = \"Server=db;User Id=app;Password=@;Timeout=3\"\n"},
      {Form::kCode, "body = \"{\\\"password\\\": \\\"@\\\"}\"\n"},
      {Form::kConfiguration, "DB_PASSWORD=@\n"},
      {Form::kConfiguration, "  password: @\n"},
      {Form::kConfiguration, "spring.datasource.password = @\n"},
      {Form::kConfiguration, "mysqldump --password=@ shop\n"},
      {Form::kConfiguration, "export PGPASS_PWD=\"@\"\n"}};
  const std::vector<std::pair<Form, std::string>> keys = {
      {Form::kCode, "aws_secret_access_key = \"@\"\n"},
      {Form::kCode, "String apiKey = \"@\";\n"},
      {Form::kCode, "{\"client_secret\": \"@\"}"},
      {Form::kCode, "SECRET_KEY = b'@'\n"},
      {Form::kCode, "headers = {\"Authorization\": \"Bearer @\"}\n"},
      {Form::kCode, "fetch(`https://api.internal/v1?access_token=@&page=2`)\n"},
      {Form::kConfiguration, "aws_secret_access_key = @\n"},
      {Form::kConfiguration, "auth-token: @\n"},
      {Form::kConfiguration, "ENCRYPTION_KEY=@\n"}};
  const auto found_of = [&](const auto& contexts, const auto& draw, std::size_t count) {
    Recall recall;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [form, context] = contexts[i % contexts.size()];
      const std::string value = draw();
      auto text = context;
      text.replace(text.find('@'), 1, value);
      mask_secrets(text, form);
      ++recall.drawn;
      const bool is_gone = text.find(value) == std::string::npos;
      recall.found += is_gone ? 1U : 0U;
      if (!is_gone) MESSAGE(text);
    }
    return recall;
  };
  const auto password = found_of(
      passwords, [&] { return chance.password(); }, 600);
  const auto key = found_of(
      keys,
      [&] {
        switch (chance.below(3)) {
          case 0:
            return chance.base64(40);
          case 1:
            return chance.hex(32);
          default:
            return chance.alnum(32);
        }
      },
      600);
  CHECK(password.found * 100 >= password.drawn * 97);
  CHECK(key.found * 100 >= key.drawn * 97);
  if (is_table_wanted())
    MESSAGE("| passwords | " << password.found << " / " << password.drawn << " | keys | "
                             << key.found << " / " << key.drawn << " |");
}

TEST_CASE("find_secrets: passwords in addresses are found, addresses stay") {
  Chance chance(5);
  for (const char* scheme : {"postgres", "mysql", "mongodb+srv", "redis", "amqps", "https", "ftp"})
    for (int i = 0; i < 20; ++i) {
      const auto password = chance.alnum(8) + chance.digits(2);
      const auto start = "url = \"" + std::string(scheme) + "://app:";
      auto text = start + password + "@db.example.com:5432/shop\"\n";
      CHECK(mask_secrets(text, Form::kCode) == 1);
      CHECK(text == start + std::string(password.size(), '*') + "@db.example.com:5432/shop\"\n");
    }
}

std::string base64_of(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63U];
  }
  return out;
}

TEST_CASE("find_secrets: keys and logins in base64 are found, certificates stay") {
  Chance chance(21);
  for (int i = 0; i < 50; ++i) {
    for (const std::string title :
         {"RSA PRIVATE ", "PRIVATE ", "OPENSSH PRIVATE ", "EC PRIVATE "}) {
      const auto pem = "-----BEGIN " + title + "KEY-----\n" + test::key_body(chance, 8, "\n") +
                       "-----END " + title + "KEY-----\n";
      auto encoded = base64_of(pem);
      if (i % 2 == 1)
        for (std::size_t at = 76; at < encoded.size(); at += 80) encoded.insert(at, "\n   ");
      auto text = "  client-key-data: " + encoded + "\nnext: value\n";
      CHECK(mask_secrets(text, Form::kConfiguration) == 1);
      CHECK(text.find(encoded.substr(60, 12)) == std::string::npos);
      CHECK(text.find(encoded.substr(encoded.size() - 20, 12)) == std::string::npos);
      CHECK(text.ends_with("\nnext: value\n"));
    }
    const auto certificate =
        base64_of("-----BEGIN CERTIFICATE-----\n" + test::key_body(chance, 8, "\n"));
    CHECK(find_secrets("certificate-authority-data: " + certificate, Form::kConfiguration).empty());
    const auto login = base64_of("deployer:" + chance.password());
    for (auto text :
         {"{\"auths\": {\"https://index.docker.io/v1/\": {\"auth\": \"" + login + "\"}}}",
          "//registry.internal/:_auth=" + login + "\n", "\"auth\":\"" + login + "\""}) {
      CHECK(mask_secrets(text, Form::kCode) == 1);
      CHECK(text.find(login) == std::string::npos);
    }
  }
}

TEST_CASE("find_secrets: passwords in command lines and in sentences are found") {
  Chance chance(22);
  const std::vector<std::string> contexts = {
      "curl -u deployer:@ https://api.internal/v1\n",
      "curl -s -X POST -u 'svc.build:@' https://api.internal/v1\n",
      "$ curl --user deployer:@ https://api.internal/v1\n",
      "curl --proxy-user=deployer:@ https://api.internal/v1\n",
      "curl -U deployer:@ -x proxy https://api.internal/v1\n",
      "http --auth deployer:@ GET api.internal/v1\n",
      "$ https --auth=\"svc.build:@\" api.internal/v1\n",
      "http -a deployer:@ POST api.internal/v1\n",
      "smbclient //host/share -U deployer%@\n",
      "rpcclient -U 'SHOP\\deployer%@' host\n",
      "smbget --user=SHOP/deployer%@ smb://host/share/a.tgz\n",
      "wget --password=@ https://files.internal/a.tgz\n",
      "mysql -h db -u root -p@ shop < dump.sql\n",
      "RUN mysqldump -uroot -p'@' shop\n",
      "sshpass -p @ ssh deployer@host\n",
      "sshpass -p\"@\" ssh deployer@host\n",
      "docker login -u deployer -p @ registry.internal\n",
      "redis-cli -h cache -a @ ping\n",
      "ldapsearch -x -D cn=admin -w @ -b dc=shop\n",
      "The password is @.\n",
      "The password for the staging server is @ (ask Ada).\n",
      "# Admin passphrase was \"@\"\n",
      "Das Passwort lautet @\n",
      "Das Kennwort ist: @\n",
      "Le mot de passe est @.\n",
      "Le mot de passe : @\n",
      "motdepasse: @\n",
      "motDePasse = \"@\"\n",
      "DB_MOT_DE_PASSE = '@'\n",
      "mot_de_passe: @\n",
      "db_kennwort = '@'\n",
      "DB_SENHA = '@'\n",
      "db_contrasena = '@'\n",
      "db_wachtwoord = '@'\n",
      "La contrase\xC3\xB1"
      "a es @\n",
      "A senha \xC3\xA9 @\n",
      "La password \xC3\xA8 @\n",
      "Het wachtwoord is @\n",
      "Has\xC5\x82o to @\n",
      "L\xC3\xB6senordet \xC3\xA4r @\n",
      "Salasana on @\n",
      "\xD0\x9F\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB\xD1\x8C: @\n",
      "\xD0\xBF\xD0\xB0\xD1\x80\xD0\xBE\xD0\xBB\xD1\x8C \xE2\x80\x94 @\n",
      "\xE5\xAF\x86\xE7\xA0\x81\xE6\x98\xAF@\n",
      "\xE3\x83\x91\xE3\x82\xB9\xE3\x83\xAF\xE3\x83\xBC\xE3\x83\x89\xE3\x81\xAF @\n"};
  for (const auto& context : contexts) {
    CAPTURE(context);
    std::size_t found = 0;
    constexpr std::size_t kPasswordDraws = 40;
    for (std::size_t i = 0; i < kPasswordDraws; ++i) {
      const auto password = chance.password();
      auto text = context;
      text.replace(text.find('@'), 1, password);
      mask_secrets(text, Form::kCode);
      found += text.find(password) == std::string::npos ? 1U : 0U;
    }
    CHECK(found * 100 >= kPasswordDraws * 95);
  }
}

TEST_CASE("find_secrets: what only stands for a secret, and what is none, stays") {
  const std::vector<std::string> harmless = {
      "docker run -u 1000:1000 image",
      "curl -u user:password https://example.com",
      "curl -u \"$USER:$PASSWORD\" https://example.com",
      "curl --user ${USER}:${PASSWORD} https://example.com",
      "sudo -u postgres psql -c 'select 1'",
      "psql -U postgres shop2",
      "smbclient //host/share -U user%password",
      "smbclient //host/share -U \"$USER%$PASSWORD\"",
      "http --auth user:password GET example.com",
      "http --auth $USER:$PASSWORD GET example.com",
      "motdepasse: requis",
      "mysql -u root -p shop < dump.sql",
      "mkdir -p build2/release",
      "mkdir -p ~/mysql/data2",
      "docker login -u deployer --password-stdin",
      "ssh -p 2222 deployer@host",
      "\"auth\": \"required\"",
      "\"auth\": {\"type\": \"oauth2\"}",
      "const auth = require('./auth2');",
      "The password is required!",
      "The password is hashed with argon2id.",
      "The password is base64-encoded.",
      "The password is wrong; try again",
      "password is None",
      "if password is not None and user2:",
      "The password for each user is stored in table2",
      "Das Passwort ist falsch",
      "Le mot de passe est obligatoire.",
      "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUN1akNDQWFLZ0F3SUJBZ0lKQU5mM0xqWjZrQw==",
      "aws_access_key_id = AKIAIOSFODNN7EXAMPLE",
      "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      "password = \"changeme\"",
      "password: ${DB_PASSWORD}",
      "PASSWORD=$PASSWORD",
      "password = os.environ[\"DB_PASSWORD\"]",
      "password: \"{{ .Values.password }}\"",
      "token = \"<your-token-1234567890>\"",
      "token: xxxxxxxxxxxxxxxxxxxx",
      "secret = \"my-secret-1\"",
      "API_KEY=your_api_key_here_123",
      "password = \"password\"",
      "password = getpass.getpass(\"Password: \")",
      "if password == confirm_password2:",
      "const token = nextToken(stream2, 14)",
      "token_type = \"bearer\"",
      "self.token = Token.IDENTIFIER_2",
      "expect(token).toBe('identifier-with-2-parts')",
      "private_key_path = \"/etc/ssl/private/key2.pem\"",
      "secretName: postgres-credentials-v2",
      "<label for=\"password\">Password (8 or more)</label>",
      "\"password\": \"Please enter your password\"",
      "postgres://user:password@localhost:5432/db",
      "https://github.com/owner/repo.git@v1.2.3",
      "git@github.com:owner/repo.git",
      "http://localhost:8080@",
      "mongodb://{user}:{password}@{host}/",
      "amqp://guest:guest@rabbit:5672",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0."
      "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
      "-----BEGIN PUBLIC KEY-----",
      "if text.startswith(\"-----BEGIN RSA PRIVATE KEY-----\"):",
      "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
      "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "integrity sha512-AbCdEf0123456789AbCdEf0123456789AbCdEf0123456789AbCdEf01234567==",
      "commit 4721390c0ffee4721390c0ffee4721390c0ffee4",
      "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "sk_test_your_key_goes_here",
      "AIzaSyDummyDummyDummyDummyDummyDummyDum",
      "hf_model_name_or_path_for_tokenizer_files",
      "glpat-xxxxxxxxxxxxxxxxxxxx",
      "SG.sendgrid.example",
      "npm_config_registry_and_other_settings_x",
      "Bearer token",
      "Authorization: Bearer <token>",
      "Authorization: Basic authentication",
      "def hash_password(password: str, rounds: int = 12) -> str:",
      "struct Token { TokenKind kind; std::string_view text; };",
      "using Token = std::variant<Number, Identifier2>;",
      "password_hash = sha256(password + salt2)",
      "compass = \"north-by-2\"",
      "bypass: true",
      "access_key: ref:secrets/prod/aws",
      "key_assignment = \"abc\"",
      "next_page_token = \"\"",
      "csrf_token = request.cookies.get(\"csrf_token_v2\")",
      "SECRET_KEY_FALLBACKS = []",
      "data-us1.json",
      "AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  };
  for (const auto& text : harmless)
    for (const auto form : {Form::kCode, Form::kConfiguration}) {
      CAPTURE(text);
      const auto findings = find_secrets(text, form);
      if (!findings.empty()) CAPTURE(findings.front().kind);
      CHECK(findings.empty());
    }
}

TEST_CASE("find_secrets: the name of a value and the lines of a key stay, quotes too") {
  Chance chance(9);
  const auto value = chance.base64(40);
  std::string text = "aws_secret_access_key = \"" + value + "\"  # of the shop\n";
  CHECK(mask_secrets(text, Form::kCode) == 1);
  CHECK(text == "aws_secret_access_key = \"" + std::string(40, '*') + "\"  # of the shop\n");

  const auto title = std::string("-----BEGIN OPENSSH PRIVATE ") + "KEY-----";
  text = "KEY = (\"" + title + "\\n\"\n       \"" + test::key_body(chance, 6, "\\n\"\n       \"") +
         "-----END OPENSSH PRIVATE KEY-----\")\n";
  const auto before = text;
  CHECK(mask_secrets(text, Form::kCode) == 1);
  CHECK(text.size() == before.size());
  CHECK(std::ranges::count(text, '"') == std::ranges::count(before, '"'));
  CHECK(text.starts_with("KEY = (\"" + title));
  CHECK(text.ends_with("-----END OPENSSH PRIVATE KEY-----\")\n"));
}

TEST_CASE("find_secrets: masking again finds nothing, and findings never overlap") {
  std::uint64_t seed = 400;
  for (const auto& kind : test::made_tokens()) {
    Chance chance(seed++);
    std::string text;
    for (std::size_t i = 0; i < 12; ++i) text += in_context(kind.make(chance).text, i) + "\n";
    std::size_t end = 0;
    for (const auto& finding : find_secrets(text, Form::kConfiguration)) {
      CHECK(finding.begin >= end);
      CHECK(finding.end > finding.begin);
      CHECK(finding.end <= text.size());
      end = finding.end;
    }
    mask_secrets(text, Form::kConfiguration);
    CAPTURE(kind.kind);
    CHECK(find_secrets(text, Form::kConfiguration).empty());
  }
}

TEST_CASE("find_secrets: any bytes are searched to their end") {
  Chance chance(31);
  const std::string soup =
      "pass=:\"'@/-_.eyJ ghp_AKIA-----BEGIN PRIVATE KEY-----\n\\{}[]<>SG.token\xC3\xA4\xFF";
  for (std::size_t size = 0; size < 400; ++size) {
    std::string text = chance.of(soup, size);
    const auto findings = find_secrets(text, Form::kConfiguration);
    for (const auto& finding : findings) CHECK(finding.end <= text.size());
  }
}

TEST_CASE("find_secrets: time grows with the text, whatever it repeats") {
  for (const std::string_view repeated :
       {"-----BEGIN PRIVATE KEY-----\n", "password", "token=", "p://a:", "eyJ", "://", "pwd=\"",
        "secret_", "-----BEGIN RSA PRIVATE KEY-----\nAAAA"}) {
    std::string text;
    while (text.size() < (1U << 20)) text += repeated;
    CHECK(find_secrets(text, Form::kConfiguration).size() < text.size());
  }
}

TEST_CASE("find_secrets: the page on reliability lists every kind") {
  std::ifstream file(std::string(CODEWEAVER_SOURCE_DIR) + "/docs/internals/reliability.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  CHECK(secret_kinds().size() >= 40);
  for (const auto kind : secret_kinds()) {
    CAPTURE(kind);
    CHECK(page.find("`" + std::string(kind) + "`") != std::string::npos);
  }
}

}  // namespace
}  // namespace codeweaver::secrets
