// The default cues of IntentClassifier: which words and phrases of a query tell what it is for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INTENT_RULES_HPP_
#define CODEWEAVER_INTENT_RULES_HPP_

#include <string_view>

#include "codeweaver/intent.hpp"

namespace codeweaver {

/// How much a cue says by itself.
enum class CueStrength : std::uint8_t {
  kWeak,     ///< a common word that yields to any other cue: "should", "how to"
  kVerb,     ///< decides as the first content word ("add logging"), else is weak ("button to add")
  kStrong,   ///< decides wherever it stands
  kCommand,  ///< the same, and over other words as the first content word ("explain the error")
};

/// A cue as listed; phrases are space-separated words in any inflection.
struct IntentCue {
  std::string_view phrase;
  IntentType intent;
  CueStrength strength = CueStrength::kStrong;
};

inline constexpr IntentCue kDefaultIntentCues[] = {
    {"how does", IntentType::kUnderstand},
    {"how do", IntentType::kUnderstand, CueStrength::kWeak},
    {"how is", IntentType::kUnderstand},
    {"how are", IntentType::kUnderstand},
    {"what is", IntentType::kUnderstand},
    {"what are", IntentType::kUnderstand},
    {"what does", IntentType::kUnderstand},
    {"what happens", IntentType::kUnderstand},
    {"where is", IntentType::kUnderstand, CueStrength::kWeak},
    {"where are", IntentType::kUnderstand, CueStrength::kWeak},
    {"where do", IntentType::kUnderstand, CueStrength::kWeak},
    {"where does", IntentType::kUnderstand, CueStrength::kWeak},
    {"which", IntentType::kUnderstand, CueStrength::kWeak},
    {"explain", IntentType::kUnderstand, CueStrength::kCommand},
    {"understand", IntentType::kUnderstand, CueStrength::kCommand},
    {"describe", IntentType::kUnderstand, CueStrength::kVerb},
    {"overview", IntentType::kUnderstand},
    {"architecture", IntentType::kUnderstand},
    {"purpose of", IntentType::kUnderstand},
    {"meaning of", IntentType::kUnderstand},
    {"difference between", IntentType::kUnderstand},
    {"walk through", IntentType::kUnderstand},

    {"add", IntentType::kImplement, CueStrength::kVerb},
    {"create", IntentType::kImplement, CueStrength::kVerb},
    {"build", IntentType::kImplement, CueStrength::kVerb},
    {"implement", IntentType::kImplement, CueStrength::kCommand},
    {"write", IntentType::kImplement, CueStrength::kVerb},
    {"extend", IntentType::kImplement, CueStrength::kVerb},
    {"introduce", IntentType::kImplement, CueStrength::kVerb},
    {"integrate", IntentType::kImplement, CueStrength::kVerb},
    {"new feature", IntentType::kImplement},
    {"add support", IntentType::kImplement},
    {"how to", IntentType::kImplement, CueStrength::kWeak},
    {"how do i", IntentType::kImplement, CueStrength::kWeak},
    {"how can i", IntentType::kImplement, CueStrength::kWeak},

    {"why", IntentType::kDebug, CueStrength::kWeak},
    {"error", IntentType::kDebug},
    {"crash", IntentType::kDebug},
    {"bug", IntentType::kDebug},
    {"exception", IntentType::kDebug},
    {"debug", IntentType::kDebug, CueStrength::kCommand},
    {"fix", IntentType::kDebug, CueStrength::kCommand},
    {"fail", IntentType::kDebug},
    {"failure", IntentType::kDebug},
    {"broken", IntentType::kDebug},
    {"traceback", IntentType::kDebug},
    {"stack trace", IntentType::kDebug},
    {"segfault", IntentType::kDebug},
    {"segmentation fault", IntentType::kDebug},
    {"deadlock", IntentType::kDebug},
    {"race condition", IntentType::kDebug},
    {"memory leak", IntentType::kDebug},
    {"hang", IntentType::kDebug},
    {"freeze", IntentType::kDebug, CueStrength::kWeak},
    {"panic", IntentType::kDebug},
    {"issue", IntentType::kDebug, CueStrength::kWeak},
    {"problem", IntentType::kDebug, CueStrength::kWeak},
    {"wrong", IntentType::kDebug, CueStrength::kWeak},
    {"unexpected", IntentType::kDebug, CueStrength::kWeak},
    {"troubleshoot", IntentType::kDebug, CueStrength::kCommand},
    {"not working", IntentType::kDebug},
    {"not work", IntentType::kDebug},
    {"doesn t work", IntentType::kDebug},
    {"test fail", IntentType::kDebug},
    {"fail test", IntentType::kDebug},
    {"build error", IntentType::kDebug},
    {"build fail", IntentType::kDebug},

    {"slow", IntentType::kOptimize},
    {"performance", IntentType::kOptimize},
    {"faster", IntentType::kOptimize},
    {"speed up", IntentType::kOptimize},
    {"speed", IntentType::kOptimize, CueStrength::kWeak},
    {"optimize", IntentType::kOptimize, CueStrength::kCommand},
    {"optimise", IntentType::kOptimize, CueStrength::kCommand},
    {"bottleneck", IntentType::kOptimize},
    {"latency", IntentType::kOptimize},
    {"throughput", IntentType::kOptimize},
    {"profiling", IntentType::kOptimize, CueStrength::kWeak},
    {"efficient", IntentType::kOptimize, CueStrength::kWeak},
    {"memory usage", IntentType::kOptimize},

    {"test", IntentType::kTest},
    {"unit test", IntentType::kTest},
    {"integration test", IntentType::kTest},
    {"add test", IntentType::kTest},
    {"write test", IntentType::kTest},
    {"create test", IntentType::kTest},
    {"performance test", IntentType::kTest},
    {"test coverage", IntentType::kTest},
    {"spec", IntentType::kTest},
    {"mock", IntentType::kTest},
    {"fixture", IntentType::kTest},
    {"assert", IntentType::kTest, CueStrength::kWeak},
    {"should", IntentType::kTest, CueStrength::kWeak},

    {"config", IntentType::kConfigure},
    {"configure", IntentType::kConfigure, CueStrength::kCommand},
    {"configuration", IntentType::kConfigure},
    {"setting", IntentType::kConfigure},
    {"setup", IntentType::kConfigure},
    {"set up", IntentType::kConfigure},
    {"environment variable", IntentType::kConfigure},
    {"env var", IntentType::kConfigure},
    {"install", IntentType::kConfigure, CueStrength::kVerb},
    {"enable", IntentType::kConfigure, CueStrength::kVerb},
    {"disable", IntentType::kConfigure, CueStrength::kVerb},
    {"deploy", IntentType::kConfigure, CueStrength::kVerb},

    {"document", IntentType::kDocument, CueStrength::kVerb},
    {"docs", IntentType::kDocument},
    {"readme", IntentType::kDocument},
    {"docstring", IntentType::kDocument},
    {"changelog", IntentType::kDocument},
    {"tutorial", IntentType::kDocument},
    {"write document", IntentType::kDocument},
    {"add document", IntentType::kDocument},
    {"write docs", IntentType::kDocument},
    {"add docs", IntentType::kDocument},
};

}  // namespace codeweaver

#endif  // CODEWEAVER_INTENT_RULES_HPP_
