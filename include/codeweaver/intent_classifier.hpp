// IntentClassifier: reads the intent of a query from cue words and phrases.
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

#include "codeweaver/intent.hpp"
#include "codeweaver/intent_rules.hpp"
#include "codeweaver/text/query_words.hpp"

namespace codeweaver {

/// One cue: a word or phrase, compared by stems, and what it speaks for.
struct IntentRule {
  std::string phrase;  ///< as shown in the reasoning
  IntentType intent = IntentType::kUnderstand;
  CueStrength strength = CueStrength::kStrong;
};

/// Classifies queries by the most specific cue they hold. Only whole plain words count: neither
/// "latest" nor `test_parser` nor `HTTPError` is a cue. Between cues decides, in this order:
/// 1. a cue inside a longer matching phrase is ignored;
/// 2. a strong cue, or a verb that begins the query, beats a weak one;
/// 3. a phrase of more words beats a shorter one, then a verb that begins the query;
/// 4. debug, test, optimize, configure, document, implement, understand.
/// A value: copying gives an independent classifier. Thread safety: const members may be called
/// concurrently.
class IntentClassifier {
 public:
  /// With the cues of intent_rules.hpp.
  IntentClassifier() {
    for (const IntentCue& cue : kDefaultIntentCues)
      add_rule({std::string(cue.phrase), cue.intent, cue.strength});
  }

  /// Adds a cue. The same phrase again replaces the earlier one. A phrase without words is ignored.
  void add_rule(IntentRule rule) {
    Entry entry{std::move(rule), {}};
    for (text::QueryWord& word : text::query_words(entry.rule.phrase))
      entry.stems.push_back(std::move(word.stem));
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

  /// The intent of a query, or nullopt when it holds no cue. The reasoning names the cues, the
  /// focus areas are the content words that are no cue. Cost: microseconds.
  std::optional<QueryIntent> classify(std::string_view query) const {
    const std::vector<text::QueryWord> words = text::query_words(query);
    const std::vector<Match> matches = find_matches(words);
    if (matches.empty()) return std::nullopt;
    const Match& best = *std::max_element(matches.begin(), matches.end());
    return QueryIntent{best.entry->rule.intent, confidence_of(best, matches),
                       reasoning_of(best, matches), focus_areas(words, matches, best),
                       complexity(query, words)};
  }

  /// The intent of a query whose author named it: certain, with the query's focus areas.
  QueryIntent describe(std::string_view query, IntentType intent) const {
    const std::vector<text::QueryWord> words = text::query_words(query);
    return QueryIntent{intent, 1.0, "requested: " + std::string(to_string(intent)),
                       focus_areas(words, {}, {}), complexity(query, words)};
  }

 private:
  struct Entry {
    IntentRule rule;
    std::vector<std::string> stems;
  };
  /// A cue found at words [begin, end).
  struct Match {
    const Entry* entry = nullptr;
    std::size_t begin = 0, end = 0;
    bool is_strong = false;
    bool is_leading_verb = false;

    std::size_t priority() const noexcept {  // rule 4
      static constexpr std::array<std::size_t, kIntentTypeCount> kPriority = {0, 1, 6, 4, 5, 3, 2};
      return kPriority[static_cast<std::size_t>(entry->rule.intent)];
    }
    /// Less specific than `other`.
    bool operator<(const Match& other) const noexcept {
      const auto key = [](const Match& m) {
        return std::array<std::size_t, 4>{m.is_strong, m.entry->stems.size(), m.is_leading_verb,
                                          m.priority()};
      };
      return key(*this) < key(other);
    }
    bool is_inside(const Match& other) const noexcept {
      return begin >= other.begin && end <= other.end && end - begin < other.end - other.begin;
    }
  };

  /// End of the phrase when it begins at words[at], else 0. Up to two stop words may stand between
  /// its words: "write a test", "add the docs".
  static std::size_t match_end(const std::vector<std::string>& stems,
                               const std::vector<text::QueryWord>& words, std::size_t at) {
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < stems.size(); ++at) {
      if (at == words.size()) return 0;
      if (!words[at].is_identifier && words[at].stem == stems[i])
        ++i, skipped = 0;
      else if (i == 0 || !words[at].is_stop_word || ++skipped > 2)
        return 0;
    }
    return at;
  }

  std::vector<Match> find_matches(const std::vector<text::QueryWord>& words) const {
    const auto first_content = static_cast<std::size_t>(
        std::find_if(words.begin(), words.end(), [](const auto& w) { return !w.is_stop_word; }) -
        words.begin());
    std::vector<Match> matches;
    for (const Entry& entry : entries_) {
      for (std::size_t at = 0; at < words.size(); ++at) {
        const std::size_t end = match_end(entry.stems, words, at);
        if (end == 0) continue;
        const CueStrength strength = entry.rule.strength;
        const bool leads = at == first_content &&
                           (strength == CueStrength::kVerb || strength == CueStrength::kCommand);
        matches.push_back({&entry, at, end, leads || strength >= CueStrength::kStrong, leads});
      }
    }
    std::vector<Match> outer;
    for (const Match& match : matches)
      if (std::none_of(matches.begin(), matches.end(),
                       [&match](const Match& other) { return match.is_inside(other); }))
        outer.push_back(match);
    return outer;
  }

  /// 0.85 for a strong cue and 0.5 for a weak one; more for a phrase and for company, less for
  /// strong cues of other intents.
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

  static std::vector<std::string> focus_areas(const std::vector<text::QueryWord>& words,
                                              const std::vector<Match>& matches,
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

  /// Content words, with two more for every further clause: simple up to 3, complex from 9.
  static QueryComplexity complexity(std::string_view query,
                                    const std::vector<text::QueryWord>& words) {
    std::size_t weight = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool joins = words[i].stem == "and" || words[i].stem == "or";
      weight += joins ? 2U : words[i].is_stop_word ? 0U : 1U;
    }
    for (std::size_t i = 0; i + 1 < query.size(); ++i)
      if (std::string_view(",;?!\n").find(query[i]) != std::string_view::npos ||
          (query[i] == '.' && query[i + 1] == ' '))
        weight += 2;
    return weight <= 3   ? QueryComplexity::kSimple
           : weight <= 8 ? QueryComplexity::kModerate
                         : QueryComplexity::kComplex;
  }

  std::vector<Entry> entries_;
};

/// The intent that a search uses: the requested one when this version knows its name (in any case),
/// none when it does not, and the classifier's when nothing (or an empty name) is requested.
inline std::optional<QueryIntent> effective_intent(const std::optional<std::string>& requested,
                                                   std::string_view query,
                                                   const IntentClassifier& classifier) {
  if (!requested || requested->empty()) return classifier.classify(query);
  const auto type = parse_intent_type(text::to_lower(*requested));
  if (!type) return std::nullopt;
  return classifier.describe(query, *type);
}

}  // namespace codeweaver

#endif  // CODEWEAVER_INTENT_CLASSIFIER_HPP_
