import AQKit
import TestRuns
import Testing

/// Colours, palettes, the inverse, columns and bad input.
@Suite struct IndexValueTests {
  let us: BreakpointIndex

  init() throws {
    us = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
  }

  @Test("a basis of a single value has no count")
  func singleValue() {
    let hour = AQIValue.Basis(
      origin: .hourlyModelValues, method: .latest(minutes: 60), hours: 1, hoursPossible: 1)
    #expect(hour.description == "1 h value")
    let day = AQIValue.Basis(
      origin: .hourlyMeans, method: .mean(hours: 24, atLeast: 18), hours: 20, hoursPossible: 24)
    #expect(day.description == "running 24 h mean of 20 of 24 hourly means")
  }

  @Test("the inverse gives the concentrations of a number, and only where the table has them")
  func inverse() throws {
    let range = try #require(us.concentrations(giving: 100, of: .pm25))
    #expect(range.contains(35.4) && range.contains(35.4999) && !range.contains(35.5))
    for number in [range.lowerBound, range.upperBound.nextDown] {
      #expect(try us.subIndex(of: .pm25, number).number == 100)
    }
    #expect(try us.subIndex(of: .pm25, range.lowerBound.nextDown).number == 99)
    #expect(
      us.concentrations(giving: -1, of: .pm25) == nil && us.concentrations(giving: .max, of: .pm25) == nil)
    #expect(us.concentrations(giving: 50, of: .birchPollen) == nil)
  }

  @Test("the inverse holds beyond the table as the lookup does")
  func inverseBeyond() throws {
    let catalog = AirQualityIndexCatalog.standard
    // Continues with the slope, where the top number itself is beyond the table; a cap; nothing defined; no end.
    for (identifier, parameter, number) in [
      ("us_epa_2024", .pm25, 500), ("us_epa_2024", .pm25, 501), ("us_epa_2024", .pm25, 7000),
      ("us_epa_2024", .co, 612),
      ("au_nepm_aqi_2016", .pm25, 100), ("au_nepm_aqi_2016", .pm25, 150), ("au_nepm_aqi_2016", .no2, 201),
      ("my_api_1996", .pm10, 512), ("id_ispu_2020", .pm25, 563),
    ] as [(String, AirParameter, Int)] {
      let index = try #require(catalog.index(identifier) as? BreakpointIndex)
      let range = try #require(index.concentrations(giving: number, of: parameter), "\(identifier) \(number)")
      for inside in [range.lowerBound, range.upperBound.nextDown] {
        #expect(
          try index.subIndex(of: parameter, inside).number == number, "\(identifier) \(number) at \(inside)")
      }
      for outside in [range.lowerBound.nextDown, range.upperBound] {
        #expect(
          try index.subIndex(of: parameter, outside).number != number, "\(identifier) \(number) at \(outside)"
        )
      }
    }
    let china = try #require(catalog.index("cn_hj633_2026") as? BreakpointIndex)
    #expect(china.concentrations(giving: 500, of: .pm25)?.upperBound == .infinity)
    #expect(china.concentrations(giving: 501, of: .pm25) == nil)
    let last = try #require(us.concentrations(giving: Int(Int32.max), of: .co))
    #expect(try us.subIndex(of: .co, last.lowerBound).number == Int(Int32.max))
    #expect(throws: AQIOutcome.Unavailable.self) { try us.subIndex(of: .co, last.upperBound) }
    let whole = AQIBand(rank: 0, key: "all", name: "All", lowerIndex: 0, upperIndex: .max)
    let vast = try BreakpointIndex(edition: us.edition, bands: [whole], scales: us.scales)
    #expect(try vast.subIndex(of: .pm25, 12).nextBandFrom == nil)
  }

  @Test("an open-ended table never ends")
  func endless() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("au_nepm_aqi_2016") as? BreakpointIndex)
    let sub = try index.subIndex(of: .pm25, 35.4)
    #expect(sub.number == 142 && !sub.isBeyondTable && sub.nextBandText == "from 37.375 µg/m³")
    let value = try index.value(of: [IndexInput.Concentration(sub.input, 4000)]).get()
    #expect(value.number == 16_000 && value.display == "16000" && !value.isBeyondScale)
    let hours = try SeriesAgreementTests.report([
      SeriesAgreementTests.hourly(.o3, "ppm", [0.05, 0.3])
    ])
    let series = try hours.indexSeries(using: index)
    #expect(series[1]?.number == 300 && series[1]?.isBeyondScale == false)
    #expect(try hours.index(using: index).get().isBeyondScale == false)
  }

  @Test("decimal edges don't depend on binary rounding")
  func edges() throws {
    #expect(try us.subIndex(of: .pm25, 35.4).number == 100)
    #expect(try us.subIndex(of: .pm25, 35.45).number == 100)
    #expect(try us.subIndex(of: .pm25, 55.4).number == 150)
    #expect(try us.subIndex(of: .pm25, 0.1 + 0.2).number == 2)
    #expect(try us.subIndex(of: .o3, 0.0705, averaging: .eightHours).number == 100)
    #expect(try us.subIndex(of: .o3, 0.251, averaging: .oneHour).number == 224)
    #expect(try us.subIndex(of: .pm25, 35.4.nextUp).number == 100)
    #expect(try us.subIndex(of: .pm25, 35.5.nextDown).number == 100)
    #expect(try us.subIndex(of: .pm25, -0.0).number == 0)
  }

  @Test("bad input is a named reason", arguments: [-0.1, -1e-300, .nan, .infinity, -.infinity, 1e10, 1e300])
  func badInput(_ concentration: Double) throws {
    for scale in us.scales {
      do throws(AQIOutcome.Unavailable) {
        let value = try us.subIndex(of: concentration, on: scale)
        Issue.record("\(concentration) gives \(value)")
      } catch {
        guard case .invalid = error.reason else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(us.value(of: [IndexInput.Concentration(us.inputs[0], concentration)]).value == nil)
  }

  @Test("a column holds numbers, or codes where there are none")
  func columns() throws {
    let scale = try #require(us.scale(of: .o3, averaging: .oneHour))
    var output: [Int32] = [9, 9, 9, 9, 9, 9]
    scale.write([0.1, 0.125, .nan, -1, 0.7, 1e12], to: &output)
    #expect(
      output == [
        AQIValue.Code.undefined, 101, AQIValue.Code.invalid, AQIValue.Code.invalid, 596,
        AQIValue.Code.invalid,
      ])
    var short: [Int32] = [7]
    scale.write([0.125, 0.2], to: &short)
    #expect(short == [101])
  }

  @Test(
    "the number of one set of concentrations is the value's",
    arguments: AirQualityIndexCatalog.standard.identifiers)
  func numberOfSet(_ identifier: String) throws {
    guard let index = AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex else { return }
    for round in 0..<TestEffort.of(200, debug: 40) {
      let values = index.scales.indices.map { place in
        (round + place) % 5 == 0
          ? Double.nan
          : (index.scales[place].rows.last?.lower ?? 1) * Double((round * 31 + place * 17) % 100) / 80
      }
      let given = zip(index.inputs, values).filter { !$0.1.isNaN }.map {
        IndexInput.Concentration($0.0, $0.1)
      }
      let number = values.withUnsafeBufferPointer { index.number(of: $0) }
      switch index.value(of: given) {
      case .value(let value): #expect(number == value.number.map(Int32.init) ?? AQIValue.Code.open)
      case .unavailable(let reason): #expect(number < 0 && number != AQIValue.Code.open, "\(reason)")
      }
      let columns = zip(index.inputs, values).map { IndexInput.Column($0.0, [$0.1]) }
      #expect(index.numbers(of: IndexInput.Columns(columns, count: 1)).numbers == [number])
    }
  }

  @Test("text on a band's colour has a contrast of at least 4.5")
  func contrast() {
    for index in AirQualityIndexCatalog.standard.indices {
      for band in index.bands {
        for color in band.colors {
          #expect(color.contrast(with: color.textColor) >= 4.5, "\(index.edition) \(band)")
        }
      }
    }
    #expect(
      AQIBand.Color(hex: "#8F3F97")?.textColor == .white && AQIBand.Color(hex: "ff7e00")?.hex == "#FF7E00")
    #expect(
      AQIBand.Color(hex: "#12345") == nil && AQIBand.Color(hex: "#+12345") == nil
        && AQIBand.Color(hex: "") == nil)
  }

  @Test("a palette replaces colours and labels of bands without changing the number")
  func palette() throws {
    let value = try us.value(of: [IndexInput.Concentration(us.inputs[2], 20)]).get()
    var palette = AQIBand.Color.Palette.epaColorVisionAssist
    #expect(palette.color(for: value)?.hex == "#FFC905" && value.color?.hex == "#FFFF00")
    palette.labels["moderate"] = "Mittelmäßig"
    #expect(value.band.map(palette.label(for:)) == "Mittelmäßig")
    let plain = AQIBand.Color.Palette(name: "none", colors: [:])
    #expect(plain.color(for: value) == value.color)
  }

  @Test("a concentration in any unit is made ready, or refused by name")
  func ready() throws {
    let ozone = try us.concentration(of: .o3, 71, unit: "ppb", averaging: .eightHours)
    #expect(ozone.value == 0.071 && ozone.basis.description == "concentration as given, converted from ppb")
    #expect(try us.value(of: [ozone]).get().number == 101)
    #expect(try us.concentration(of: .o3, 71, unit: "ppb").input.averaging == .eightHours)
    let nitrogen = try us.concentration(of: .no2, 100, unit: "µg/m³")
    #expect(nitrogen.value == 53.1793018 && nitrogen.basis.conditions == .us)
    let sydney = try #require(AirQualityIndexCatalog.standard.index("au_nsw_aqc_2020"))
    #expect(try sydney.concentration(of: .no2, 120, unit: "ppb").value == 12)
    #expect(throws: AQIOutcome.Unavailable.self) { try us.concentration(of: .pm25, 3, unit: "ppb") }
    #expect(throws: AQIOutcome.Unavailable.self) {
      try us.concentration(of: .o3, 3, unit: "ppb", averaging: .day)
    }
    #expect(throws: AQIOutcome.Unavailable.self) { try us.concentration(of: .nh3, 3, unit: "µg/m³") }
  }

  @Test("levels with their own colours, and 10+")
  func levels() throws {
    let uk = try #require(AirQualityIndexCatalog.standard.index("uk_daqi_2012") as? BreakpointIndex)
    let value = try uk.value(of: [IndexInput.Concentration(uk.inputs[0], 100)]).get()
    #expect(value.number == 2 && value.color?.hex == "#31FF00" && value.band?.key == "low")
    let plus = try #require(AirQualityIndexCatalog.standard.index("ca_aqhi_plus") as? BreakpointIndex)
    #expect(try plus.value(of: [IndexInput.Concentration(plus.inputs[0], 101)]).get().display == "10+")
  }

  @Test("every method of averaging is read back from its text")
  func methods() throws {
    for text in [
      "1h", "15min", "180min", "mean 24h", "mean 24h/16", "mean 72h", "mean 168h/120", "day mean",
      "day mean/20",
      "day max 1h", "day max 8h/5", "day max 24h",
      "day max 8h from 7 to 23",
      "nowcast",
      "nowcast-vn", "nowcast-mx 0.714", "mix 12h 4h", "c24e 70",
    ] {
      #expect(try #require(AveragingMethod(text), "\(text)").description == text)
    }
    for text in [
      "", "mean", "mean 0h", "mean 9999999h", "mean 8h/9", "c24e", "nowcast-mx x", "0min", "-5min", "1h/1",
      "day max 8h/9", "day max 25h", "day max 1048576h",
      "c24e 0x46", "c24e -70", "nowcast-mx 0x1p-1", "nowcast-mx 0X1P-1", "nowcast-mx inf",
    ] {
      #expect(AveragingMethod(text) == nil, "\(text)")
    }
  }

  @Test("a mean or maximum needs at least one hour, whatever number is asked for", arguments: [0, -3])
  func needsAnHour(_ atLeast: Int) {
    for method in [
      AveragingMethod.mean(hours: 8, atLeast: atLeast), .dayMean(atLeast: atLeast),
      .dayMaximum(hours: 8, atLeast: atLeast),
    ] {
      #expect(AveragingMethod(method.description) == method)
      #expect(!method.average(of: [.nan, .nan]).isComplete)
    }
  }

  @Test("sub-indices are the same whether they are looked up or given, and can be replaced")
  func subIndicesLookedUp() throws {
    let (pm25, o3) = (try #require(us.scale(of: .pm25)), try #require(us.scale(of: .o3)))
    let concentrations = [
      IndexInput.Concentration(o3.input, 0.071), IndexInput.Concentration(pm25.input, 35.5),
      IndexInput.Concentration(pm25.input, 500), IndexInput.Concentration(IndexInput(.nh3, .day, .ppb), 1),
    ]
    let value = try #require(us.value(of: concentrations).value)
    let expected = [try us.subIndex(of: 35.5, on: pm25), try us.subIndex(of: 0.071, on: o3)]
    #expect(Set(value.subIndices) == Set(expected))
    #expect(value.leading == value.subIndices.first { $0.number == value.number })
    #expect(value.problems.map(\.reason) == [.notCovered(.nh3)])
    var copy = value
    copy.subIndices = value.subIndices
    #expect(copy == value && copy.hashValue == value.hashValue)
    copy.subIndices.removeFirst()
    #expect(copy != value && copy.subIndices == Array(value.subIndices.dropFirst()))
  }
}
