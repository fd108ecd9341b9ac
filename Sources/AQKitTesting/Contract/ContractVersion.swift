/// A version of AQKit from which a rule holds, by semver.org 2.0.0: `1.0.0-beta.1` comes before `1.0.0`.
///
/// A plug-in that tests the rules of one version stays green when a later version adds some:
///
/// ```swift
/// @Test("the source keeps every rule", arguments: contract.rules(since: "1.0.0-beta.1"))
/// ```
public struct ContractVersion: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The first version with rules.
  public static let first: ContractVersion = "1.0.0-beta.1"

  /// The version as it is written.
  public let description: String

  /// Creates a version; a part that should be a number but isn't counts as 0.
  public init(stringLiteral text: String) { description = text }

  private var numbers: [Int] {
    let core = description.prefix { $0 != "-" && $0 != "+" }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return (numbers + [0, 0, 0]).prefix(3).map(\.self)
  }

  /// The parts of a pre-release; empty for a release.
  private var preRelease: [Substring] {
    let version = description.prefix { $0 != "+" }
    return version.firstIndex(of: "-").map { version[$0...].dropFirst().split(separator: ".") } ?? []
  }
}

extension ContractVersion: Comparable {
  /// Returns whether a version comes before another one.
  public static func < (first: Self, second: Self) -> Bool {
    if first.numbers != second.numbers { return first.numbers.lexicographicallyPrecedes(second.numbers) }
    let (one, other) = (first.preRelease, second.preRelease)
    // A pre-release comes before its release (section 11.3).
    if one.isEmpty || other.isEmpty { return !one.isEmpty && other.isEmpty }
    for (left, right) in zip(one, other) where left != right {
      // Numbers come before words, and by their value (section 11.4).
      return switch (Int(left), Int(right)) {
      case (let left?, let right?): left < right
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      }
    }
    return one.count < other.count
  }
}

extension SourceContract {
  /// Returns the applicable rules of a version that aren't waived, for `@Test(arguments:)`, without rules that a later
  /// version of AQKit adds. ``rules`` has all.
  public func rules(since version: ContractVersion) -> [ContractRule] {
    rules.filter { $0.since <= version }
  }
}

extension AdapterRule {
  /// The version of AQKit from which the rule holds.
  public var since: ContractVersion { .first }

  /// Returns the rules of a version, without rules that a later version adds.
  public static func rules(since version: ContractVersion) -> [AdapterRule] {
    allCases.filter { $0.since <= version }
  }
}

extension IndexContract.Rule {
  /// The version of AQKit from which the rule holds.
  public var since: ContractVersion { .first }
}
