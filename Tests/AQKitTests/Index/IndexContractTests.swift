import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite(.computing) struct IndexContractTests {
  /// All editions, or every tenth in a debug build.
  static let tried = TestEffort.some(of: AirQualityIndexCatalog.standard.identifiers, oneIn: 1, debug: 10)

  @Test("the editions keep the contract", arguments: tried)
  func standard(_ identifier: String) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index(identifier))
    #expect(index.edition.identifier == identifier)
    let violations = IndexContract.violations(of: index)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("a sound index in code keeps the contract and its document's statements")
  func sound() throws {
    let index = FlawedIndex(nil)
    let input = FlawedIndex.particles
    let violations = IndexContract.violations(
      of: index,
      statements: [
        .number(1, at: 10, of: input), .number(2, at: 20, of: input), .number(3, at: 20.1, of: input),
      ])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test(
    "an index that breaks one rule is caught at that rule and no other",
    arguments: IndexContract.Rule.allCases)
  func flawed(_ rule: IndexContract.Rule) {
    let violations =
      rule == .codable
      ? IndexContract.violations(of: ForgetfulIndex()) : IndexContract.violations(of: FlawedIndex(rule))
    #expect(Set(violations.map(\.rule)) == [rule], "\(violations)")
  }

  @Test("an index that counts more or less as zero than its document says is caught")
  func tolerance() {
    let input = FlawedIndex.particles
    let tolerant = FlawedIndex(.negative)
    #expect(
      IndexContract.violations(of: tolerant, statements: [.countsAsZero(downTo: 0.5, of: input)]).isEmpty)
    for stated in [0.4, 0.6] {
      let rules = IndexContract.violations(
        of: tolerant, statements: [.countsAsZero(downTo: stated, of: input)]
      )
      .map(\.rule)
      #expect(Set(rules) == [.negative])
    }
  }

  @Test("a hole is a violation unless the document says so, and a stated hole must be one")
  func holes() {
    let input = FlawedIndex.particles
    let stated = IndexContract.Statement.noIndex(from: 12, below: 13, of: input)
    #expect(IndexContract.violations(of: FlawedIndex(.gapFree), statements: [stated]).isEmpty)
    #expect(
      Set(IndexContract.violations(of: FlawedIndex(nil), statements: [stated]).map(\.rule)) == [.gapFree])
  }

  @Test("an edge that the document gives to another band is caught")
  func statedEdge() {
    let statement = IndexContract.Statement.number(2, at: 10, of: FlawedIndex.particles)
    let rules = IndexContract.violations(of: FlawedIndex(nil), statements: [statement]).map(\.rule)
    #expect(Set(rules) == [.edges])
  }

  @Test("swallowing a number that isn't a concentration is caught however it is hidden", arguments: 0..<3)
  func hidden(_ manner: Int) {
    let rules = IndexContract.violations(of: SwallowingIndex(manner: manner)).map(\.rule)
    #expect(rules.contains(.notANumber), "\(rules)")
  }

  @Test("violations of later versions' rules aren't reported for an earlier version")
  func versions() {
    let broken = FlawedIndex(.gapFree)
    #expect(IndexContract.violations(of: broken, asOf: "0.9.0").isEmpty)
    #expect(
      IndexContract.violations(of: broken, asOf: .first).map(\.rule)
        == IndexContract.violations(of: broken).map(\.rule))
  }

  @Test("a table with a tolerance and a gap keeps the contract")
  func tolerantTable() throws {
    let json = BreakpointIndexJSONTests.house
      .replacingOccurrences(
        of: "\"decimals\": 0", with: "\"decimals\": 0, \"negativeTolerance\": 2, \"allowsGaps\": true"
      )
      .replacingOccurrences(of: "[21, null", with: "[25, null")
    let index = try BreakpointIndex(json: json)
    let violations = IndexContract.violations(of: index)
    #expect(violations.isEmpty, "\(violations)")
    #expect(try index.subIndex(of: .pm25, -2).number == 1)
    #expect(throws: AQIOutcome.Unavailable.self) { try index.subIndex(of: .pm25, (-2.0).nextDown) }
    #expect(throws: AQIOutcome.Unavailable.self) { try index.subIndex(of: .pm25, 23) }
  }
}

/// An index with three levels of hourly PM2.5 whose edges at 10 and 20 belong to the lower level; breaks one rule, or
/// none.
private struct FlawedIndex: AirQualityIndex {
  static let particles = IndexInput(.pm25, .oneHour, "µg/m³", current: .hour)

  let flaw: IndexContract.Rule?
  let edition: IndexEdition
  let bands: [AQIBand]
  var inputs: [IndexInput] { [Self.particles] }

  init(_ flaw: IndexContract.Rule?) {
    self.flaw = flaw
    edition = IndexEdition(
      identifier: "flawed_1", family: "flawed", title: "Flawed", body: "tests",
      document: flaw == .metadata ? "" : "this file", kind: .level)
    let message = AQIBand.HealthMessage(
      group: "all", text: "Stay calm.", source: flaw == .bands ? "" : "this file")
    bands = [
      AQIBand(rank: 0, key: "fine", name: "Fine", lowerIndex: 1, upperIndex: 1, messages: [message]),
      AQIBand(rank: 1, key: "fair", name: "Fair", lowerIndex: 2, upperIndex: 2),
      AQIBand(rank: 2, key: "bad", name: "Bad", lowerIndex: 3, upperIndex: nil),
    ]
  }

  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    guard let given = concentrations.first(where: { $0.input == Self.particles }) else {
      return flaw == .emptyInput ? value(1, 0, nil) : .unavailable(AQIOutcome.Unavailable(.nothingToGoOn))
    }
    var concentration = given.value
    if flaw == .negative, concentration < 0, concentration >= -0.5 { concentration = 0 }
    if flaw == .notANumber, concentration.isNaN { concentration = 0 }
    guard concentration >= 0, concentration < 1e9 else {
      return .unavailable(
        AQIOutcome.Unavailable(
          .invalid(given.value), problems: [.init(input: given.input, reason: .invalid(given.value))]))
    }
    if flaw == .gapFree, concentration >= 12, concentration < 13 {
      return .unavailable(AQIOutcome.Unavailable(.undefined(concentration)))
    }
    if flaw == .monotone, concentration > 50 { return value(2, concentration, nil) }
    let number = concentration <= 10 ? 1 : concentration <= 20 ? 2 : 3
    let next = number == 1 ? (flaw == .edges ? 10 : 10.0.nextUp) : number == 2 ? 20.0.nextUp : nil
    return value(number, concentration, next)
  }

  private func value(_ number: Int, _ concentration: Double, _ next: Double?) -> AQIOutcome {
    let band = flaw == .bandForEveryValue && number == 3 ? nil : bands[number - 1]
    let sub = AQIValue.SubIndex(
      input: Self.particles, concentration: concentration, number: number, band: band, nextBandFrom: next)
    return .value(
      AQIValue(edition: edition, number: number, display: "\(number)", band: band, subIndices: [sub]))
  }

  func numbers(of columns: IndexInput.Columns) -> AQIValue.Column {
    var result = AQIValue.Column(count: columns.count)
    for place in 0..<columns.count {
      let concentration = columns.columns.first?.values[place] ?? .nan
      let single = value(
        of: [IndexInput.Concentration(Self.particles, concentration)], options: columns.options
      ).value
      let missing = flaw == .emptyInput ? 1 : AQIValue.Code.invalid
      result.numbers[place] =
        concentration.isNaN ? missing : single?.number.map { Int32($0) } ?? AQIValue.Code.invalid
      if flaw == .columns, concentration > 5, concentration < 8 { result.numbers[place] = 2 }
    }
    return result
  }
}

/// A sound index of one level whose title is lost in its JSON.
private struct ForgetfulIndex: AirQualityIndex, Codable {
  var title = "Forgetful"

  private enum CodingKeys: String, CodingKey { case other }

  init() {}
  init(from decoder: any Decoder) throws { title = "Forgotten" }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .other)
  }

  var edition: IndexEdition {
    IndexEdition(
      identifier: "forgetful_1", family: "forgetful", title: title, body: "tests", document: "this file")
  }
  var bands: [AQIBand] { [AQIBand(rank: 0, key: "all", name: title, lowerIndex: 0, upperIndex: nil)] }
  var inputs: [IndexInput] { [FlawedIndex.particles] }

  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    guard let given = concentrations.first else {
      return .unavailable(AQIOutcome.Unavailable(.nothingToGoOn))
    }
    guard given.value >= 0, given.value < 1e9 else {
      return .unavailable(AQIOutcome.Unavailable(.invalid(given.value)))
    }
    return .value(AQIValue(edition: edition, number: 7, display: "7", band: bands[0]))
  }
}

/// An index of two pollutants that does not refuse NaN but hides it in one of three manners.
private struct SwallowingIndex: AirQualityIndex {
  let manner: Int
  let edition = IndexEdition(
    identifier: "swallowing_1", family: "swallowing", title: "Swallowing", body: "tests",
    document: "this file")
  let bands = [AQIBand(rank: 0, key: "all", name: "All", lowerIndex: 0, upperIndex: nil)]
  let inputs = [FlawedIndex.particles, IndexInput(.no2, .oneHour, "µg/m³", current: .hour)]

  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    let present = concentrations.filter { !$0.value.isNaN }
    if let bad = present.first(where: { !($0.value >= 0 && $0.value < 1e9) }) {
      return .unavailable(
        AQIOutcome.Unavailable(
          .invalid(bad.value), problems: [.init(input: bad.input, reason: .invalid(bad.value))]))
    }
    let hasNaN = present.count < concentrations.count
    switch manner {
    // Without a note.
    case 0 where present.isEmpty: return .unavailable(AQIOutcome.Unavailable(.nothingToGoOn))
    case 0: break
    // A value with empty sub-indices.
    case 1 where present.isEmpty && concentrations.isEmpty:
      return .unavailable(AQIOutcome.Unavailable(.nothingToGoOn))
    case 1: break
    // Named, and yet counted.
    default:
      guard !present.isEmpty else { return .unavailable(AQIOutcome.Unavailable(.nothingToGoOn)) }
      let problems = concentrations.filter(\.value.isNaN).map {
        AQIOutcome.Unavailable.Problem(input: $0.input, reason: .invalid($0.value))
      }
      return .value(
        AQIValue(
          edition: edition, number: Int(present.map(\.value).max() ?? 0) + (hasNaN ? 5 : 0), display: "",
          band: bands[0], problems: problems))
    }
    return .value(
      AQIValue(edition: edition, number: Int(present.map(\.value).max() ?? 0), display: "", band: bands[0]))
  }
}
