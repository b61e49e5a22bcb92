// Files that hold secrets by convention.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "secrets/secrets.hpp"

namespace codeweaver::secrets {
namespace {

TEST_CASE("is_secret_file: by convention, in any folder and case") {
  for (const char* path : {".env", "a/.env", ".env.local", ".env.production", "prod.env", ".ENV",
                           ".envrc", ".npmrc", "home/.netrc", ".pypirc", ".pgpass", ".htpasswd",
                           ".git-credentials", "id_rsa", ".ssh/id_ed25519", "terraform.tfvars",
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

TEST_CASE("form_of: bare values count where files are configuration") {
  CHECK(form_of("yaml") == Form::kConfiguration);
  CHECK(form_of("properties") == Form::kConfiguration);
  CHECK(form_of("bash") == Form::kConfiguration);
  CHECK(form_of("python") == Form::kCode);
  CHECK(form_of("cpp") == Form::kCode);
}

}  // namespace
}  // namespace codeweaver::secrets
