import AQKit
import Testing

/// The places where a careful reading of a standard and common code part ways, one by one.
@Suite struct StandardTrapTests {
  private func table(_ identifier: String) throws -> BreakpointIndex {
    try #require(AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex, "\(identifier)")
  }

  /// The number of a concentration, or `nil` if none is defined.
  private func number(
    _ identifier: String, _ parameter: AirParameter, _ concentration: Double, _ averaging: String? = nil
  )
    throws -> Int?
  {
    let scale = try #require(
      try table(identifier).scale(of: parameter, averaging: averaging.flatMap { AveragingPeriod($0) }))
    let number = scale.number(of: concentration)
    return number >= 0 ? Int(number) : nil
  }

  /// The overall value of concentrations by pollutant and period.
  private func value(_ identifier: String, _ given: [(AirParameter, String, Double)]) throws -> AQIOutcome {
    let index = try #require(AirQualityIndexCatalog.standard.index(identifier))
    return index.value(
      of: try given.map { parameter, averaging, concentration in
        let input = try #require(
          index.inputs.first { $0.parameter == parameter && $0.averaging == AveragingPeriod(averaging) })
        return IndexInput.Concentration(input, concentration)
      })
  }

  // MARK: United States

  @Test("the top of the PM2.5 table is one segment in 2024 and two before")
  func topBands() throws {
    #expect(try number("us_epa_2024", .pm25, 300) == 449)
    #expect(try number("us_epa_2012", .pm25, 300) == 350)
    #expect(try number("us_epa_2012", .pm25, 350.4) == 400 && number("us_epa_2012", .pm25, 350.5) == 401)
  }

  @Test("above 500 the slope continues and the band stays Hazardous")
  func beyond() throws {
    let value = try value("us_epa_2024", [(.pm25, "24h", 400)]).get()
    #expect(value.number == 649 && value.band?.key == "hazardous" && value.isBeyondScale)
  }

  @Test("concentrations are truncated, the index is rounded, a half upwards")
  func ties() throws {
    let ties: [(AirParameter, String, Double, Int)] = [
      (.o3, "8h", 0.072, 105), (.o3, "8h", 0.074, 112), (.o3, "8h", 0.076, 119), (.o3, "8h", 0.078, 126),
      (.o3, "8h", 0.153, 251), (.co, "8h", 1.1, 13), (.co, "8h", 3.3, 38), (.so2, "1h", 245, 176),
      (.no2, "1h", 77, 76), (.no2, "1h", 505, 176), (.o3, "8h", 0.07853333, 126),
    ]
    for (parameter, averaging, concentration, expected) in ties {
      #expect(
        try number("us_epa_2024", parameter, concentration, averaging) == expected,
        "\(parameter) \(concentration)")
      let sub = try table("us_epa_2024").subIndex(
        of: parameter, concentration, averaging: AveragingPeriod(averaging))
      // A tie to the even number is another reading only where the two differ.
      let isEven = expected % 2 == 0
      #expect(sub.alternatives.allSatisfy { $0.number == nil } == isEven, "\(sub)")
    }
  }

  @Test("ozone and SO2 end where the text says")
  func ends() throws {
    #expect(
      try number("us_epa_2024", .o3, 0.2009, "8h") == 300 && number("us_epa_2024", .o3, 0.201, "8h") == nil)
    #expect(
      try number("us_epa_2024", .o3, 0.1249, "1h") == nil && number("us_epa_2024", .o3, 0.125, "1h") == 101)
    #expect(try value("us_epa_2024", [(.so2, "1h", 400), (.so2, "24h", 304)]).get().number == 200)
    #expect(try value("us_epa_2024", [(.so2, "1h", 305)]).get().number == 200)
    #expect(try value("us_epa_2024", [(.so2, "1h", 400), (.so2, "24h", 320)]).get().number == 206)
  }

  @Test("a NowCast needs two of the latest three hours, takes zero for data, and is truncated")
  func nowCast() throws {
    let hours = Array(repeating: 10.0, count: 10)
    #expect(AveragingMethod.NowCast.epa.concentration(of: hours + [12, .nan]) != nil)
    #expect(AveragingMethod.NowCast.epa.concentration(of: hours + [.nan, 12]) != nil)
    #expect(AveragingMethod.NowCast.epa.concentration(of: hours + [.nan, .nan]) == nil)
    #expect(AveragingMethod.NowCast.epa.concentration(of: Array(repeating: 0, count: 12)) == 0)
    let withZero = try #require(
      AveragingMethod.NowCast.epa.concentration(of: Array(repeating: 20.0, count: 11) + [0]))
    #expect(withZero < 11)
    #expect(try number("us_epa_2024", .pm25, 9.09) == 50 && number("us_epa_2024", .pm10, 54.99) == 50)
  }

  @Test("the national variants of the NowCast give different means for one rise")
  func relatives() throws {
    let hours = Array(repeating: 40.0, count: 8) + [60, 60, 60, 100]
    let means = try [
      AveragingMethod.nowCast(.epa), .nowCast(.vietnam), .nowCast(.mexico(factor: 0.694)), .twelveAndFour,
      .c24e(threshold: 30),
    ].map { try #require($0.value(of: hours)) }
    #expect(Set(means).count == means.count, "\(means)")
  }

  // MARK: Europe

  @Test(
    "the three editions of the European index have five, six and six bands, and other windows for particles")
  func europeanEditions() throws {
    #expect(
      try ["eu_eaqi_2017", "eu_eaqi_2019", "eu_eaqi_2024"].map { try table($0).bands.count } == [5, 6, 6])
    #expect(try table("eu_eaqi_2019").inputs.first { $0.parameter == .pm25 }?.averaging == .day)
    #expect(try table("eu_eaqi_2024").inputs.allSatisfy { $0.averaging == .oneHour })
  }

  @Test("the European index is a category with a continuous range, and no vendor's number is on it")
  func europeanLevel() throws {
    let index = try table("eu_eaqi_2024")
    #expect(index.edition.kind == .category)
    #expect(try number("eu_eaqi_2024", .pm25, 5) == 1 && number("eu_eaqi_2024", .pm25, 5.5) == 2)
    #expect(index.band(ofPublished: 45) == nil && index.band(ofPublished: 3)?.key == "moderate")
    #expect(try value("eu_eaqi_2024", [(.pm25, "1h", 12)]).get().display == "Fair")
  }

  @Test(
    "the European index of 2024 is the worst of the available ones; that of 2017 requires three pollutants")
  func europeanMinimum() throws {
    #expect(try value("eu_eaqi_2024", [(.pm10, "1h", 130)]).get().number == 4)
    #expect(try value("eu_eaqi_2017", [(.pm10, "24h", 60)]).value == nil)
    let index = try table("eu_eaqi_2017")
    let street = [
      IndexInput.Concentration(try #require(index.inputs.first { $0.parameter == .no2 }), 50),
      IndexInput.Concentration(try #require(index.inputs.first { $0.parameter == .pm10 }), 60),
    ]
    #expect(index.value(of: street, options: IndexOptions(isTrafficSite: true)).value?.number == 4)
    #expect(index.value(of: street, options: .standard).value == nil)
    var report = try ReportIndexTests.report([
      (.no2, "µg/m³", Array(repeating: 50, count: 24)), (.pm10, "µg/m³", Array(repeating: 60, count: 24)),
    ])
    #expect(report.index(using: "eu_eaqi_2017").value == nil)
    report.site.details.setting = .traffic
    #expect(report.index(using: "eu_eaqi_2017").value?.number == 4)
    #expect(try report.indexSeries(using: "eu_eaqi_2017").numbers.last == 4)
  }

  @Test(
    "UK: SO2 is a 15-minute mean and ozone an 8-hour one, which single hours can't form; level 1 begins at 0")
  func britain() throws {
    let report = try ReportIndexTests.report([(.so2, "µg/m³", Array(repeating: 300, count: 24))])
    let reason = report.index(using: .ukDAQI).reason
    #expect(reason?.description.contains("15min") == true, "\(String(describing: reason))")
    let ozone = try ReportIndexTests.report([(.o3, "µg/m³", [120])])
    #expect(ozone.index(using: .ukDAQI).value == nil)
    for scale in try table("uk_daqi_2012").scales { #expect(scale.number(of: 0) == 1) }
  }

  @Test("Germany's table of 2025 is hourly throughout and has SO2; good ozone begins at 25")
  func germany() throws {
    #expect(try table("de_lqi_2025").inputs.allSatisfy { $0.averaging == .oneHour })
    #expect(try table("de_lqi_2025").inputs.contains { $0.parameter == .so2 })
    #expect(try !table("de_lqi_2019").inputs.contains { $0.parameter == .so2 })
    #expect(try number("de_lqi_2025", .o3, 24) == 1 && number("de_lqi_2025", .o3, 25) == 2)
  }

  @Test("the two editions of BelAQI share scale and names, but not limits, windows and the last colours")
  func belgium() throws {
    #expect(
      try number("be_belaqi_2022", .pm25, 12, "24h") == 5 && number("be_belaqi_2017", .pm25, 12, "24h") == 3)
    #expect(try number("be_belaqi_2022", .no2, 60, "24h") == 10 && number("be_belaqi_2017", .no2, 60) == 3)
    #expect(try number("be_belaqi_2022", .pm25, 12, "1h") == 4)
    let (new, old) = try (table("be_belaqi_2022"), table("be_belaqi_2017"))
    #expect(new.bands.map(\.name) == old.bands.map(\.name))
    #expect(zip(new.bands, old.bands).count { $0.color != $1.color } == 2)
    #expect(new.bands[6].name == "very poor" && new.bands[6].localName == "vrij slecht")
    #expect(old.inputs.first { $0.parameter == .pm10 }?.current == .mean(hours: 24))
    #expect(
      new.inputs.first { $0.parameter == .o3 && $0.daily != nil }?.daily == .dayMaximum(hours: 8, atLeast: 6))
  }

  @Test("unverified indices aren't shipped: the Netherlands get the European one, Google and WAQI none")
  func notShipped() {
    let catalog = AirQualityIndexCatalog.standard
    for identifier in ["nl_lki_2014", "co_ica_2017", "google_uaqi", "qaqi", "waqi"] {
      #expect(catalog.index(identifier) == nil)
    }
    #expect(catalog.index(for: "NL")?.edition.family == "eu-eaqi")
  }

  // MARK: China

  @Test("China 2026 and 2012 differ in nodes, real-time particles, daily ozone and beyond the table")
  func chinaEditions() throws {
    #expect(try number("cn_hj633_2012", .pm25, 75) == 100 && number("cn_hj633_2026", .pm25, 75) == 114)
    #expect(try number("cn_hj633_2012", .pm10, 150) == 100 && number("cn_hj633_2026", .pm10, 120) == 100)
    #expect(
      try number("cn_hj633_2012", .so2, 801, "1h") == nil && number("cn_hj633_2026", .so2, 801, "1h") == 200)
    #expect(
      try number("cn_hj633_2012", .o3, 801, "8h") == nil && number("cn_hj633_2026", .o3, 801, "8h") == 300)
    func input(_ identifier: String, _ parameter: AirParameter, _ averaging: AveragingPeriod) throws
      -> IndexInput
    {
      try #require(
        try table(identifier).inputs.first { $0.parameter == parameter && $0.averaging == averaging })
    }
    #expect(try input("cn_hj633_2026", .pm25, .day).current == .hour)
    #expect(try input("cn_hj633_2012", .pm25, .day).current == .mean(hours: 24, atLeast: 20))
    #expect(try input("cn_hj633_2026", .o3, .oneHour).daily == nil)
    #expect(try input("cn_hj633_2012", .o3, .oneHour).daily != nil)
  }

  @Test("China rounds the concentration half to even and the index up, on continuous nodes, from 0")
  func chinaRounding() throws {
    #expect(try number("cn_hj633_2026", .pm25, 34.5) == 49 && number("cn_hj633_2026", .pm25, 35.5) == 52)
    #expect(try number("cn_hj633_2026", .pm25, 35) == 50 && number("cn_hj633_2026", .pm25, 60) == 100)
    #expect(try number("cn_hj633_2012", .pm25, 35.1) == 51)
    #expect(try number("cn_hj633_2026", .pm25, 0) == 0)
    #expect(try table("cn_hj633_2026").subIndex(of: .pm25, 0, averaging: .day).band?.key == "excellent")
  }

  @Test("China's purple is not the American")
  func purple() throws {
    #expect(try table("cn_hj633_2026").bands[4].color?.hex == "#99004C")
    #expect(try table("us_epa_2024").bands[4].color?.hex == "#8F3F97")
  }

  // MARK: Asia

  @Test("India needs three pollutants, including particles; the severe band continues to 500")
  func india() throws {
    #expect(try number("in_naqi_2014", .pm25, 31) == 51 && number("in_naqi_2014", .pm25, 380) == 500)
    #expect(try number("in_naqi_2014", .pm25, 900) == 500)
    // Above the end of the band below, it is Severe at once, however flat the line is.
    let firstSevere: [(AirParameter, Double)] = [
      (.pm10, 431), (.pm25, 251), (.no2, 401), (.o3, 749), (.co, 34.1), (.so2, 1601), (.nh3, 1801),
      (.pb, 3.6),
    ]
    for (pollutant, concentration) in firstSevere {
      let sub = try table("in_naqi_2014").subIndex(of: pollutant, concentration)
      #expect(sub.band?.key == "severe" && (sub.number ?? 0) >= 401, "\(pollutant) \(concentration)")
    }
    #expect(try number("in_naqi_2014", .so2, 1604) == 401 && number("in_naqi_2014", .so2, 1616) == 402)
    let gases: [(AirParameter, String, Double)] = [(.no2, "24h", 20), (.so2, "24h", 10), (.co, "8h", 0.5)]
    #expect(try value("in_naqi_2014", gases).value == nil)
    #expect(try value("in_naqi_2014", [(.pm25, "24h", 45), gases[0]]).value == nil)
    #expect(try value("in_naqi_2014", [(.pm25, "24h", 45), gases[0], gases[1]]).get().number == 75)
  }

  @Test("Hong Kong sums risks, takes the riskier of the particles, and has a level that is a separate band")
  func hongKong() throws {
    let (new, old) = (HongKongAQHI.edition2025, HongKongAQHI.edition2013)
    func value(_ index: HongKongAQHI, _ concentrations: [Double]) throws -> AQIValue {
      try index.value(of: zip(index.inputs, concentrations).map { IndexInput.Concentration($0.0, $0.1) })
        .get()
    }
    // NO2, SO2, O3, PM10, PM2.5: each alone is level 2, together more than the largest.
    let all = try value(new, [50, 10, 50, 60, 40])
    #expect((all.number ?? 0) > 2)
    let coarse = try value(new, [50, 10, 50, 60, 0])
    #expect(coarse.number == all.number && coarse.unrounded == all.unrounded)
    #expect(new.bands.first { $0.contains(7) }.map { $0.lowerIndex == 7 && $0.upperIndex == 7 } == true)
    #expect(try value(new, [80, 10, 97, 0, 0]).unrounded != value(old, [80, 10, 97, 0, 0]).unrounded)
    var differing = 0
    for ozone in 0..<400 {
      let given = [20, 10, Double(ozone), 30, 20]
      if try value(new, given).number != value(old, given).number { differing += 1 }
    }
    #expect(differing > 0)
  }

  @Test("Hong Kong requires all five pollutants; one kind of particles is a labelled proxy")
  func hongKongMinimum() throws {
    let index = HongKongAQHI.edition2025
    let given = zip(index.inputs.dropLast(), [50, 10, 50, 60]).map { IndexInput.Concentration($0.0, $0.1) }
    #expect(index.value(of: given).reason?.reason == .tooFewPollutants("pm25 missing"))
    let proxy = try index.value(of: given, options: IndexOptions(proxy: .allowed)).get()
    #expect(proxy.isProxy && proxy.proxy == "pm25 missing")
    let gas = index.value(of: Array(given.dropFirst()), options: IndexOptions(proxy: .allowed))
    #expect(gas.value == nil)
  }

  @Test("Singapore's NO2 begins at 1131, and its ozone switches to the hour above 785")
  func singapore() throws {
    #expect(try number("sg_psi_2014", .no2, 1130) == nil && number("sg_psi_2014", .no2, 1131) == 201)
    #expect(try value("sg_psi_2014", [(.o3, "8h", 785), (.o3, "1h", 900)]).get().number == 300)
    #expect(try (value("sg_psi_2014", [(.o3, "8h", 786), (.o3, "1h", 900)]).get().number ?? 0) > 300)
    #expect(try number("sg_psi_2014", .pm25, 19) == 58)
  }

  @Test("Malaysia's PM2.5 table is its own; Indonesia's Sedang is blue and its values go on above 500")
  func malayWorld() throws {
    #expect(try number("my_api_2017", .pm25, 50.4) == 100 && number("my_api_2017", .pm25, 50.5) == 101)
    #expect(try number("my_api_2017", .pm25, 55.4) == 150 && number("us_epa_2024", .pm25, 50.4) != 100)
    #expect(try number("my_api_1996", .pm10, 385) == 250)
    #expect(try number("id_ispu_2020", .pm25, 55.4) == 100 && number("id_ispu_2020", .pm25, 150.4) == 200)
    let sedang = try #require(try table("id_ispu_2020").bands.first { $0.localName == "Sedang" })
    #expect(sedang.color?.hex == "#0000CC")
    #expect(try (number("id_ispu_2020", .pm25, 600) ?? 0) > 500)
  }

  @Test("the Philippine order leaves 90 to 91 undefined; its averaging time is marked as assumed")
  func philippines() throws {
    #expect(try number("ph_dao2020_14", .pm25, 90) == 5 && number("ph_dao2020_14", .pm25, 90.5) == nil)
    #expect(try number("ph_dao2020_14", .pm25, 91) == 6)
    #expect(try table("ph_dao2020_14").edition.remarks?.contains("assumed") == true)
  }

  @Test("Korea needs four pollutants and Viet Nam particles")
  func minimums() throws {
    #expect(
      try value("kr_cai_2018", [(.pm10, "24h", 40), (.pm25, "24h", 20), (.no2, "1h", 0.02)]).value == nil)
    #expect(try value("vn_aqi_2019", [(.no2, "1h", 130.8)]).value == nil)
  }

  // MARK: America and Australia

  @Test("Canada's gases are in ppb, its scale has 10.4, its minimum is 1 and 10+ is a label")
  func canada() throws {
    let index = CanadaAQHI.stieb2008
    #expect(index.inputs[0].unit == .ppb && index.inputs[1].unit == .ppb)
    let zero = try index.value(of: index.inputs.map { IndexInput.Concentration($0, 0) }).get()
    #expect(zero.number == 1 && zero.unrounded == 0)
    #expect(abs(CanadaAQHI.risk(o3: 30, no2: 20, pm25: 10) - 3.720_669) < 0.000_01)
    let smoke = try index.value(
      of: zip(index.inputs, [10, 5, 30, 101]).map { IndexInput.Concentration($0.0, $0.1) }
    ).get()
    #expect(smoke.display == "10+" && smoke.isBeyondScale && smoke.dominant == [.pm25])
    let quebec = CanadaAQHI(usesPlus: false)
    #expect(quebec.inputs == Array(index.inputs.prefix(3)))
    let catalog = AirQualityIndexCatalog.standard
    #expect(catalog.index(for: "CA-QC")?.edition.identifier == "ca_aqhi_2008_without_plus")
    #expect(catalog.index(for: "CA-ON")?.edition.identifier == "ca_aqhi_2008")
    let without = try quebec.value(
      of: zip(index.inputs, [10, 5, 30, 101]).map { IndexInput.Concentration($0.0, $0.1) }
    ).get()
    #expect((without.number ?? 11) < 5)
  }

  @Test("Mexico's limits step down in January 2026, and Brazil's table is marked as superseded")
  func stages() throws {
    #expect(try number("mx_nom172_2023_stage2024", .pm10, 55) == 2)
    #expect(try number("mx_nom172_2023_stage2026", .pm10, 55) == 3)
    #expect(try number("mx_nom172_2023_stage2024", .pm25, 30) == 2)
    #expect(try number("mx_nom172_2023_stage2026", .pm25, 30) == 3)
    #expect(try table("br_iqar_2019").edition.remarks?.contains("Superseded") == true)
  }

  @Test("New South Wales has categories in parts per hundred million, closed below and open above")
  func newSouthWales() throws {
    let index = try table("au_nsw_aqc_2020")
    #expect(index.edition.kind == .category && index.inputs.contains { $0.unit == AirUnit("pphm") })
    #expect(try number("au_nsw_aqc_2020", .no2, 8.0.nextDown) == 1 && number("au_nsw_aqc_2020", .no2, 8) == 2)
    #expect(try index.concentration(of: .no2, 80, unit: "ppb").value == 8)
  }

  // MARK: Engineering

  @Test(
    "ozone with three decimals gets the index of its own step, which single precision would miss",
    arguments: [0.251, 0.253, 0.502, 0.506, 0.511])
  func singlePrecision(_ concentration: Double) throws {
    // Half a step more is the same step.
    #expect(
      try number("us_epa_2024", .o3, concentration, "1h")
        == number("us_epa_2024", .o3, concentration + 0.0004, "1h"))
    #expect(
      try number("us_epa_2024", .o3, concentration, "1h")
        != number("us_epa_2024", .o3, concentration - 0.004, "1h"))
  }

  @Test("decimals between whole-number bands get one")
  func holes() throws {
    #expect(try number("us_epa_2024", .pm10, 54.9) == 50 && number("us_epa_2024", .co, 4.45) == 50)
    #expect(try number("br_iqar_2019", .pm25, 50.5) == 81)
  }

  @Test("gases convert under each standard's own conditions, within a part in a thousand of UK-AIR's factors")
  func conversions() throws {
    func mass(_ identifier: String, _ parameter: AirParameter) throws -> Double {
      let unit: AirUnit = parameter == .co ? "ppm" : "ppb"
      return try table(identifier).concentration(of: parameter, 100, unit: unit).value
    }
    #expect(try abs(mass("eu_eaqi_2024", .o3) - 199.534) < 0.001)
    #expect(try abs(mass("eu_eaqi_2024", .no2) - 191.25) < 0.001)
    #expect(try abs(mass("eu_eaqi_2024", .so2) - 266.322) < 0.001)
    #expect(try abs(mass("cn_hj633_2026", .o3) - 196.188) < 0.001)
    let published: [(AirParameter, Double)] = [(.no2, 191.25), (.o3, 199.57), (.so2, 266.09)]
    for (parameter, factor) in published {
      #expect(try abs(mass("uk_daqi_2012", parameter) / factor - 1) < 0.001)
    }
    let carbon = try table("eu_caqi_2012").concentration(of: .co, 100, unit: "ppm").value
    #expect(abs(carbon / 116_420 - 1) < 0.001)
  }

  @Test("codes that feeds write for “missing” aren't concentrations", arguments: [-1.0, -999, -9999, .nan])
  func missing(_ value: Double) throws {
    for index in AirQualityIndexCatalog.standard.indices {
      let given = index.inputs.map { IndexInput.Concentration($0, value) }
      #expect(index.value(of: given).value == nil, "\(index.edition.identifier)")
    }
  }
}
