// Random secrets in the formats of their issuers: none is real, and scanners find none in this
// file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::test {

/// Draws characters; the same ones for the same seed, on every platform.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  std::string of(std::string_view characters, std::size_t length) {
    std::string out;
    for (std::size_t i = 0; i < length; ++i) out += characters[below(characters.size())];
    return out;
  }
  std::string digits(std::size_t n) { return of("0123456789", n); }
  std::string hex(std::size_t n) { return of("0123456789abcdef", n); }
  std::string lower(std::size_t n) { return of("abcdefghijklmnopqrstuvwxyz0123456789", n); }
  std::string upper(std::size_t n) { return of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", n); }
  std::string base32(std::size_t n) { return of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n); }
  std::string alnum(std::size_t n) { return of(kAlnum, n); }
  std::string url_safe(std::size_t n) { return of(std::string(kAlnum) + "-_", n); }
  std::string base64(std::size_t n) { return of(std::string(kAlnum) + "+/", n); }
  std::string uuid() {
    return hex(8) + '-' + hex(4) + "-4" + hex(3) + "-a" + hex(3) + '-' + hex(12);
  }
  /// As people choose them: with a capital, a digit and a sign.
  std::string password() {
    return of("BCDFGHKLMNPRSTVWXZ", 1) + of("abcdefghijkmnopqrstuvwxyz", 5 + below(5)) +
           digits(1 + below(3)) + of("!@#$%^&*+?", 1 + below(2));
  }

 private:
  static constexpr std::string_view kAlnum =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::mt19937_64 random_;
};

/// A whole token of one kind; `hidden` of its characters, at the end, must not be kept.
struct MadeSecret {
  std::string text;
  std::size_t hidden = 0;
};

struct MadeKind {
  std::string_view kind;
  std::function<MadeSecret(Chance&)> make;
};

/// What makes a token of `prefix` and a body that must not be kept.
inline MadeSecret made(std::string prefix, const std::string& body) {
  return {prefix + body, body.size()};
}

/// Base64 in lines of 64, as PEM has it.
inline std::string key_body(Chance& chance, std::size_t lines, std::string_view line_end = "\n") {
  std::string out;
  for (std::size_t i = 0; i < lines; ++i) out += chance.base64(64) + std::string(line_end);
  return out + chance.base64(30) + "==" + std::string(line_end);
}

/// Kinds that can be told from their own text.
inline std::vector<MadeKind> made_tokens() {
  using C = Chance;
  const auto plain = [](std::string_view kind, std::string prefix,
                        std::string (C::*draw)(std::size_t), std::size_t length) {
    return MadeKind{kind, [=](C& c) { return made(prefix, (c.*draw)(length)); }};
  };
  return {
      plain("adafruit_key", "aio_", &C::alnum, 28),
      plain("age_secret_key", "AGE-SECRET-KEY-1", &C::base32, 58),
      plain("alibaba_access_key", "LTAI", &C::alnum, 20),
      plain("anthropic_key", "sk-ant-api03-", &C::url_safe, 95),
      plain("artifactory_token", "AKCp", &C::alnum, 69),
      plain("atlassian_token", "ATATT3xFfGF0", &C::url_safe, 180),
      plain("aws_access_key", "AKIA", &C::base32, 16),
      plain("azure_sas_signature", "?sv=2022-11-02&sig=", &C::alnum, 43),
      {"azure_storage_key", [](C& c) { return made("AccountKey=", c.base64(86) + "=="); }},
      {"azure_client_secret",
       [](C& c) {
         auto text = c.alnum(3) + "8Q~" + c.url_safe(34);
         return MadeSecret{text, 34};
       }},
      plain("bitbucket_password", "ATBB", &C::alnum, 32),
      {"braintree_token",
       [](C& c) { return made("access_token$production$", c.lower(16) + "$" + c.hex(32)); }},
      plain("buildkite_token", "bkua_", &C::hex, 40),
      {"circleci_token", [](C& c) { return made("CCIPAT_", c.alnum(22) + "_" + c.hex(40)); }},
      plain("clojars_token", "CLOJARS_", &C::hex, 60),
      {"cloudflare_key", [](C& c) { return made("v1.0-", c.hex(24) + "-" + c.hex(146)); }},
      plain("contentful_token", "CFPAT-", &C::url_safe, 43),
      plain("databricks_token", "dapi", &C::hex, 32),
      plain("deno_token", "ddp_", &C::alnum, 36),
      plain("digitalocean_token", "dop_v1_", &C::hex, 64),
      {"discord_webhook",
       [](C& c) {
         return made("https://discord.com/api/webhooks/", c.digits(18) + "/" + c.url_safe(68));
       }},
      plain("docker_token", "dckr_pat_", &C::url_safe, 27),
      plain("doppler_token", "dp.pt.", &C::alnum, 43),
      plain("duffel_token", "duffel_live_", &C::url_safe, 43),
      {"dynatrace_token", [](C& c) { return made("dt0c01.", c.base32(24) + "." + c.base32(64)); }},
      plain("easypost_key", "EZAK", &C::alnum, 54),
      plain("figma_token", "figd_", &C::url_safe, 40),
      {"firebase_key",
       [](C& c) {
         auto text = "AAAA" + c.url_safe(7) + ":APA91b" + c.url_safe(134);
         return MadeSecret{text, 134};
       }},
      {"flutterwave_key", [](C& c) { return made("FLWSECK-", c.hex(32) + "-X"); }},
      plain("flyio_token", "fm2_", &C::base64, 300),
      plain("github_fine_token", "github_pat_", &C::alnum, 82),
      plain("github_token", "ghp_", &C::alnum, 36),
      plain("gitlab_token", "glpat-", &C::url_safe, 20),
      plain("google_access_token", "ya29.", &C::url_safe, 160),
      plain("google_api_key", "AIza", &C::url_safe, 35),
      plain("google_client_secret", "GOCSPX-", &C::url_safe, 28),
      {"grafana_token", [](C& c) { return made("glsa_", c.alnum(32) + "_" + c.hex(8)); }},
      plain("groq_key", "gsk_", &C::alnum, 52),
      {"heroku_key", [](C& c) { return made("HRKU-", c.uuid()); }},
      {"hubspot_token", [](C& c) { return made("pat-na1-", c.uuid()); }},
      plain("huggingface_token", "hf_", &C::alnum, 34),
      {"jwt",
       [](C& c) { return made("eyJ", c.alnum(33) + ".eyJ" + c.alnum(80) + "." + c.url_safe(43)); }},
      plain("linear_key", "lin_api_", &C::alnum, 40),
      {"mailchimp_key",
       [](C& c) {
         return MadeSecret{c.hex(32) + "-us" + std::to_string(1 + c.below(21)), 0};
       }},
      plain("mailgun_key", "key-", &C::hex, 32),
      {"mapbox_token", [](C& c) { return made("sk.eyJ", c.alnum(80) + "." + c.url_safe(22)); }},
      plain("netlify_token", "nfp_", &C::alnum, 40),
      plain("newrelic_key", "NRAK-", &C::upper, 27),
      plain("notion_token", "ntn_", &C::alnum, 46),
      plain("npm_token", "npm_", &C::alnum, 36),
      plain("nuget_key", "oy2", &C::lower, 43),
      {"onepassword_key",
       [](C& c) {
         return made("A3-", c.upper(6) + "-" + c.upper(11) + "-" + c.upper(5) + "-" + c.upper(5) +
                                "-" + c.upper(5));
       }},
      plain("onepassword_token", "ops_eyJ", &C::url_safe, 600),
      {"openai_key",
       [](C& c) {
         return c.below(2) == 0 ? made("sk-proj-", c.url_safe(120))
                                : made("sk-", c.alnum(20) + "T3Blbk" + "FJ" + c.alnum(20));
       }},
      plain("perplexity_key", "pplx-", &C::alnum, 48),
      plain("planetscale_token", "pscale_tkn_", &C::url_safe, 43),
      {"postman_key", [](C& c) { return made("PMAK-", c.hex(24) + "-" + c.hex(34)); }},
      plain("prefect_key", "pnu_", &C::alnum, 36),
      {"private_key",
       [](C& c) {
         return made("-----BEGIN RSA PRIVATE " + std::string("KEY-----\n"), key_body(c, 12));
       }},
      plain("pulumi_token", "pul-", &C::hex, 40),
      {"putty_key", [](C& c) { return made("Private-Lines: 13\n", key_body(c, 12)); }},
      plain("pypi_token", "pypi-AgEIcHlwaS5vcmc", &C::url_safe, 150),
      plain("razorpay_key", "rzp_live_", &C::alnum, 14),
      plain("readme_token", "rdme_", &C::lower, 70),
      plain("replicate_token", "r8_", &C::alnum, 37),
      plain("rubygems_key", "rubygems_", &C::hex, 48),
      {"sendgrid_key", [](C& c) { return made("SG.", c.url_safe(22) + "." + c.url_safe(43)); }},
      {"sendinblue_key", [](C& c) { return made("xkeysib-", c.hex(64) + "-" + c.alnum(16)); }},
      plain("sentry_token", "sntrys_eyJ", &C::base64, 150),
      plain("shippo_token", "shippo_live_", &C::hex, 40),
      plain("shopify_token", "shpat_", &C::hex, 32),
      {"slack_token",
       [](C& c) { return made("xoxb-", c.digits(12) + "-" + c.digits(12) + "-" + c.alnum(24)); }},
      {"slack_webhook",
       [](C& c) {
         return made("https://hooks.slack.com/services/",
                     "T" + c.upper(8) + "/B" + c.upper(8) + "/" + c.alnum(24));
       }},
      plain("sonarqube_token", "squ_", &C::hex, 40),
      plain("square_token", "sq0csp-", &C::url_safe, 43),
      plain("stripe_key", "sk_live_", &C::alnum, 24),
      plain("stripe_webhook_secret", "whsec_", &C::alnum, 32),
      plain("supabase_key", "sbp_", &C::hex, 40),
      {"tailscale_key",
       [](C& c) { return made("tskey-auth-", c.alnum(12) + "CNTRL-" + c.alnum(32)); }},
      {"teams_webhook",
       [](C& c) {
         return made("https://corp.webhook.office.com/webhookb2/",
                     c.uuid() + "/IncomingWebhook/" + c.hex(32) + "/" + c.uuid());
       }},
      {"telegram_token", [](C& c) { return made(c.digits(9) + ":", "AA" + c.url_safe(33)); }},
      {"terraform_token",
       [](C& c) {
         auto text = c.alnum(14) + ".atlasv1." + c.url_safe(67);
         return MadeSecret{text, 67};
       }},
      {"typeform_token", [](C& c) { return made("tfp_", c.url_safe(44) + "x"); }},
      plain("vault_token", "hvs.", &C::url_safe, 90),
      plain("yandex_key", "AQVN", &C::url_safe, 36),
  };
}

}  // namespace codeweaver::test
