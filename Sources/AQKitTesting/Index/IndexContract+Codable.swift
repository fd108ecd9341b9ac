internal import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension IndexContract {
  /// Whether the edition, and the index if it is `Codable`, survive encoding and decoding.
  static func codable(_ index: some AirQualityIndex) -> [Violation] {
    var found: [Violation] = []
    func fail(_ detail: String) { found.append(Violation(rule: .codable, detail: detail)) }
    if let edition = roundTripped(index.edition) {
      if edition != index.edition { fail("the edition read back from its JSON is another") }
    } else {
      fail("the edition can't be read back from its JSON")
    }
    guard let codable = index as? any Codable else { return found }
    guard let again = roundTripped(codable) as? any AirQualityIndex else {
      fail("the index can't be read back from its JSON")
      return found
    }
    if let equatable = index as? any Equatable, !isEqual(equatable, again) {
      fail("the index read back from its JSON is another")
    }
    if again.bands != index.bands { fail("the bands read back from JSON are others") }
    if again.inputs != index.inputs {
      fail("the inputs read back from JSON are others")
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

  private static func roundTripped<Value: Codable>(_ value: Value) -> Value? {
    guard let json = try? JSONEncoder().encode(value) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: json)
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }
}
