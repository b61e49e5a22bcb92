// IntentClassifier: finds the intent of a query from cue words and phrases.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INTENT_CLASSIFIER_HPP_
#define CODEWEAVER_INTENT_CLASSIFIER_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/detail/query_words.hpp"
#include "codeweaver/intent_rules.hpp"
#include "codeweaver/query_complexity.hpp"

namespace codeweaver::inline v0_1 {

/// A cue: a word or phrase, compared by stems, and the intent that it indicates.
struct IntentRule {
  std::string phrase;  ///< as shown in the reasoning
  IntentType intent = IntentType::kUnderstand;
  CueStrength strength = CueStrength::kStrong;
};

/// Classifies queries by cues: words that indicate an intent, compared by stems. Only whole plain
/// words are cues, not "latest", `test_parser` or `HTTPError`. Cues in code, in qualified names, in
/// compounds that name a thing ("bug tracker") and inside longer cues are ignored. A stack trace
/// means debug. Const members may be called concurrently. If several cues remain, the first of
/// these rules that distinguishes them decides:
/// 1. A strong cue beats a weak one (see CueStrength).
/// 2. At the start of the query, a verb ("add", "please add"), a label ("docs:") or an opening
///    ("does") beats other cues.
/// 3. A phrase of more words beats a shorter one.
/// 4. The intent: debug, test, optimize, configure, document, implement, understand, in this order.
class IntentClassifier {
 public:
  /// Uses the cues of intent_rules.hpp.
  IntentClassifier() {
    for (const IntentCue& cue : kDefaultIntentCues)
      add_rule({std::string(cue.phrase), cue.intent, cue.strength});
    for (const std::string_view phrase : kNeutralPhrases) neutral_.push_back(stems_of(phrase));
  }

  /// Adds a cue. Replaces an earlier cue with the same phrase. Ignores a phrase without words.
  void add_rule(const IntentRule& rule) {
    Entry entry{rule, stems_of(rule.phrase)};
    if (entry.stems.empty()) return;
    const auto same = std::find_if(entries_.begin(), entries_.end(), [&entry](const Entry& other) {
      return other.stems == entry.stems;
    });
    if (same != entries_.end())
      *same = std::move(entry);
    else
      entries_.push_back(std::move(entry));
  }
  std::size_t rule_count() const noexcept { return entries_.size(); }

  /// Returns the intent of a query, or nullopt if it has no cue. The reasoning lists the cues. The
  /// focus areas are the other content words. Cost: microseconds.
  std::optional<QueryIntent> classify(std::string_view query) const {
    if (text::read_stack_trace(query)) {
      QueryIntent intent = describe(query, IntentType::kDebug);
      intent.confidence = 0.95;
      intent.reasoning = "debug: the query is a stack trace";
      return intent;
    }
    const std::vector<text::QueryWord> words = text::query_words(query);
    const std::vector<Match> matches = find_matches(words, text::spoken_part(query));
    if (matches.empty()) return std::nullopt;
    const Match& best = *std::max_element(matches.begin(), matches.end());
    return QueryIntent{best.entry->rule.intent, confidence_of(best, matches),
                       reasoning_of(best, matches), focus_areas(words, matches, best),
                       complexity_of(query, words)};
  }

  /// Returns the given intent for a query, with confidence 1 and the focus areas of the query.
  QueryIntent describe(std::string_view query, IntentType intent) const {
    const std::vector<text::QueryWord> words = text::query_words(query);
    return QueryIntent{intent, 1.0, "requested: " + std::string(to_string(intent)),
                       focus_areas(words, {}, {}), complexity_of(query, words)};
  }

 private:
  using Words = std::vector<text::QueryWord>;

  struct Entry {
    IntentRule rule;
    std::vector<std::string> stems;
  };
  /// A cue at words [begin, end).
  struct Match {
    const Entry* entry = nullptr;
    std::size_t begin = 0, end = 0;
    bool is_strong = false;
    bool is_leading = false;

    std::size_t priority() const noexcept {  // rule 4
      static constexpr std::array<std::size_t, kIntentTypeCount> kPriority = {0, 1, 6, 4, 5, 3, 2};
      return kPriority[static_cast<std::size_t>(entry->rule.intent)];
    }
    /// Less specific than `other`.
    bool operator<(const Match& other) const noexcept {
      const auto key = [](const Match& m) {
        return std::array<std::size_t, 4>{m.is_strong, m.is_leading, m.entry->stems.size(),
                                          m.priority()};
      };
      return key(*this) < key(other);
    }
    bool is_inside(const Match& other) const noexcept {
      return begin >= other.begin && end <= other.end && end - begin < other.end - other.begin;
    }
  };

  static std::vector<std::string> stems_of(std::string_view phrase) {
    std::vector<std::string> stems;
    for (text::QueryWord& word : text::query_words(phrase)) stems.push_back(std::move(word.stem));
    return stems;
  }

  /// Returns the end of the phrase if it begins at words[at], else 0. Up to two stop words may be
  /// between its words ("write a test", "add the docs"). If `may_skip_word`, one other word may be
  /// there, too ("add a failing test").
  static std::size_t match_end(const std::vector<std::string>& stems, const Words& words,
                               std::size_t at, bool may_skip_word) {
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < stems.size(); ++at) {
      if (at == words.size()) return 0;
      if (!words[at].is_identifier && words[at].stem == stems[i])
        ++i, skipped = 0;
      else if (i > 0 && words[at].is_stop_word && skipped < 2)
        ++skipped;
      else if (i > 0 && std::exchange(may_skip_word, false))
        continue;
      else
        return 0;
    }
    return at;
  }

  static std::optional<Match> make_match(const Entry& entry, const Words& words, std::size_t at,
                                         std::string_view spoken) {
    const CueStrength strength = entry.rule.strength;
    if (strength == CueStrength::kOpening && at != 0) return std::nullopt;
    const bool is_command = strength == CueStrength::kCommand;
    const std::size_t end = match_end(entry.stems, words, at, is_command);
    if (end == 0) return std::nullopt;
    const bool is_request =
        (is_command || strength == CueStrength::kVerb) && text::begins_request(words, at);
    const bool is_label =
        at == 0 && strength >= CueStrength::kVerb && strength != CueStrength::kOpening &&
        spoken.substr(static_cast<std::size_t>(words[end - 1].text.end() - spoken.begin()))
            .starts_with(':');
    return Match{&entry, at, end,
                 is_request || is_label || strength == CueStrength::kStrong || is_command,
                 is_request || is_label || strength == CueStrength::kOpening};
  }

  std::vector<Match> find_matches(const Words& words, std::string_view spoken) const {
    std::vector<Match> matches;
    std::vector<std::pair<std::size_t, std::size_t>> hidden;
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (words[at].text.end() > spoken.end()) break;
      for (const Entry& entry : entries_)
        if (auto match = make_match(entry, words, at, spoken)) matches.push_back(*match);
      for (const auto& stems : neutral_)
        if (const std::size_t end = match_end(stems, words, at, false); end == at + stems.size())
          hidden.emplace_back(at, end);
    }
    std::vector<Match> outer;
    for (const Match& match : matches) {
      const bool is_hidden = std::any_of(hidden.begin(), hidden.end(), [&match](const auto& range) {
        return match.begin >= range.first && match.end <= range.second;
      });
      if (!is_hidden && std::none_of(matches.begin(), matches.end(), [&match](const Match& other) {
            return match.is_inside(other);
          }))
        outer.push_back(match);
    }
    return outer;
  }

  /// 0.85 for a strong cue, 0.5 for a weak one. Higher for a phrase and for a second cue of the
  /// same intent, lower if equally strong cues indicate other intents.
  static double confidence_of(const Match& best, const std::vector<Match>& matches) {
    double confidence = best.is_strong ? 0.85 : 0.5;
    if (best.entry->stems.size() > 1) confidence += 0.05;
    bool has_company = false, has_rival = false;
    for (const Match& match : matches) {
      const bool agrees = match.entry->rule.intent == best.entry->rule.intent;
      has_company = has_company || (agrees && match.begin != best.begin);
      has_rival = has_rival || (!agrees && match.is_strong == best.is_strong);
    }
    return confidence + (has_company ? 0.05 : 0) - (has_rival ? 0.2 : 0);
  }

  static std::string reasoning_of(const Match& best, const std::vector<Match>& matches) {
    std::string cues, others;
    const auto append = [](std::string& list, const Match& match, bool name_intent) {
      std::string item = '\'' + match.entry->rule.phrase + '\'';
      if (name_intent) item += " (" + std::string(to_string(match.entry->rule.intent)) + ")";
      if (list.find(item) == std::string::npos) list += (list.empty() ? "" : ", ") + item;
    };
    append(cues, best, false);
    for (const Match& match : matches) {
      const bool agrees = match.entry->rule.intent == best.entry->rule.intent;
      append(agrees ? cues : others, match, !agrees);
    }
    std::string text = std::string(to_string(best.entry->rule.intent)) + ": cue " + cues;
    if (!others.empty()) text += "; less specific: " + others;
    return text;
  }

  static std::vector<std::string> focus_areas(const Words& words, const std::vector<Match>& matches,
                                              const Match& best) {
    std::vector<std::string> areas;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_cue = std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
        return i >= match.begin && i < match.end &&
               match.entry->rule.intent == best.entry->rule.intent;
      });
      if (words[i].is_stop_word || is_cue) continue;
      std::string area(words[i].text);
      if (std::find(areas.begin(), areas.end(), area) == areas.end())
        areas.push_back(std::move(area));
    }
    return areas;
  }

  std::vector<Entry> entries_;
  std::vector<std::vector<std::string>> neutral_;
};

/// Returns the intent for a search. If `requested` is a name (in any letter case), it decides; an
/// unknown name gives no intent. If it is unset or empty, the classifier decides.
inline std::optional<QueryIntent> effective_intent(const std::optional<std::string>& requested,
                                                   std::string_view query,
                                                   const IntentClassifier& classifier) {
  if (!requested || requested->empty()) return classifier.classify(query);
  const auto type = parse_intent_type(text::to_lower(*requested));
  if (!type) return std::nullopt;
  return classifier.describe(query, *type);
}

}  // namespace codeweaver::inline v0_1

#endif  // CODEWEAVER_INTENT_CLASSIFIER_HPP_
