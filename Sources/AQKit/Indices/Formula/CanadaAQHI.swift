/// Canada's Air Quality Health Index, with the AQHI-Plus for smoke if it is higher.
///
/// AQHI = 1000/10.4 · Σ (exp(β·c) − 1) over three-hour means of O3 and NO2 in ppb and PM2.5 in µg/m³, rounded to the nearest
/// integer, at least 1, and shown as 10+ above 10 (Stieb et al. 2008). The AQHI-Plus is the hourly PM2.5 over 10, rounded up
/// (Yao et al. 2019, doi:10.17269/s41997-019-00237-w). It needs neither the gases nor three hours: without them, an
/// hour above 100 µg/m³ is still 10+, because the index can't be higher; an hour below that gives a labelled proxy.
/// Ontario's and Alberta's own rules are not applied.
public struct CanadaAQHI: AirQualityIndex, Hashable {
  /// The published facts about the index.
  public let edition: IndexEdition
  /// The bands, best air first.
  public let bands: [AQIBand]
  /// The concentrations that the index needs.
  public let inputs: [IndexInput]
  /// Whether the AQHI-Plus overrides the formula if it is higher; Quebec doesn't use it.
  public let usesPlus: Bool

  static let coefficients: [(parameter: AirParameter, beta: Double)] = [
    (.o3, 0.000537), (.no2, 0.000871), (.pm25, 0.000487),
  ]

  /// The formula of Stieb et al. 2008.
  public static let stieb2008 = CanadaAQHI(usesPlus: true)
  static let withoutPlus = CanadaAQHI(usesPlus: false)

  /// Creates the AQHI with or without the AQHI-Plus.
  ///
  /// - Parameter usesPlus: Whether the AQHI-Plus overrides the formula; without it the edition's identifier is
  ///   `ca_aqhi_2008_without_plus`, and its region is Quebec. The province's own index (IQA) is another one, which AQKit
  ///   does not have.
  public init(usesPlus: Bool) {
    self.usesPlus = usesPlus
    edition = IndexEdition(
      identifier: usesPlus ? "ca_aqhi_2008" : "ca_aqhi_2008_without_plus",
      family: usesPlus ? "ca-aqhi" : "ca-aqhi-without-plus",
      title: usesPlus ? "Canada AQHI" : "Canada AQHI without AQHI-Plus",
      body: "Environment and Climate Change Canada",
      document: "Stieb et al. 2008, as in the R package aqhi 0.9.0 (B-Nilson/aqhi)",
      effectiveFrom: AirTime(secondsSince1970: 1_199_145_600), effectiveFromPrecision: .year,
      regions: [usesPlus ? "CA" : "CA-QC"], kind: .level,
      confidence: .twoImplementations, conditions: .us,
      remarks:
        "The AQHI-Plus rule is known from one implementation. The variants of Ontario and Alberta are not covered. "
        + "Gases are converted at 25 °C and 101.325 kPa: an assumption, the formula is in ppb."
    )
    bands = CanadaAQHI.bands
    let mean = AveragingMethod.mean(hours: 3, atLeast: 2)
    let all = [
      IndexInput(.o3, .hours(3), .ppb, current: mean, confidence: .twoImplementations),
      IndexInput(.no2, .hours(3), .ppb, current: mean, confidence: .twoImplementations),
      IndexInput(.pm25, .hours(3), .microgramsPerCubicMetre, current: mean, confidence: .twoImplementations),
      IndexInput(.pm25, .oneHour, .microgramsPerCubicMetre, current: .hour, confidence: .oneImplementation),
    ]
    inputs = usesPlus ? all : Array(all.prefix(3))
  }

  /// Returns the value of the formula before rounding, from three-hour means.
  public static func risk(o3 ppbOfOzone: Double, no2 ppbOfNO2: Double, pm25: Double) -> Double {
    zip(coefficients, [ppbOfOzone, ppbOfNO2, pm25])
      .reduce(0) { $0 + exponentialLessOne($1.0.beta * $1.1) } * (1000 / 10.4)
  }

  /// Returns the value of three-hour means of all three pollutants; the hourly PM2.5 is optional, and it decides alone
  /// if it is above 100 µg/m³.
  public func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    var problems: [AQIOutcome.Unavailable.Problem] = []
    var means: [Double] = []
    var missing: [String] = []
    for input in inputs.prefix(3) {
      let given = concentrations.first { $0.input == input }
      if let given, given.value.isConcentration {
        means.append(given.value)
      } else {
        missing.append(input.parameter.rawValue)
        if let given { problems.append(.init(input: input, reason: .invalid(given.value))) }
      }
    }
    let plus = plusLevel(concentrations, &problems)
    var (number, dominant): (Int, [AirParameter]) = (plus ?? 0, [.pm25])
    // The AQHI-Plus, if it gives the value.
    var decisive = plus
    var (proxy, unrounded): (String?, Double?) = (nil, nil)
    if means.count == 3 {
      let risk = CanadaAQHI.risk(o3: means[0], no2: means[1], pm25: means[2])
      guard risk < 1e6 else {
        return .unavailable(
          AQIOutcome.Unavailable(.invalid(means.max() ?? risk), edition: edition.identifier))
      }
      let level = min(max(1, Int((risk + 0.5).rounded(.down))), 11)
      if number <= level {
        (number, decisive, unrounded) = (level, nil, risk)
        let strongest = zip(CanadaAQHI.coefficients, means).max { $0.0.beta * $0.1 < $1.0.beta * $1.1 }
        dominant = risk > 0 ? [strongest?.0.parameter].compactMap { $0 } : []
      }
    } else if let plus, plus > 10 || options.proxy != .none {
      if plus <= 10 { proxy = "the AQHI-Plus alone: \(missing.joined(separator: ", ")) missing" }
    } else {
      let reason: AQIOutcome.Unavailable.Reason =
        concentrations.isEmpty
        ? .nothingToGoOn : .tooFewPollutants(missing.joined(separator: ", ") + " missing")
      return .unavailable(AQIOutcome.Unavailable(reason, edition: edition.identifier, problems: problems))
    }
    // The formula's concentrations have no numbers of their own: the index comes from their sum.
    let parts = concentrations.compactMap { given -> AQIValue.SubIndex? in
      guard inputs.contains(given.input), given.value.isConcentration else { return nil }
      let own = given.input.averaging == .oneHour ? decisive : nil
      return AQIValue.SubIndex(
        input: given.input, concentration: given.value, number: own,
        band: own.flatMap { bands.band(of: $0) }, basis: given.basis)
    }
    return .value(
      AQIValue(
        edition: edition, number: number, display: number > 10 ? "10+" : String(number),
        band: bands.band(of: number), isBeyondScale: number > 10, dominant: dominant, subIndices: parts,
        problems: problems, proxy: proxy, unrounded: unrounded))
  }

  private func plusLevel(
    _ concentrations: [IndexInput.Concentration], _ problems: inout [AQIOutcome.Unavailable.Problem]
  ) -> Int? {
    guard usesPlus, let hourly = concentrations.first(where: { $0.input == inputs[3] }),
      let scale = CanadaAQHI.plus?.scales.first
    else { return nil }
    let level = scale.number(of: hourly.value)
    if level >= 0 { return Int(level) }
    problems.append(.init(input: inputs[3], reason: .invalid(hourly.value)))
    return nil
  }
}

extension CanadaAQHI {
  /// The four bands, with a colour for each number (QWeather's list of ECCC's colours; B-Nilson/aqhi has another palette),
  /// and ECCC's messages in AQKit's words.
  static let bands: [AQIBand] = {
    let source = "ECCC AQHI messages (paraphrase, by way of aqipy)"
    func band(
      _ rank: Int, _ key: String, _ name: String, _ french: String, _ lower: Int, _ upper: Int?,
      _ colors: [UInt32], _ messages: [(group: String, text: String)]
    ) -> AQIBand {
      AQIBand(
        rank: rank, key: key, name: name, localName: french, localLanguage: "fr",
        label: upper == nil ? "10+" : nil, lowerIndex: lower, upperIndex: upper,
        colors: colors.map(AQIBand.Color.init(rgb:)),
        messages: messages.map { AQIBand.HealthMessage(group: $0.group, text: $0.text, source: source) })
    }
    return [
      band(
        0, "low", "Low", "Faible", 1, 3, [0x00CCFF, 0x0099CC, 0x006699],
        [("all", "Ideal for outdoor activity.")]),
      band(
        1, "moderate", "Moderate", "Modéré", 4, 6, [0xFFFF00, 0xFFCC00, 0xFF9933],
        [("at risk", "Reduce or move strenuous activity if you have symptoms.")]),
      band(
        2, "high", "High", "Élevé", 7, 10, [0xFF6666, 0xFF0000, 0xCC0000, 0x990000],
        [
          ("at risk", "Reduce or move strenuous activity; children and elderly take it easy."),
          ("general", "Consider reducing if cough or throat irritation."),
        ]),
      band(
        3, "very-high", "Very High", "Très élevé", 11, nil, [0x660000],
        [
          ("at risk", "Avoid strenuous outdoor activity."),
          ("general", "Reduce or move strenuous activity."),
        ]),
    ]
  }()

  /// Canada's AQHI-Plus for smoke: one level per 10 µg/m³ of hourly PM2.5, rounded up; 11 is shown as 10+.
  ///
  /// Source: Yao et al. 2019 (doi:10.17269/s41997-019-00237-w), as in the R package aqhi 0.9.0 (B-Nilson/aqhi).
  static let plus = try? BreakpointIndex(
    json:
      #"""
      {
        "identifier": "ca_aqhi_plus",
        "family": "ca-aqhi-plus",
        "title": "Canada AQHI-Plus",
        "body": "Environment and Climate Change Canada",
        "document": "Yao et al. 2019 (doi:10.17269/s41997-019-00237-w), as in the R package aqhi 0.9.0 (B-Nilson/aqhi)",
        "kind": "level",
        "confidence": "one-impl",
        "remarks": "Replaces the AQHI where it is higher: the index ca_aqhi_2008 applies it. Its colours and French names are not in what was read.",
        "rules": {"rounding": "none", "edges": "upperInclusive"},
        "bands": [
          {"key": "low", "name": "Low", "index": [1, 3]},
          {"key": "moderate", "name": "Moderate", "index": [4, 6]},
          {"key": "high", "name": "High", "index": [7, 10]},
          {"key": "very-high", "name": "Very High", "index": [11, null], "label": "10+"}
        ],
        "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11]],
        "scales": [
          {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
           "bounds": [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, null]}
        ]
      }
      """#)
}
