import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import Testing

/// The indices of the recordings, computed again from their concentrations: a test of the recordings as much as of the known
/// facts about the service's method.
@Suite("The indices that Open-Meteo publishes")
struct OpenMeteoIndexTests {
  /// A curve through points, straight between them and beyond the last.
  private struct Curve {
    let concentrations: [Double]
    let indices: [Double]

    func index(_ value: Double) -> Double {
      var place = 0
      while place < concentrations.count - 2, value > concentrations[place + 1] { place += 1 }
      let share =
        (value - concentrations[place]) / (concentrations[place + 1] - concentrations[place])
      return indices[place] + share * (indices[place + 1] - indices[place])
    }

    /// Whether a published integer can result from any concentration that rounds to this one.
    func allows(_ published: Double, for value: Double, halfStep: Double = 0.05) -> Bool {
      index(value - halfStep) - 0.5 <= published && published <= index(value + halfStep) + 0.5
    }
  }

  /// ETC HE Report 2024/17, 20 points a band, as the service does since August 2026.
  private static let european: [AirParameter: Curve] = [
    .pm25: [0, 5, 15, 50, 90, 140], .pm10: [0, 15, 45, 120, 195, 270], .no2: [0, 10, 25, 60, 100, 150],
    .o3: [0, 60, 100, 120, 160, 180], .so2: [0, 20, 40, 125, 190, 275],
  ].mapValues { Curve(concentrations: $0, indices: [0, 20, 40, 60, 80, 100]) }

  private static let epa: [Double] = [0, 50, 100, 150, 200, 300, 400, 500]
  private static let usPM25 = Curve(
    concentrations: [0, 9, 35.5, 55.5, 125.5, 225.5, 325.5, 500], indices: epa)
  private static let usPM10 = Curve(concentrations: [0, 55, 155, 255, 355, 425, 505, 605], indices: epa)
  /// In µg/m³ by the service's own factor of 1.88.
  private static let usNO2 = Curve(
    concentrations: [0, 54, 100, 360, 650, 1250, 1650, 2050].map { $0 * 1.88 }, indices: epa)
  private static let usSO2 = Curve(
    concentrations: [0, 35, 75, 185, 305].map { $0 * 2.62 }, indices: Array(epa.prefix(5)))

  private func reports(_ file: String) throws -> [AirReport] {
    try reports(of: FixtureFolder.bundled.bytes(of: "open-meteo/\(file).json"))
  }

  private func twoCities() throws -> [AirReport] {
    try reports(of: Array(OpenMeteoPayloads.hoursInTwoCities.utf8))
  }

  private func reports(of bytes: [UInt8]) throws -> [AirReport] {
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_791_460_800))
    return try PayloadFormat.openMeteo.decode(bytes, context).reports
  }

  @Test(
    "the European sub-indices follow from the hour's concentrations, and the index is the highest of them")
  func europeanSubIndices() throws {
    let report = try #require(try reports("enschede").first)
    let overall = try #require(report[.publishedIndex(scale: "european")])
    var highest = [Double](repeating: 0, count: overall.count)
    for (pollutant, curve) in Self.european {
      let values = try #require(report[pollutant]).values
      let published = try #require(report[.publishedIndex(scale: "european", pollutant: pollutant)]).values
      #expect(values.count == overall.count && published.count == overall.count)
      for (index, value) in values.enumerated() {
        #expect(
          curve.allows(published[index], for: value, halfStep: pollutant == .o3 ? 0.5 : 0.05), "\(pollutant)")
        highest[index] = max(highest[index], published[index])
      }
    }
    #expect(overall.values == highest)
    #expect(overall.origin?.edition == "open-meteo-european-2026-08")
  }

  @Test("the European index of two cities is never below that of their particles, and mostly equals it")
  func europeanOfParticles() throws {
    var equal = 0
    for report in try twoCities() {
      let pm25 = try #require(report[.pm25]).values
      let pm10 = try #require(report[.pm10]).values
      let published = try #require(report[.publishedIndex(scale: "european")]).values
      for index in published.indices {
        let fine = try #require(Self.european[.pm25]), coarse = try #require(Self.european[.pm10])
        #expect(
          published[index] >= max(fine.index(pm25[index] - 0.05), coarse.index(pm10[index] - 0.05)) - 0.5)
        let dominant = fine.index(pm25[index]) > coarse.index(pm10[index]) ? fine : coarse
        let value = fine.index(pm25[index]) > coarse.index(pm10[index]) ? pm25[index] : pm10[index]
        if dominant.allows(published[index], for: value) { equal += 1 }
      }
    }
    #expect(equal >= 188)
  }

  @Test("the US index of particles is that of the preceding 24-hour mean, and of no other window")
  func usOfParticles() throws {
    let karachi = try #require(try twoCities().last)
    let pm25 = try #require(karachi[.pm25]).values
    let pm10 = try #require(karachi[.pm10]).values
    let published = try #require(karachi[.publishedIndex(scale: "us-epa")]).values
    #expect(published.count == 120)
    var misses = 0
    for hour in 24..<published.count {
      func mean(_ values: [Double], _ hours: Range<Int>) -> Double { values[hours].reduce(0, +) / 24 }
      let before = hour - 24..<hour
      let index = max(Self.usPM25.index(mean(pm25, before)), Self.usPM10.index(mean(pm10, before)))
      #expect((published[hour] - index).magnitude <= 0.5)
      let shifted = Self.usPM25.index(mean(pm25, hour - 23..<hour + 1))
      if (published[hour] - shifted).magnitude > 0.55 { misses += 1 }
    }
    #expect(misses > 30)
    #expect(karachi[.publishedIndex(scale: "us-epa")]?.origin?.edition == "open-meteo-us-epa-2026-09")
  }

  @Test("the US index of Lahore is never below that of its particles")
  func usOfLahore() throws {
    let lahore = try #require(try twoCities().first)
    let pm25 = try #require(lahore[.pm25]).values
    let published = try #require(lahore[.publishedIndex(scale: "us-epa")]).values
    var equal = 0
    for hour in 24..<published.count {
      let index = Self.usPM25.index(pm25[hour - 24..<hour].reduce(0, +) / 24)
      #expect(published[hour] >= index - 0.5)
      if (published[hour] - index).magnitude <= 0.5 { equal += 1 }
    }
    // In the other hours ozone leads, which the recording doesn't have.
    #expect(equal >= 80)
  }

  @Test("the US sub-indices of nitrogen dioxide and sulphur dioxide are those of the hour")
  func usOfGases() throws {
    let report = try #require(try reports("enschede").first)
    for (pollutant, curve) in [(AirParameter.no2, Self.usNO2), (.so2, Self.usSO2)] {
      let values = try #require(report[pollutant]).values
      let published = try #require(report[.publishedIndex(scale: "us-epa", pollutant: pollutant)]).values
      for (value, index) in zip(values, published) {
        #expect(curve.allows(index, for: value), "\(pollutant)")
      }
    }
  }

  @Test("the edition follows from the day of the response, and is left out if that day is unknown")
  func editions() throws {
    func edition(_ scale: String, _ time: String) throws -> String? {
      OpenMeteoIndexEdition.inForce(scale: scale, at: try #require(AirTime(time)))?.identifier
    }
    #expect(try edition("european", "2026-08-13T23:59:59Z") == "open-meteo-european-2022")
    #expect(try edition("european", "2026-08-14T00:00:00Z") == "open-meteo-european-2026-08")
    #expect(try edition("us-epa", "2026-07-12T12:00:00Z") == "open-meteo-us-epa-2022")
    #expect(try edition("us-epa", "2026-08-31T12:00:00Z") == "open-meteo-us-epa-2026-07")
    #expect(try edition("us-epa", "2026-09-15T12:00:00Z") == nil)
    #expect(try edition("us-epa", "2026-11-21T12:00:00Z") == "open-meteo-us-epa-2026-09")
    #expect(try edition("other", "2026-11-21T12:00:00Z") == nil)
    #expect(Set(OpenMeteoIndexEdition.all.map(\.identifier)).count == OpenMeteoIndexEdition.all.count)
  }

  @Test(
    "bytes without their query name an edition only if it applied on every possible day"
  )
  func editionsOfOldBytes() throws {
    func edition(hour: String, receivedAt: String, current: String? = nil, isReply: Bool = false) throws
      -> String?
    {
      let present =
        current.map {
          #""current_units":{"time":"iso8601","interval":"seconds","us_aqi":"USAQI"},"#
            + #""current":{"time":"\#($0)","interval":3600,"us_aqi":40},"#
        } ?? ""
      let text =
        #"{"latitude":40.7,"longitude":-74,"utc_offset_seconds":0,"timezone":"GMT",\#(present)"#
        + #""hourly_units":{"time":"iso8601","us_aqi":"USAQI"},"hourly":{"time":["\#(hour)"],"us_aqi":[41]}}"#
      let place = AirSite(coordinate: try Coordinate(40.7, -74), kind: .modelCell)
      let context = PayloadFormat.Context(
        receivedAt: try #require(AirTime(receivedAt)), places: isReply ? [place] : [])
      let report = try #require(PayloadFormat.openMeteo.decode(Array(text.utf8), context).reports.first)
      return try #require(report[.publishedIndex(scale: "us-epa")]).origin?.edition
    }
    let november = "2026-11-21T12:00:00Z"
    #expect(try edition(hour: "2026-11-20T10:00", receivedAt: november) == "open-meteo-us-epa-2026-09")
    #expect(try edition(hour: "2026-06-20T10:00", receivedAt: november) == nil)
    #expect(
      try edition(hour: "2026-06-20T10:00", receivedAt: "2026-06-21T00:00:00Z") == "open-meteo-us-epa-2022")
    // Their current values date them; so does a query, whatever its time.
    #expect(
      try edition(hour: "2026-06-20T10:00", receivedAt: november, current: "2026-06-20T10:00")
        == "open-meteo-us-epa-2022")
    #expect(
      try edition(hour: "2026-06-20T10:00", receivedAt: november, isReply: true)
        == "open-meteo-us-epa-2026-09")
  }

  @Test("the European index of Brno is never below that of its particles, and equals it in most hours")
  func europeanOfBrno() throws {
    let report = try #require(try reports("brno").first)
    let fine = try #require(Self.european[.pm25]), coarse = try #require(Self.european[.pm10])
    let (pm25, pm10) = (try #require(report[.pm25]).values, try #require(report[.pm10]).values)
    let published = try #require(report[.publishedIndex(scale: "european")]).values
    var equal = 0
    for (hour, index) in published.enumerated() {
      #expect(index >= max(fine.index(pm25[hour] - 0.05), coarse.index(pm10[hour] - 0.05)) - 0.5)
      if fine.allows(index, for: pm25[hour]) || coarse.allows(index, for: pm10[hour]) { equal += 1 }
    }
    // In the other hours a gas leads, which the recording doesn't have.
    #expect(published.count == 72 && equal >= 51)
  }

  @Test("the US index is the highest of its sub-indices")
  func usIsTheHighest() throws {
    let report = try #require(try reports("enschede").first)
    let overall = try #require(report[.publishedIndex(scale: "us-epa")]).values
    var highest = [Double](repeating: 0, count: overall.count)
    for pollutant: AirParameter in [.pm25, .pm10, .no2, .o3, .so2, .co] {
      let values = try #require(report[.publishedIndex(scale: "us-epa", pollutant: pollutant)]).values
      highest = zip(highest, values).map { max($0, $1) }
    }
    #expect(overall == highest && overall.count == 4)
  }

  @Test("the US sub-indices of an hour of September in Florida are those of its gases, without an edition")
  func usOfClearwater() throws {
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_791_460_800))
    let report = try #require(
      PayloadFormat.openMeteo.decode(Array(OpenMeteoPayloads.clearwater.utf8), context).reports.first)
    for (pollutant, curve) in [(AirParameter.no2, Self.usNO2), (.so2, Self.usSO2)] {
      let published = try #require(report[.publishedIndex(scale: "us-epa", pollutant: pollutant)])
      let values = try #require(report[pollutant]).values
      #expect(values.count == 1 && published.count == 1)
      #expect(curve.allows(published.values[0], for: values[0]), "\(pollutant)")
      // The thresholds changed on a day of that month that isn't known.
      #expect(published.origin?.edition == nil)
    }
  }
}
