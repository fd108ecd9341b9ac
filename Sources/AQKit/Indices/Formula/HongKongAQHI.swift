/// Hong Kong's Air Quality Health Index: the band of a sum of added risks, not the largest of some sub-indices.
///
/// Σ (exp(β·c) − 1) · 100 over three-hour means in µg/m³ of NO2, SO2, O3 and whichever of PM10 and PM2.5 has the higher
/// risk (EPD, AQHI FAQ). On 22 March 2025 the coefficient of ozone and the ten limits changed.
package struct HongKongAQHI: AirQualityIndex {
  /// The edition: the published facts about the index.
  public let edition: IndexEdition
  /// The bands, best air first.
  public let bands: [AQIBand]
  /// The concentrations that the index needs.
  public let inputs: [IndexInput]
  /// The coefficients β per µg/m³, in the order of the inputs.
  private let coefficients: [Double]
  /// The upper limits of levels 1 to 10, in per cent added risk; a limit belongs to its level.
  private let limits: [Double]

  /// The edition in force since 22 March 2025.
  public static let edition2025 = HongKongAQHI(
    identifier: "hk_aqhi_2025", title: "Hong Kong AQHI 2025", from: 1_742_601_600, until: nil,
    ozone: 0.0004888034, limits: [1.87, 3.73, 5.60, 7.46, 9.33, 11.20, 12.81, 14.94, 17.08, 19.21])

  /// The edition of 30 December 2013.
  public static let edition2013 = HongKongAQHI(
    identifier: "hk_aqhi_2013", title: "Hong Kong AQHI 2013", from: 1_388_361_600, until: 1_742_601_600,
    ozone: 0.0005116328, limits: [1.88, 3.76, 5.64, 7.52, 9.41, 11.29, 12.91, 15.07, 17.22, 19.37])

  // Not inlined: it is long, and both editions call it.
  @inline(never)
  private init(
    identifier: String, title: String, from: Int64, until: Int64?, ozone: Double, limits: [Double]
  ) {
    edition = IndexEdition(
      identifier: identifier, family: "hk-aqhi", title: title,
      body: "Environmental Protection Department of Hong Kong",
      document: "EPD, AQHI FAQ" + (until == nil ? ", revised 22 March 2025" : ", edition of 2013"),
      effectiveFrom: AirTime(secondsSince1970: from),
      effectiveUntil: until.map(AirTime.init(secondsSince1970:)),
      regions: ["HK"], kind: .level, confidence: .twoImplementations, conditions: .us,
      remarks:
        "All five pollutants and all three hours are required; the FAQ states no completeness rule for the hours. "
        + "Gases are converted at 25 °C and 101.325 kPa: an assumption, the conditions of the EPD were not found."
    )
    coefficients = [0.0004462559, 0.0001393235, ozone, 0.0002821751, 0.0002180567]
    self.limits = limits
    let mean = AveragingMethod.mean(hours: 3)
    inputs = [AirParameter.no2, .so2, .o3, .pm10, .pm25].map {
      IndexInput($0, .hours(3), .microgramsPerCubicMetre, current: mean, confidence: .twoImplementations)
    }
    bands = HongKongAQHI.bands(withLocalNames: until == nil)
  }

  private static func bands(withLocalNames: Bool) -> [AQIBand] {
    let source = "EPD, AQHI health advice"
    let group = "heart or lung patients, children, elderly"
    let rows: [(key: String, name: String, local: String, range: (Int, Int?), group: String, text: String)] =
      [
        ("low", "Low", "低", (1, 3), "all", "No action needed."),
        (
          "moderate", "Moderate", "中", (4, 6), "all",
          "Usually none needed; with symptoms, take it easier outdoors."
        ),
        ("high", "High", "高", (7, 7), group, "Less effort outdoors and less time near traffic."),
        (
          "very-high", "Very High", "甚高", (8, 10), group,
          "As little effort outdoors as possible; everyone else less."
        ),
        (
          "serious", "Serious", "嚴重", (11, nil), group,
          "No effort outdoors; everyone else as little as possible."
        ),
      ]
    return rows.enumerated().map { rank, row in
      AQIBand(
        rank: rank, key: row.key, name: row.name, localName: withLocalNames ? row.local : nil,
        localLanguage: withLocalNames ? "zh-Hant" : nil, label: row.range.1 == nil ? "10+" : nil,
        lowerIndex: row.range.0, upperIndex: row.range.1,
        messages: withLocalNames
          ? [AQIBand.HealthMessage(group: row.group, text: row.text, source: source)] : [])
    }
  }

  /// Returns the value of three-hour means; all five pollutants are needed, since the one of PM10 and PM2.5 with the
  /// higher risk counts. Where a proxy is allowed, one of the two suffices.
  public func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    var problems: [AQIOutcome.Unavailable.Problem] = []
    // The added risks in per cent, in the order of the inputs.
    var risks = [Double?](repeating: nil, count: inputs.count)
    var used: [AQIValue.SubIndex] = []
    for (i, input) in inputs.enumerated() {
      guard let given = concentrations.first(where: { $0.input == input }) else { continue }
      let risk =
        given.value.isConcentration ? exponentialLessOne(coefficients[i] * given.value) * 100 : .infinity
      guard risk < 1e9 else {
        problems.append(.init(input: input, reason: .invalid(given.value)))
        continue
      }
      risks[i] = risk
      used.append(
        AQIValue.SubIndex(
          input: input, concentration: given.value, number: nil, band: nil, basis: given.basis))
    }
    let absent = inputs.indices.filter { risks[$0] == nil }.map { inputs[$0].parameter }
    let absentParticles = absent.filter(AirParameter.particles.contains)
    let missing =
      absentParticles.count == 2 || options.proxy == .none
      ? absent : absent.filter { !absentParticles.contains($0) }
    guard missing.isEmpty else {
      let reason: AQIOutcome.Unavailable.Reason =
        used.isEmpty && problems.isEmpty
        ? .nothingToGoOn
        : .tooFewPollutants(missing.map(\.rawValue).joined(separator: ", ") + " missing")
      return .unavailable(
        AQIOutcome.Unavailable(reason, edition: edition.identifier, problems: problems, subIndices: used))
    }
    let counted = [0, 1, 2, (risks[3] ?? -1) >= (risks[4] ?? -1) ? 3 : 4]
    let sum = counted.reduce(0) { $0 + (risks[$1] ?? 0) }
    let number = (limits.firstIndex { sum <= $0 } ?? limits.count) + 1
    let strongest = counted.max { (risks[$0] ?? 0) < (risks[$1] ?? 0) } ?? 0
    return .value(
      AQIValue(
        edition: edition, number: number, display: number > 10 ? "10+" : String(number),
        band: bands.band(of: number), isBeyondScale: number > 10,
        dominant: sum > 0 ? [inputs[strongest].parameter] : [], subIndices: used,
        problems: problems, proxy: absentParticles.first.map { "\($0.rawValue) missing" }, unrounded: sum))
  }

  /// The table of the levels over the sum of the added risks in per cent, as the EPD prints it; a limit belongs to the level
  /// below. `nil` only if the limits don't form a table, which a test rules out.
  public var levels: BreakpointIndex.Scale? {
    let edges = [0] + limits
    let rows = edges.enumerated().map { i, edge in
      BreakpointIndex.Scale.Row(edge, i < limits.count ? limits[i] : nil, i + 1, i + 1)
    }
    let input = IndexInput(
      AirParameter("sum_added_risk"), .hours(3), AirUnit("percent AR"), confidence: edition.confidence)
    return try? BreakpointIndex.Scale(input: input, rows: rows, rules: .init())
  }
}
