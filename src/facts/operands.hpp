// Operands: what the two numbers of each kind of expression are.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "facts/facts.hpp"

namespace codeweaver::facts {

/// What a number of an expression refers to.
enum class Operand : std::uint8_t {
  kUnused,
  kPosition,   ///< a number that refers to nothing
  kName,       ///< kNone: no name
  kScope,      ///< kNone: no scope
  kDecl,       ///< never kNone
  kExpr,       ///< an earlier expression, never kNone
  kAnyExpr,    ///< the same, or kNone
  kCall,       ///< an earlier expression of kind kCall
  kMethod,     ///< an earlier expression of kind kMethod
  kExprs,      ///< list of expressions (each may be kNone); kNone: no list
  kNarrowing,  ///< list: name, 1 or 0, names
};

/// For tables of expressions.
struct ExprHash {
  std::size_t operator()(const Expr& expr) const noexcept {
    const std::uint64_t hash = key_of(expr.a, expr.b) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>((hash ^ hash >> 32U) + static_cast<std::uint64_t>(expr.kind));
  }
};

struct Operands {
  Operand a = Operand::kUnused, b = Operand::kUnused;
};

/// nullopt: not a kind. A new kind needs a line here, so that stored facts are checked.
constexpr std::optional<Operands> operands_of(ExprKind kind) noexcept {
  using enum Operand;
  switch (kind) {
    case ExprKind::kName:
      return Operands{kName, kScope};
    case ExprKind::kMember:
    case ExprKind::kKeyword:
    case ExprKind::kPartType:
    case ExprKind::kPath:
      return Operands{kAnyExpr, kName};
    case ExprKind::kFieldOf:
    case ExprKind::kMethodOf:
      return Operands{kExpr, kName};
    case ExprKind::kMatched:
      return Operands{kExprs, kPosition};
    case ExprKind::kCalled:
      return Operands{kCall, kName};
    case ExprKind::kTypeMember:
      return Operands{kAnyExpr, kName};
    case ExprKind::kMethod:
    case ExprKind::kMethodRef:
    case ExprKind::kLabel:
      return Operands{kExprs, kName};
    case ExprKind::kTypeName:
    case ExprKind::kTag:
    case ExprKind::kQualifier:
    case ExprKind::kMacroName:
      return Operands{kScope, kName};
    case ExprKind::kThis:
      return Operands{kScope, kUnused};
    case ExprKind::kCall:
    case ExprKind::kGenericType:
    case ExprKind::kApplied:
    case ExprKind::kIndex:
      return Operands{kExpr, kExprs};
    case ExprKind::kItem:
    case ExprKind::kPart:
    case ExprKind::kPosition:
    case ExprKind::kParameterOf:
      return Operands{kExpr, kPosition};
    case ExprKind::kSum:
      return Operands{kExpr, kExpr};
    case ExprKind::kWantedBy:
      return Operands{kMethod, kPosition};
    case ExprKind::kExpected:
      return Operands{kCall, kPosition};
    case ExprKind::kElement:
    case ExprKind::kKey:
    case ExprKind::kInstance:
    case ExprKind::kTypeOf:
    case ExprKind::kClassOf:
    case ExprKind::kEntered:
    case ExprKind::kAwait:
    case ExprKind::kArrow:
    case ExprKind::kPointed:
    case ExprKind::kAddress:
    case ExprKind::kImplemented:
    case ExprKind::kTried:
    case ExprKind::kHolding:
      return Operands{kExpr, kUnused};
    case ExprKind::kListType:
    case ExprKind::kChannelType:
    case ExprKind::kFunctionType:
      return Operands{kAnyExpr, kUnused};
    case ExprKind::kMapType:
      return Operands{kAnyExpr, kAnyExpr};
    case ExprKind::kTupleType:
    case ExprKind::kUnionType:
    case ExprKind::kUnion:
    case ExprKind::kTuple:
      return Operands{kExprs, kUnused};
    case ExprKind::kLambda:
    case ExprKind::kUnnamedType:
    case ExprKind::kSelf:
    case ExprKind::kSuper:
    case ExprKind::kOwnClass:
    case ExprKind::kThisType:
    case ExprKind::kBases:
      return Operands{kDecl, kUnused};
    case ExprKind::kLibraryType:
    case ExprKind::kLiteral:
    case ExprKind::kModule:
      return Operands{kName, kUnused};
    case ExprKind::kNarrowed:
      return Operands{kExpr, kNarrowing};
    case ExprKind::kWanted:
      return Operands{kExpr, kAnyExpr};
  }
  return std::nullopt;
}

}  // namespace codeweaver::facts
