import AQKit
import Foundation
import TestRuns
import Testing

/// The JSON schema of a report: round trips, ignored members, refused ones.
@Suite struct SchemaTests {
  private func full() throws -> AirReport {
    let hourly = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(3600), count: 4),
      values: [12.5, .nan, -0.3, 1e-7], flags: [[.provisional, .suspect], [], [.belowDetection], []],
      completeness: [
        AirReading.Completeness(observed: 45, expected: 60), nil,
        AirReading.Completeness(percent: 103.5), AirReading.Completeness(observed: 60, expected: 60),
      ],
      accuracy: [AirReading.Accuracy(uncertainty: 1.5, detectionLimit: 0.4), nil, nil, nil],
      origin: AirOrigin(
        source: "upstream", siteID: "x", model: "m",
        instrument: AirSite.Instrument("7", model: "BAM 1020", method: "beta"),
        attribution: [AirAttribution("The owner of sensor 7")], rights: AirRights(caching: .forbidden)),
      correction: AirOrigin.Correction(
        method: "US EPA Barkjohn 2021", inputs: [.humidity], author: .provider),
      conversion: AirUnit.Conversion(from: .milligramsPerCubicMetre, conditions: .eu))
    let days = try ["2026-10-23T22:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"].map {
      try #require(AirTime($0))
    }
    let daily = try AirSeries(
      .o3, unit: .ppb, averaging: .eightHours.dailyMaximum,
      timeline: AirTimeline(zip(days, days.dropFirst()).map { try AirInterval(start: $0, end: $1) }),
      values: [61, .nan])
    let empty = try AirSeries(.no2, unit: .ppb, timeline: .empty, values: [])
    return AirReport(
      source: "open-meteo",
      site: AirSite(
        id: "CZ01", name: "Brno – “střed”", coordinate: try Coordinate(49.2, 16.6), elevation: 237,
        timeZone: "Europe/Prague", country: "CZ", kind: .referenceStation, isIndoor: false,
        details: AirSite.Details(
          measures: [
            AirSite.Details.Measurement(.o3),
            AirSite.Details.Measurement(
              .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour,
              instrument: AirSite.Instrument(method: "beta")),
          ], operatedBy: "City of Brno", network: "CZ", identifiers: ["eoi": "CZ0BBNA"],
          operating: .init(from: .noon), isMobile: false, coordinateUncertainty: 50, setting: .traffic,
          further: ["height": "3.5 m"])),
      kind: .observation, series: [hourly, daily, empty], issuedAt: AirTime.noon.hours(1),
      receivedAt: AirTime.noon.hours(2),
      attribution: [AirAttribution("Someone", link: "https://example.org", licence: "CC BY 4.0")],
      rights: AirRights(commercialUse: .forbidden, redistribution: .allowed, shareAlike: true),
      places: [0, 3])
  }

  @Test(
    "a report with everything is equal after a round trip: gaps, flags, completeness, days of a clock change")
  func roundTrip() throws {
    let report = try full()
    let text = try jsonText(report)
    #expect(try decode(AirReport.self, text) == report)
    #expect(try jsonText(decode(AirReport.self, text)) == text)
    #expect(try decode(AirReport.self, text).hashValue == report.hashValue)
    #expect(try AirReport(AQJSON(parsing: text)) == report)
  }

  @Test("gaps are null, times are ISO 8601, flags are sorted words")
  func spelling() throws {
    let text = try jsonText(try full())
    #expect(text.contains(#""values":[12.5,null,-0.3,"#))
    #expect(text.contains(#""flags":[["provisional","suspect"],[],["below detection"],[]]"#))
    #expect(text.contains(#""receivedAt":"2026-10-01T14:00:00Z""#))
    #expect(text.contains(#""averaging":"8h-max""#) && text.contains(#""step":"PT1H""#))
    #expect(text.contains(#""intervals":[["2026-10-23T22:00:00Z","2026-10-24T22:00:00Z"],["#))
    #expect(text.contains(#""schema":1"#))
  }

  @Test("a minimal report is read, and unknown members are ignored")
  func minimal() throws {
    let text = """
      {"schema": 1, "source": "mine", "site": {"kind": "city", "name": "Mumbai", "mayor": {"x": [1]}},
       "kind": "observation", "receivedAt": "2026-10-01T12:00:00Z", "colour": "blue",
       "series": [{"parameter": "PM2.5", "unit": "ug/m3", "values": [161.2, null], "extra": null,
         "timeline": {"start": "2026-10-01T10:00:00+00:00", "step": "PT1H", "length": "PT1H", "count": 2}}]}
      """
    let report = try decode(AirReport.self, text)
    #expect(try AirReport(AQJSON(parsing: text)) == report)
    #expect(report.source == "mine" && report.site.name == "Mumbai" && report.places.isEmpty)
    let series = try #require(report[.pm25])
    #expect(series.unit == .microgramsPerCubicMetre && series.averaging == .oneHour)
    #expect(series.values[0] == 161.2 && series.values[1].isNaN)
    #expect(report.rights == .unknown && report.attribution.isEmpty && report.issuedAt == nil)
  }

  @Test("another version of the schema is refused by name", arguments: ["0", "2", "99", "-1"])
  func otherVersions(_ version: String) throws {
    let text = try jsonText(try full()).replacingOccurrences(
      of: #""schema":1"#, with: "\"schema\":\(version)")
    let error = #expect(throws: DecodingError.self) { try decode(AirReport.self, text) }
    let message = "\(try #require(error))"
    #expect(message.contains("Schema \(version)"))
    let other = #expect(throws: AQError.self) { try AirReport(AQJSON(parsing: text)) }
    #expect(other?.message == "Schema \(version) isn't supported by this version of AQKit (1).")
  }

  @Test(
    "a report that contradicts itself, or is hostile, is refused and never traps",
    arguments: [
      (#""values":[12.5,null,"#, #""values":[null,"#), (#""count":4"#, #""count":3"#),
      (#""count":4"#, #""count":-4"#), (#""count":4"#, #""count":9223372036854775807"#),
      (#""count":4"#, #""count":4000000000"#), (#""step":"PT1H""#, #""step":"-PT1H""#),
      (#""step":"PT1H""#, #""step":"PT0S""#), (#""length":"PT1H""#, #""length":"-PT1H""#),
      (#"[12.5,null"#, #"["12.5",null"#), (#"[12.5,null"#, #"[1e999,null"#), (#"[12.5,null"#, #"[[],null"#),
      (#"["provisional","suspect"],[],["#, #"["provisional","suspect"],["#),
      (#""kind":"observation""#, #""kind":"guess""#), (#""source":"open-meteo""#, #""source":7"#),
      (#""schema":1"#, #""schema":"1""#), (#""schema":1"#, #""scheme":1"#),
      (#""start":"2026-10-01T12:00:00Z""#, #""start":"9999-12-31T23:00:00Z""#),
      (#""start":"2026-10-01T12:00:00Z""#, #""start":"2026-10-01T12:00:00""#),
      (#""latitude":49.2"#, #""latitude":149.2"#), (#""averaging":"8h-max""#, #""averaging":"often""#),
      (#""2026-10-23T22:00:00Z","2026-10-24T22:00:00Z""#, #""2026-10-24T22:00:00Z","2026-10-23T22:00:00Z""#),
      (#""kelvin":293.15"#, #""kelvin":-1"#), (#""details":{"#, #""details":[],"_":{"#),
      (#""rights":{"#, #""rights":"CC BY 4.0","_":{"#), (#""origin":{"#, #""origin":7,"_":{"#),
      (#""operating":{"#, #""operating":"2026","_":{"#), (#""instrument":{"#, #""instrument":7,"_":{"#),
      (#""accuracy":[{"#, #""accuracy":[7,null,null,null],"_":[{"#),
    ])
  func hostile(_ original: String, _ replacement: String) throws {
    let text = try jsonText(try full())
    let changed = text.replacingOccurrences(of: original, with: replacement)
    try #require(changed != text)
    #expect(throws: DecodingError.self) { try decode(AirReport.self, changed) }
    #expect(throws: AQError.self) { try AirReport(AQJSON(parsing: changed)) }
  }

  @Test("a report cut anywhere is refused")
  func truncated() throws {
    let text = try jsonText(try full())
    for length in stride(from: 0, to: text.utf8.count, by: TestEffort.of(7, debug: 29)) {
      let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      #expect(throws: DecodingError.self) { try decode(AirReport.self, cut) }
      #expect(throws: AQError.self) { try AirReport(AQJSON(parsing: cut)) }
    }
  }

  @Test("any double survives: extremes, subnormals, many digits")
  func doubles() throws {
    let values = [
      Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      .leastNormalMagnitude,
      0.1 + 0.2, 161.20000000000002, 1e22, 1 / 3, .pi, 2.5e-300, 9_007_199_254_740_991,
    ]
    let series = try AirSeries(
      .o3, unit: .ppb,
      timeline: AirTimeline(start: .noon, step: .seconds(1), length: .zero, count: values.count),
      values: values)
    #expect(try roundTripped(series) == series)
  }

  @Test("a response, notes included, is equal after a round trip, and may leave notes out")
  func response() throws {
    let note = AirNote(.failed, "No.", parameters: [.o3], places: [1], count: 3, failure: .timedOut)
    let response = AirResponse(reports: [try full()], notes: [note, AirNote(.remark, "x")])
    #expect(try roundTripped(response) == response)
    #expect(try decode(AirResponse.self, #"{"reports": []}"#) == AirResponse())
    #expect(try decode(AirNote.self, #"{"code": "withheld", "message": "x"}"#) == AirNote(.withheld, "x"))
    #expect(try decode(AirNote.self, #"{"code": "x", "message": "x", "count": -5}"#).count == 1)
  }

  @Test("unnamed rights are unknown")
  func rights() throws {
    let rights = try decode(AirRights.self, #"{"commercialUse": "allowed"}"#)
    #expect(rights == AirRights(commercialUse: .allowed))
    #expect(throws: DecodingError.self) { try decode(AirRights.self, #"{"caching": "perhaps"}"#) }
  }

  @Test("completeness is never negative")
  func completeness() throws {
    #expect(AirReading.Completeness(observed: -1, expected: -5).fraction == nil)
    let read = try decode(
      AirReading.Completeness.self, #"{"observed": -9223372036854775808, "expected": 60}"#)
    #expect(read.fraction == 0)
  }

  @Test("queries and declarations are plain words and ISO 8601, and equal after a round trip")
  func queries() throws {
    let box = try GeoShape.BoundingBox(south: -20, west: 177, north: -12, east: -178)
    var query = AirQuery(
      places: [.near(try Coordinate(1, 2)), .site("x"), .city("Mumbai"), .area(box)], parameters: [.pm25],
      window: .past(.seconds(86_400)), kinds: [.observation, .forecast],
      purposes: [.redistribution, .caching],
      detail: .sites, radius: 500)
    #expect(try roundTripped(query) == query)
    let text = try jsonText(query)
    #expect(
      text.contains(#""window":{"past":"P1D"}"#) && text.contains(#""kinds":["forecast","observation"]"#))
    #expect(text.contains(#"{"city":"Mumbai"}"#))
    for window in [
      AirQuery.Window.current, .next(.seconds(3600)),
      .interval(try AirInterval(start: .noon, end: AirTime.noon.hours(1))),
    ] {
      query.window = window
      #expect(try roundTripped(query) == query)
    }
    #expect(try decode(AirQuery.self, #"{"places": []}"#) == AirQuery(places: []))
    #expect(throws: DecodingError.self) { try decode(AirQuery.Window.self, #""yesterday""#) }
    #expect(throws: DecodingError.self) { try decode(AirQuery.Place.self, #"{"planet": "Mars"}"#) }
    query.radius = .nan
    #expect(query.radius == nil && AirQuery(places: [], radius: -1).radius == nil)

    let descriptor = SourceDescriptor.sample(
      offers: [
        .sample(coverage: .boxes([box])), .sample(coverage: .countries(["CZ"])), .sample(coverage: .unknown),
      ],
      limits: RequestLimits(windows: [.init(600, perSeconds: 60)], placesPerRequest: 50))
    #expect(try roundTripped(descriptor) == descriptor)
    #expect(try jsonText(SourceDescriptor.sample()).contains(#""coverage":"world""#))
  }

  @Test("limits are at least 1, whether from JSON or set")
  func limits() throws {
    var limits = try decode(
      RequestLimits.self, #"{"placesPerRequest": 0, "concurrentRequests": -5, "requestsPerFetch": 0}"#)
    #expect(limits.placesPerRequest == 1 && limits.concurrentRequests == 1 && limits.requestsPerFetch == 1)
    limits.placesPerRequest = .min
    limits.requestsPerFetch = 0
    limits.concurrentRequests = -1
    #expect(
      limits == RequestLimits(windows: [], placesPerRequest: 1, concurrentRequests: 1, requestsPerFetch: 1))
  }
}
