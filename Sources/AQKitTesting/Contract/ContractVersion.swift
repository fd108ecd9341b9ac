/// A version of AQKit from which a rule holds, by semver.org 2.0.0: `1.0.0-beta.1` comes before `1.0.0`.
///
/// A plug-in that tests the rules of one version stays green when a later version adds some:
///
/// ```swift
/// @Test("the source keeps every rule", arguments: contract.rules(asOf: "1.0.0-beta.1"))
/// ```
public struct ContractVersion: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The first version with rules.
  public static let first: ContractVersion = "1.0.0-beta.1"

  /// The version as it is written.
  public let description: String

  /// Creates a version; a part that should be a number but isn't counts as 0.
  public init(stringLiteral text: String) { description = text }

  /// The parts by which versions are compared: three numbers, then those of a pre-release. Each has a rank.
  private var parts: [(Int, Int, String)] {
    let version = description.prefix { $0 != "+" }
    let core = version.prefix { $0 != "-" }
    let stated = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let numbers: [(Int, Int, String)] = (stated + [0, 0, 0]).prefix(3).map { (0, $0, "") }
    // Numbers come before words, and by their value (section 11.4).
    let words = version.dropFirst(core.count + 1).split(separator: ".").map { part -> (Int, Int, String) in
      Int(part).map { (0, $0, "") } ?? (1, 0, String(part))
    }
    // A pre-release comes before its release (section 11.3).
    return numbers + (words.isEmpty ? [(2, 0, "")] : words)
  }
}

extension ContractVersion: Comparable {
  /// Returns whether a version comes before another one.
  public static func < (first: Self, second: Self) -> Bool {
    first.parts.lexicographicallyPrecedes(second.parts) { $0 < $1 }
  }
}

extension SourceContract {
  /// Returns the applicable rules of a version that aren't waived, for `@Test(arguments:)`, without rules that a later
  /// version of AQKit adds. ``rules`` has all.
  public func rules(asOf version: ContractVersion) -> [ContractRule] {
    rules.filter { $0.since <= version }
  }
}

extension AdapterRule {
  /// The version of AQKit from which the rule holds.
  public var since: ContractVersion { .first }

  /// Returns the rules of a version, without rules that a later version adds.
  public static func rules(asOf version: ContractVersion) -> [AdapterRule] {
    allCases.filter { $0.since <= version }
  }
}

extension IndexContract.Rule {
  /// The version of AQKit from which the rule holds.
  public var since: ContractVersion { .first }
}
