// Tests of files that usually contain secrets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "secrets/secrets.hpp"

namespace codeweaver::secrets {
namespace {

TEST_CASE("is_secret_file: by convention, in any folder and case") {
  for (const char* path :
       {".env", "a/.env", ".env.local", ".env.production", "prod.env", ".ENV", "home/.netrc",
        ".pgpass", ".htpasswd", ".git-credentials", "id_rsa", ".ssh/id_ed25519", "terraform.tfvars",
        "prod.auto.tfvars.json", "terraform.tfstate", "keys/store.jks"})
    for (const char* language : {"", "properties", "hcl", "json"}) {
      CAPTURE(path);
      CHECK(is_secret_file(path, language));
    }
  for (const char* path : {"credentials", ".aws/credentials", "credentials.json", "secrets.yaml",
                           "config/secrets.yml", "credentials-prod.yml", "secrets.toml"})
    CHECK(is_secret_file(path, "yaml"));
}

TEST_CASE("is_secret_file: code, prose and templates are told by what is in them") {
  for (const char* path :
       {"credentials.py", "src/secrets.rs", "CredentialsProvider.java", "secrets_test.go"})
    CHECK_FALSE(is_secret_file(path, "python"));
  CHECK_FALSE(is_secret_file("docs/secrets.md", "markdown"));
  for (const char* path :
       {".env.example", ".env.sample", "env.template", ".env.local.dist", "example.env",
        "credentials.example.json", "secrets.yaml.tmpl", "terraform.tfvars.example"})
    CHECK_FALSE(is_secret_file(path, "yaml"));
  for (const char* path : {"environment.yml", "env.py", "envelope.env.ts", "secretsmanager.yaml",
                           "id_rsa.pub", "npmrc.md", "package.json"})
    CHECK_FALSE(is_secret_file(path, "json"));
}

TEST_CASE("holds_credentials: settings of programs that log in are told by their content") {
  for (const char* text :
       {"//packages.example.test/:_authToken=npm_made_up\n", "_auth = aGVsbG86d29ybGQ=\n",
        "[pypi]\nusername: me\npassword: hunter2\n", "registry=https://me:pw@example.org/npm/\n",
        "export DB_PASSWORD='hunter2'\n", "# a note\nsecret_key = abc\r\n",
        "always-auth=true\n//r/:_password=\"aGk=\"\n"}) {
    CAPTURE(text);
    for (const char* path : {".npmrc", "a/.pypirc", ".ENVRC", "home/.my.cnf"}) {
      CHECK(holds_credentials(path, text));
      CHECK_FALSE(is_secret_file(path, "properties"));
    }
    CHECK_FALSE(holds_credentials("notes.ini", text));
  }
  for (const char* text :
       {"", "engine-strict=true\nsave-exact=true\n", "registry=https://packages.example.test/\n",
        "//packages.example.test/:_authToken=${NPM_TOKEN}\nalways-auth=true\nauth-type=web\n",
        "# _authToken=abc\n; password=abc\n", "export TOKEN=$(pass show token)\nuse flake\n",
        "password =\n", "@scope:registry=https://npm.pkg.github.com\n",
        "[distutils]\nindex-servers =\n    pypi\n"}) {
    CAPTURE(text);
    CHECK_FALSE(holds_credentials(".npmrc", text));
  }
}

TEST_CASE("form_of: bare values count where files are configuration") {
  CHECK(form_of("yaml") == Form::kConfiguration);
  CHECK(form_of("properties") == Form::kConfiguration);
  CHECK(form_of("bash") == Form::kConfiguration);
  CHECK(form_of("python") == Form::kCode);
  CHECK(form_of("cpp") == Form::kCode);
}

}  // namespace
}  // namespace codeweaver::secrets
