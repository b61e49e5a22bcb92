// The table of tokens with a fixed prefix, sorted by issuer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "secrets/token_rules.hpp"

#include <array>

#include "secrets/plausibility.hpp"

namespace codeweaver::secrets {
namespace {

constexpr std::uint16_t kLong = 1024;  // longer than any token
constexpr Charset kUpperDigit = kUpper | kDigit, kDotted = kUrlSafe | kDot;

// kind, prefix, body, fewest, most, anchor
constexpr std::array kRules = {
    TokenRule{"adafruit_key", "aio_", kAlnum, 28, 28},
    TokenRule{"age_secret_key", "AGE-SECRET-KEY-1", kUpperDigit, 58, 58},
    TokenRule{"alibaba_access_key", "LTAI", kAlnum, 16, 24},
    TokenRule{"anthropic_key", "sk-ant-", kUrlSafe, 32, kLong},
    TokenRule{"artifactory_token", "AKCp", kAlnum, 60, 80},
    TokenRule{"atlassian_token", "ATATT3x", kUrlSafe | kEqual, 60, kLong},
    TokenRule{"aws_access_key", "AKIA", kUpperDigit, 16, 16},
    TokenRule{"aws_access_key", "ASIA", kUpperDigit, 16, 16},
    TokenRule{"aws_access_key", "ABIA", kUpperDigit, 16, 16},
    TokenRule{"aws_access_key", "ACCA", kUpperDigit, 16, 16},
    TokenRule{"azure_storage_key", "AccountKey=", kBase64, 40, 100, 5},
    TokenRule{"azure_storage_key", "SharedAccessKey=", kBase64, 40, 100, 10},
    TokenRule{"azure_sas_signature", "sig=", kUrlSafe | kPercent, 40, 80},
    TokenRule{"bitbucket_password", "ATBB", kAlnum, 28, 36},
    TokenRule{"buildkite_token", "bkua_", kHex, 40, 40},
    TokenRule{"circleci_token", "CCIPAT_", kWord, 40, 100},
    TokenRule{"clojars_token", "CLOJARS_", kHex, 60, 60},
    TokenRule{"cloudflare_key", "v1.0-", kHex | kHyphen, 140, 200},
    TokenRule{"contentful_token", "CFPAT-", kUrlSafe, 43, 43},
    TokenRule{"databricks_token", "dapi", kHex | kHyphen, 32, 34},
    TokenRule{"deno_token", "ddp_", kAlnum, 36, 40},
    TokenRule{"digitalocean_token", "dop_v1_", kHex, 64, 64},
    TokenRule{"digitalocean_token", "doo_v1_", kHex, 64, 64},
    TokenRule{"digitalocean_token", "dor_v1_", kHex, 64, 64},
    TokenRule{"docker_token", "dckr_pat_", kUrlSafe, 24, 40},
    TokenRule{"docker_token", "dckr_oat_", kUrlSafe, 24, 40},
    TokenRule{"doppler_token", "dp.pt.", kAlnum, 40, 48},
    TokenRule{"doppler_token", "dp.st.", kDotted, 40, 80},
    TokenRule{"duffel_token", "duffel_live_", kUrlSafe, 40, 50},
    TokenRule{"dynatrace_token", "dt0c01.", kUpperDigit | kDot, 80, 96},
    TokenRule{"easypost_key", "EZAK", kAlnum, 54, 54},
    TokenRule{"figma_token", "figd_", kUrlSafe, 38, 50},
    TokenRule{"firebase_key", "APA91b", kUrlSafe, 130, 150},
    TokenRule{"flutterwave_key", "FLWSECK-", kAlnum | kHyphen, 30, 50},
    TokenRule{"flyio_token", "fm2_", kBase64, 100, kLong},
    TokenRule{"github_token", "ghp_", kAlnum, 36, 80},
    TokenRule{"github_token", "gho_", kAlnum, 36, 80},
    TokenRule{"github_token", "ghu_", kAlnum, 36, 80},
    TokenRule{"github_token", "ghs_", kAlnum, 36, 80},
    TokenRule{"github_token", "ghr_", kAlnum, 36, 80},
    TokenRule{"github_fine_token", "github_pat_", kWord, 50, 100, 6},
    TokenRule{"gitlab_token", "glpat-", kDotted, 20, 60},
    TokenRule{"gitlab_token", "gldt-", kUrlSafe, 20, 60},
    TokenRule{"gitlab_token", "glrt-", kDotted, 20, 60},
    TokenRule{"gitlab_token", "glptt-", kUrlSafe, 40, 60},
    TokenRule{"gitlab_token", "glcbt-", kUrlSafe, 20, 80},
    TokenRule{"gitlab_token", "gloas-", kUrlSafe, 60, 80},
    TokenRule{"gitlab_token", "glagent-", kUrlSafe, 50, 60},
    TokenRule{"google_api_key", "AIza", kUrlSafe, 35, 35},
    TokenRule{"google_client_secret", "GOCSPX-", kUrlSafe, 28, 28},
    TokenRule{"google_access_token", "ya29.", kUrlSafe, 40, kLong},
    TokenRule{"grafana_token", "glsa_", kWord, 41, 41},
    TokenRule{"grafana_token", "glc_", kBase64, 60, kLong},
    TokenRule{"groq_key", "gsk_", kAlnum, 48, 56},
    TokenRule{"heroku_key", "HRKU-", kUrlSafe, 36, 70},
    TokenRule{"hubspot_token", "pat-na1-", kHex | kHyphen, 36, 36},
    TokenRule{"hubspot_token", "pat-eu1-", kHex | kHyphen, 36, 36},
    TokenRule{"huggingface_token", "hf_?", kAlnum, 34, 40},
    TokenRule{"linear_key", "lin_api_", kAlnum, 40, 40},
    TokenRule{"mailgun_key", "key-", kHex, 32, 32},
    TokenRule{"mapbox_token", "sk.eyJ", kDotted, 60, 200},
    TokenRule{"netlify_token", "nfp_", kAlnum, 36, 50},
    TokenRule{"newrelic_key", "NRAK-", kUpperDigit, 27, 27},
    TokenRule{"newrelic_key", "NRJS-", kHex, 19, 19},
    TokenRule{"newrelic_key", "NRII-", kUrlSafe, 32, 32},
    TokenRule{"notion_token", "ntn_", kAlnum, 40, 50},
    TokenRule{"npm_token", "npm_", kAlnum, 36, 36},
    TokenRule{"nuget_key", "oy2?", kLower | kDigit, 43, 43},
    TokenRule{"onepassword_key", "A3-?", kUpperDigit | kHyphen, 36, 36},
    TokenRule{"onepassword_token", "ops_eyJ", kUrlSafe, 200, kLong},
    TokenRule{"openai_key", "sk-proj-", kUrlSafe, 40, 200},
    TokenRule{"openai_key", "sk-svcacct-", kUrlSafe, 40, 200},
    TokenRule{"openai_key", "sk-admin-", kUrlSafe, 40, 200},
    TokenRule{"perplexity_key", "pplx-", kAlnum, 48, 56},
    TokenRule{"planetscale_token", "pscale_tkn_", kUrlSafe, 32, 64},
    TokenRule{"planetscale_token", "pscale_pw_", kUrlSafe, 32, 64},
    TokenRule{"planetscale_token", "pscale_oauth_", kUrlSafe, 32, 64},
    TokenRule{"postman_key", "PMAK-", kHex | kHyphen, 59, 59},
    TokenRule{"prefect_key", "pnu_", kAlnum, 36, 36},
    TokenRule{"pulumi_token", "pul-", kHex, 40, 40},
    TokenRule{"pypi_token", "pypi-AgE", kUrlSafe, 50, kLong},
    TokenRule{"razorpay_key", "rzp_live_", kAlnum, 14, 24},
    TokenRule{"readme_token", "rdme_", kLower | kDigit, 70, 70},
    TokenRule{"replicate_token", "r8_?", kAlnum, 36, 40},
    TokenRule{"rubygems_key", "rubygems_", kHex, 48, 48},
    TokenRule{"sendgrid_key", "SG.?", kDotted, 66, 66},
    TokenRule{"sendinblue_key", "xkeysib-", kAlnum | kHyphen, 81, 81},
    TokenRule{"sentry_token", "sntrys_", kBase64 | kUnderscore, 60, kLong},
    TokenRule{"sentry_token", "sntryu_", kHex, 64, 64},
    TokenRule{"shippo_token", "shippo_live_", kHex, 40, 40},
    TokenRule{"shopify_token", "shpat_", kAlnum, 32, 32},
    TokenRule{"shopify_token", "shpca_", kAlnum, 32, 32},
    TokenRule{"shopify_token", "shppa_", kAlnum, 32, 32},
    TokenRule{"shopify_token", "shpss_", kAlnum, 32, 32},
    TokenRule{"slack_token", "xoxb-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxp-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxa-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxr-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxs-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxe.xox", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xoxe-", kAlnum | kHyphen, 20, 250},
    TokenRule{"slack_token", "xapp-", kAlnum | kHyphen, 30, 250},
    TokenRule{"slack_webhook", "hooks.slack.com/services/", kAlnum | kBase64Sign, 35, 90, 6},
    TokenRule{"slack_webhook", "hooks.slack.com/workflows/", kAlnum | kBase64Sign, 35, 120, 6},
    TokenRule{"discord_webhook", "discord.com/api/webhooks/", kUrlSafe | kBase64Sign, 60, 120, 16},
    TokenRule{"discord_webhook", "discordapp.com/api/webhooks/", kUrlSafe | kBase64Sign, 60, 120,
              19},
    TokenRule{"teams_webhook", ".webhook.office.com/webhookb2/", kUrlSafe | kBase64Sign | kTilde,
              60, 300, 25},
    TokenRule{"sonarqube_token", "squ_", kHex, 40, 40},
    TokenRule{"sonarqube_token", "sqp_", kHex, 40, 40},
    TokenRule{"sonarqube_token", "sqa_", kHex, 40, 40},
    TokenRule{"square_token", "sq0atp-", kUrlSafe, 22, 22},
    TokenRule{"square_token", "sq0csp-", kUrlSafe, 43, 43},
    TokenRule{"square_token", "EAAA", kUrlSafe, 60, 60},
    TokenRule{"stripe_key", "sk_live_", kAlnum, 16, 120},
    TokenRule{"stripe_key", "sk_test_", kAlnum, 16, 120},
    TokenRule{"stripe_key", "rk_live_", kAlnum, 16, 120},
    TokenRule{"stripe_key", "rk_test_", kAlnum, 16, 120},
    TokenRule{"stripe_webhook_secret", "whsec_", kBase64, 24, 80},
    TokenRule{"supabase_key", "sbp_", kHex, 40, 40},
    TokenRule{"supabase_key", "sb_secret_", kUrlSafe, 30, 50},
    TokenRule{"tailscale_key", "tskey-", kAlnum | kHyphen, 20, 80},
    TokenRule{"terraform_token", ".atlasv1.", kUrlSafe, 60, 70, 1},
    TokenRule{"typeform_token", "tfp_", kDotted, 40, 60},
    TokenRule{"vault_token", "hvs.", kUrlSafe, 24, 120},
    TokenRule{"vault_token", "hvb.", kUrlSafe, 24, 220},
    TokenRule{"vault_token", "hvr.", kUrlSafe, 24, 120},
    TokenRule{"yandex_key", "AQVN", kUrlSafe, 35, 38},
};

}  // namespace

std::span<const TokenRule> token_rules() {
  return kRules;
}

std::optional<Finding> match_token(std::string_view text, std::size_t begin,
                                   const TokenRule& rule) {
  auto prefix = rule.prefix;
  if (prefix.ends_with('?')) prefix.remove_suffix(1);
  if (!text.substr(begin).starts_with(prefix)) return std::nullopt;
  // A letter after a backslash is an escape: "\nghp_..." contains a token.
  const bool is_inside = begin > 0 && is_in(text[begin - 1], kWord) && is_in(prefix[0], kWord) &&
                         !(begin > 1 && text[begin - 2] == '\\');
  if (is_inside) return std::nullopt;
  const std::size_t from = begin + prefix.size();
  std::size_t length = run_length(text, from, rule.body, rule.most + std::size_t{1});
  while (length > 0 && length <= rule.most && text[from + length - 1] == '.') --length;
  if (length < rule.fewest || length > rule.most) return std::nullopt;
  if (rule.most < kLong && from + length < text.size() && is_in(text[from + length], kAlnum))
    return std::nullopt;  // the word continues with other characters
  if (!is_random(text.substr(from, length))) return std::nullopt;
  return Finding{from, from + length, rule.kind};
}

}  // namespace codeweaver::secrets
