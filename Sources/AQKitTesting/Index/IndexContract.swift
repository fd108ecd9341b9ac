public import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A check of any air-quality index against the rules for all indices, which reports all violations at once:
///
/// ```swift
/// #expect(IndexContract.violations(of: TownOzoneIndex(), asOf: "1.0.0-beta.1").isEmpty)
/// ```
///
/// A table index is checked at every printed edge and its neighbouring numbers; a formula index on a grid of concentrations
/// and wherever its band changes, located to the last bit. ``Statement``s are numbers from the document of a formula index.
public enum IndexContract {
  /// The rules for all indices.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The index has an identifier, a document and inputs, each of which affects some value.
    case metadata
    /// The bands are contiguous, each with a key, a name, its index as rank, and the sources of its messages.
    case bands
    /// Every value lies in one of its bands, whose range includes its number.
    case bandForEveryValue = "band for every value"
    /// A higher concentration never gives a lower value.
    case monotone
    /// There is no gap between two concentrations with an index, unless the document has one.
    case gapFree = "gap-free"
    /// An edge is in the band stated by the table, the document, or the sub-index's `nextBandFrom`.
    case edges
    /// A negative concentration is refused with a reason, except within the tolerance, where it counts as zero.
    case negative
    /// NaN, infinities and 10^300 are refused with a reason and never count.
    case notANumber = "not a number"
    /// An empty input gives no value.
    case emptyInput = "empty input"
    /// A column of concentrations gives the same values as single concentrations.
    case columns
    /// The edition, and the index if it is `Codable`, survive encoding and decoding.
    case codable
  }

  /// A violation of a rule by an index.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule that is broken.
    public var rule: Rule
    /// The position and the observation.
    public var detail: String
    /// Rule and detail on one line.
    public var description: String { "\(rule.rawValue): \(detail)" }
  }

  /// A statement in the document of a formula index; a table contains it itself.
  public enum Statement: Hashable, Sendable {
    /// The number at a concentration, such as a printed edge.
    case number(Int, at: Double, of: IndexInput)
    /// The index is absent from one concentration up to, but not including, another.
    case noIndex(from: Double, below: Double, of: IndexInput)
    /// Negative concentrations count as zero down to minus this number.
    case countsAsZero(downTo: Double, of: IndexInput)
  }

  /// Returns all violations of the contract, at most three per rule and input.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - statements: The statements of its document, for a formula index.
  ///   - version: The version of AQKit whose rules count; all rules by default.
  public static func violations(
    of index: some AirQualityIndex, statements: [Statement] = [], asOf version: ContractVersion? = nil
  ) -> [Violation] {
    var found = metadata(of: index) + bands(of: index.bands)
    for input in index.inputs {
      var trial = IndexTrial(index, input, statements: statements)
      trial.run()
      found += trial.violations
    }
    if index.value(of: [], options: .standard).value != nil {
      found.append(Violation(rule: .emptyInput, detail: "nothing at all gives an index"))
    }
    found += codable(index)
    return found.filter { violation in version.map { violation.rule.since <= $0 } ?? true }
  }

  private static func metadata(of index: some AirQualityIndex) -> [Violation] {
    var found: [Violation] = []
    func check(_ condition: Bool, _ detail: String) {
      if !condition { found.append(Violation(rule: .metadata, detail: detail)) }
    }
    check(!index.edition.identifier.isEmpty, "the edition has no identifier")
    check(!index.edition.document.isEmpty, "the edition names no document")
    check(!index.inputs.isEmpty, "the index asks for nothing")
    check(Set(index.inputs).count == index.inputs.count, "an input occurs twice")
    check(
      index.inputs.allSatisfy { $0.current != nil || $0.daily != nil },
      "an input takes part in neither the current nor the daily value")
    if let from = index.edition.effectiveFrom, let until = index.edition.effectiveUntil {
      check(from < until, "the edition ends before it begins")
    }
    return found
  }

  private static func bands(of bands: [AQIBand]) -> [Violation] {
    var found: [Violation] = []
    func fail(_ detail: String) { found.append(Violation(rule: .bands, detail: detail)) }
    if bands.isEmpty { fail("there is no band") }
    if Set(bands.map(\.key)).count != bands.count { fail("two bands share a key") }
    for (place, band) in bands.enumerated() {
      if band.rank != place { fail("the band \(band.key) has rank \(band.rank) at place \(place)") }
      if band.name.isEmpty || band.key.isEmpty { fail("the band at place \(place) has no name or key") }
      if let upper = band.upperIndex, upper < band.lowerIndex { fail("\(band.key) ends before it begins") }
      for message in band.messages where message.source.isEmpty {
        fail("a message of \(band.key) cites nothing")
      }
      if place > 0 {
        let end = bands[place - 1].upperIndex ?? .max
        if band.lowerIndex < end || band.lowerIndex - 1 > end { fail("a gap or overlap before \(band.key)") }
      }
    }
    return found
  }
}

extension IndexContract {
  static func codable(_ index: some AirQualityIndex) -> [Violation] {
    var found: [Violation] = []
    func fail(_ detail: String) { found.append(Violation(rule: .codable, detail: detail)) }
    if let edition = try? roundTripped(index.edition) {
      if edition != index.edition { fail("the edition read back from its JSON is different") }
    } else {
      fail("the edition can't be read back from its JSON")
    }
    guard let codable = index as? any Codable else { return found }
    let averagings = index.inputs.flatMap { [$0.current, $0.daily].compactMap { $0 } }
    guard let again = (try? roundTripped(codable, averagings)) as? any AirQualityIndex else {
      fail("the index can't be read back from its JSON")
      return found
    }
    if let equatable = index as? any Equatable, !isEqual(equatable, again) {
      fail("the index read back from its JSON is different")
    }
    if again.bands != index.bands { fail("the bands read back from JSON are different") }
    if again.inputs != index.inputs {
      fail("the inputs read back from JSON are different")
      return found
    }
    for input in index.inputs {
      let before = IndexTrial(index, input)
      let after = IndexTrial(again, input)
      let changed = before.grid.enumerated().first { place, concentration in
        place % 37 == 0 && before.state(at: concentration) != after.state(at: concentration)
      }
      if let changed { fail("\(input): \(changed.element) gives another value after JSON") }
    }
    return found
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }
}

/// Returns a value as it is read back from its JSON, where an index's own averagings have to be known.
func roundTripped<Value: Codable>(_ value: Value, _ averagings: [AveragingMethod] = []) throws -> Value {
  let decoder = JSONDecoder()
  decoder.userInfo[.airAveragings] = averagings
  return try decoder.decode(Value.self, from: JSONEncoder().encode(value))
}
