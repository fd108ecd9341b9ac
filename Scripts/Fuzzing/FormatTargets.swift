@testable import AQKit
@testable import AQKitFixtures
@testable import AQKitIndices
@testable import AQKitModels
@testable import AQKitOpenMeteo
@testable import AQKitSocketFeed
import Foundation

extension FuzzTarget {
  /// CSV of the long and of the wide form, whole and in pieces.
  static let csv = FuzzTarget(
    name: "csv",
    seeds: [
      #"""
      location_id,sensors_id,location,datetime,lat,lon,parameter,units,value
      7,1,"Del Norte, ""upper""",2023-01-01T01:00:00-07:00,35.1,-106.6,pm25,µg/m³,4.5
      7,2,Del Norte,2023-01-01T02:00:00-07:00,35.1,-106.6,o3,ppm,
      8,1,Šumava,2023-01-01T02:00:00Z,95,1e999,pm10,µg/m³,-999
      """#,
      "time;pm2_5;pm10\r\n2026-10-01T00:00;1.5;NA\r\n2026-10-01T01:00;;\"3\"\r\n2026-10-01T01:00;2;4\r\n",
      "datetime,parameter,units,value\n2026-10-01T00:00Z,pm25,µg/m³,1\n\n2026-10-01T00:00Z,pm25,µg/m³,2",
    ],
    words: [
      "\"\"", "\r\n", ",,", ";;", "NA", "2026-10-01T00:00:00Z", "1e999", "nan", "-999", "µg/m³", "\u{FEFF}",
    ]
  ) { bytes in
    for format in csvFormats {
      for isStrict in [false, true] {
        let context = PayloadFormat.Context(receivedAt: receivedAt, isStrict: isStrict)
        inPieces(bytes, format, context) { $0.readings == $1.readings }
      }
    }
  }

  private static let csvFormats: [PayloadFormat] = {
    var wide = PayloadFormat.CSVLayout.wide(
      time: "time",
      columns: [.init("pm2_5", .pm25, unit: .microgramsPerCubicMetre), .init("pm10", .pm10, unit: .ppb)])
    wide.delimiter = ";"
    wide.timeFormat = .iso8601(in: .fixed(secondsFromUTC: 3600))
    wide.sentinels = [-999]
    var pattern = wide
    pattern.timeFormat = .pattern("yyyy-MM-dd'T'H:mm", in: .utc)
    return [.openAQCSV, .csv(wide, name: "wide-csv"), .csv(pattern, name: "pattern-csv")]
  }()

  /// AQKit's own schema: the same whole and in pieces, and written and read again; the fast reader, the value's
  /// reader and `Codable` agree.
  static let schema = FuzzTarget(
    name: "schema",
    seeds: [
      schemaReport, schemaReport.replacing("\n", with: "") + "\n" + schemaReport.replacing("\n", with: ""),
      "[]",
    ],
    files: ["brno.json", "new-york.json"].map { recordings + $0 },
    words: jsonWords + [
      "\"values\":[", "\"count\":", "PT1H", "P1D", "\"intervals\":[[", "\"flags\":[[", "\"schema\":1", "1h",
    ]
  ) { bytes in
    for isStrict in [false, true] {
      let context = PayloadFormat.Context(receivedAt: receivedAt, isStrict: isStrict)
      inPieces(bytes, .aqkit, context) { $0.reports == $1.reports }
    }
    guard let root = try? AQJSON(parsing: bytes), let report = try? AirReport(root) else { return }
    guard let text = try? JSONEncoder().encode(report) else {
      fatalError("Broken: a report can't be written")
    }
    guard
      let again = try? PayloadFormat.aqkit.decode(
        [UInt8](text), PayloadFormat.Context(receivedAt: receivedAt))
    else {
      fatalError("Broken: a report that was written can't be read")
    }
    check(again.reports == [report], "a report reads as something else after it was written")
    let decoded = try? JSONDecoder().decode(AirReport.self, from: text)
    check(decoded == report, "a report decodes to something else after it was written")
  }

  private static let schemaReport = """
    {"schema":1,"source":"net","site":{"id":"CZ1","name":"Brno","coordinate":{"latitude":49.2,"longitude":16.6},
    "elevation":237,"timeZone":"Europe/Prague","country":"CZ","kind":"reference station","indoor":false},
    "kind":"observation","series":[{"parameter":"o3","unit":"µg/m³","averaging":"1h","timeline":
    {"start":"2026-10-01T10:00:00Z","step":"PT1H","length":"PT1H","count":3},"values":[61.5,null,64.25],
    "flags":[["provisional"],[],["provisional","suspect"]],"completeness":[{"observed":60,"expected":60},null,
    {"observed":45,"expected":60}],"origin":{"source":"upstream","siteID":"1017","instrument":"UV"},
    "correction":{"method":"zero drift","inputs":["temperature"],"author":"provider"},"conversion":{"from":"ppb",
    "conditions":{"kelvin":293.15,"kilopascal":101.325}}},{"parameter":"pm25","unit":"µg/m³","averaging":"24h",
    "timeline":{"intervals":[["2026-10-23T22:00:00Z","2026-10-24T22:00:00Z"]]},"values":[12.5]}],
    "issuedAt":"2026-10-01T13:05:00Z","receivedAt":"2026-10-01T13:10:00Z","attribution":[{"text":"City of Brno",
    "licence":"CC BY 4.0"}],"rights":{"commercialUse":"allowed","shareAlike":false},"places":[0]}
    """

  /// Every service of Open-Meteo: replies, verdicts and refusals.
  static let openMeteo = FuzzTarget(
    name: "open-meteo",
    seeds: [
      #"{"results":[{"id":3078610,"name":"Brno","latitude":49.19522,"longitude":16.60796,"elevation":226.0,"country_code":"CZ","timezone":"Europe/Prague","population":379466,"admin1":"South Moravian"}],"generationtime_ms":0.7}"#,
      #"{"last_run_availability_time":1790951400,"last_run_initialisation_time":1790899200,"update_interval_seconds":86400,"temporal_resolution_seconds":3600}"#,
      #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one minute."}"#,
      #"{"latitude":nan,"longitude":-nan,"utc_offset_seconds":0,"timezone":"GMT"}"#,
      #"{"latitude":60.4,"longitude":5.3,"utc_offset_seconds":7200,"timezone":"Europe/Oslo","current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C","weather_code":"wmo code"},"current":{"time":1790895600,"interval":900,"temperature_2m":13.8,"weather_code":51},"daily_units":{"time":"unixtime","sunrise":"unixtime","temperature_2m_max":"°C"},"daily":{"time":[1790892000,1790978400],"sunrise":[1790919240,1791005790],"temperature_2m_max":[15.2,null]}}"#,
      #"{"latitude":52.3,"longitude":6.9,"utc_offset_seconds":0,"timezone":"GMT","daily_units":{"time":"iso8601","temperature_2m_max_MRI_AGCM3_2_S":"°C"},"daily":{"time":["2050-07-01","2050-07-02"],"temperature_2m_max_MRI_AGCM3_2_S":[26.9,27.2]}}"#,
    ],
    files: ["absent-variables", "brno", "enschede", "new-york"].map {
      recordings + "open-meteo/\($0).json"
    },
    words: jsonWords + [
      "\"hourly\":", "\"daily\":", "\"current\":", "\"minutely_15\":", "\"hourly_units\":", "\"undefined\"",
      "\"pm2_5\":[",
      "\"unixtime\"", "\"utc_offset_seconds\":", "2026-10-01T00:00", "1790805600", "\"results\":[",
      "\"error\":true",
    ]
  ) { bytes in
    let berlin = AirSite(coordinate: try? Coordinate(52.52, 13.41), kind: .modelCell)
    for format in container.formats where format.name.hasPrefix("open-meteo") {
      read(bytes, format, PayloadFormat.Context(receivedAt: receivedAt))
      read(
        bytes, format,
        PayloadFormat.Context(receivedAt: receivedAt, places: [berlin, berlin], isStrict: true))
    }
    let adapters: [any HTTPAdapter] = [
      OpenMeteoAirQuality(), OpenMeteoWeather(), OpenMeteoArchive(), OpenMeteoClimate(),
    ]
    for status in [200, 400, 429, 500] {
      let response = TransportResponse(status: status, body: bytes)
      for adapter in adapters {
        if case .failed(let error) = adapter.verdict(on: response) {
          look(at: error, of: adapter.descriptor.name)
        }
      }
    }
  }

  /// Messages of the feeds. The fast reader of a city feed says the same as the usual one, which white space leads to.
  static let feeds = FuzzTarget(
    name: "feeds",
    seeds: [
      #"[{"city":"Mumbai","aqi":179.3},{"city":"Delhi","aqi":301},{"city":"M\u00e1laga","aqi":null}]"#,
      #"[{"aqi":12,"city":"A"},{"city":"A","aqi":nan},{"city":1,"aqi":"x"}]"#, schemaReport,
    ],
    files: [recordings + "city-feed.ndjson"],
    words: jsonWords + ["{\"city\":\"", "\",\"aqi\":", "},{", "\"text\":\"", "\"after\":"]
  ) { bytes in
    for format in container.formats where format.name.hasSuffix("feed") || format.name == "city" {
      read(bytes, format, PayloadFormat.Context(receivedAt: receivedAt))
    }
    guard let root = try? AQJSON(parsing: bytes) else { return }
    var spaced: [UInt8] = []
    space(root, into: &spaced)
    check(
      message(bytes, CityFeedDecoder()) == message(spaced, CityFeedDecoder()),
      "white space changes what a city feed says")
    _ = message(bytes, SchemaFeedDecoder())
  }

  /// Index tables: what was read is written and read as the same, and gives a value or a reason for any concentration.
  static let index = FuzzTarget(
    name: "index",
    seeds: StandardEditions.all.compactMap { $0.make() as? BreakpointIndex }.compactMap { index in
      (try? JSONEncoder().encode(index)).map { String(decoding: $0, as: UTF8.self) }
    },
    words: jsonWords + [
      "\"bands\":[", "\"scales\":[", "\"index\":[", "null]", "\"rounding\":", "\"key\":", "[0,50]",
      "\"numbers\":[", "\"bounds\":[0,50]", "\"printedDecimals\":0",
    ]
  ) { bytes in
    let index: BreakpointIndex
    do throws(BreakpointIndex.DataError) { index = try BreakpointIndex(json: Data(bytes)) } catch {
      return check(!"\(error)".isEmpty, "an error of an index says nothing")
    }
    guard let text = try? JSONEncoder().encode(index), let again = try? BreakpointIndex(json: text) else {
      fatalError("Broken: an index that was written can't be read")
    }
    check(again == index, "an index reads as something else after it was written")
    for input in index.inputs {
      for value in [0, 0.5, 12.25, 300, 1e6, 1e300, -1, .infinity] {
        check(
          index.value(of: [IndexInput.Concentration(input, value)])
            == again.value(of: [IndexInput.Concentration(input, value)]),
          "an index gives something else after it was written")
      }
      _ = index.value(of: [IndexInput.Concentration(input, .nan)])
    }
    for number in [-1, 0, 50, 500, Int.max] { _ = index.band(of: number) }
  }

  /// Configurations of a container with everything in it, of which every source is then made.
  static let configuration = FuzzTarget(
    name: "configuration",
    seeds: [
      #"{"sources":[{"id":"open-meteo","precedence":50,"options":{"domain":"cams_europe"}},{"id":"own","recipe":"open-meteo","name":"Own","options":{"baseURL":"https://example.org"}}],"others":"disable"}"#,
      #"{"sources":[{"id":"city-feed","enabled":false,"options":{"url":"wss://example.org","scale":"in-naqi","reconnectBase":1,"heartbeat":0,"flow":"newest","buffer":10,"patience":1e9,"authorization":"Bearer x"}}]}"#,
      #"{"sources":[{"id":"recordings","options":{"folder":"/nowhere","timing":"shifted","speed":60,"strict":true}}],"others":"keep"}"#,
    ],
    words: jsonWords
      + container.recipes.flatMap { recipe in
        [recipe.descriptor.id.rawValue] + recipe.descriptor.options.map { "\"\($0.name)\":" }
      }
  ) { bytes in
    var copy = container
    do throws(AQError) { try copy.configure(json: bytes) } catch {
      return look(at: error, of: "the configuration")
    }
    for recipe in copy.recipes {
      _ = "\(recipe.options) \(recipe.declaration)"
      do { _ = try recipe.make(in: copy) } catch { look(at: error, of: "\(recipe.descriptor.id)") }
    }
  }

  /// Short texts with a meaning: what was read is written and read as the same.
  static let texts = FuzzTarget(
    name: "texts",
    seeds: [
      "2026-10-01T00:00:00Z", "2026-02-29T24:00:60.999+05:30", "-0001-01-01T00:00Z", "PT1H30M", "P1DT0.5S",
      "-P400D", "1h",
      "24h", "instant", "8h", "Sun, 06 Nov 1994 08:49:37 GMT", "µg/m³", "ug/m3", "PM2.5",
    ],
    words: ["T00:00", "PT", "H", "M", "S", "9223372036854775807", "+14:00", "Z", "day", "1e999"]
  ) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let time = AirTime(text) { check(AirTime("\(time)") == time, "\(time) reads as something else") }
    _ = ISO8601.stamp(text)?.instant(assuming: 0)
    if let duration = ISODuration(text: text) {
      check(
        ISODuration(text: duration.text) == duration, "the duration \(duration.text) reads as something else")
    }
    if let period = AveragingPeriod(text) {
      check(AveragingPeriod("\(period)") == period, "the period \(period) reads as something else")
    }
    let (unit, parameter) = (AirUnit(text), AirParameter(text))
    check(AirUnit("\(unit)") == unit, "the unit \(unit) reads as something else")
    check(AirParameter("\(parameter)") == parameter, "the parameter \(parameter) reads as something else")
  }

  /// Everything that AQKit brings.
  private static let container: AQContainer = {
    var container = AQContainer()
    container.set(.httpTransport, to: NoTransport())
    do {
      try container.install(.openMeteo)
      try container.install(.socketFeed)
      try container.install(.recordings)
    } catch {
      fatalError("Broken: the modules can't be installed: \(error)")
    }
    return container
  }()
}

/// Sources are made and never asked.
private struct NoTransport: HTTPTransport {
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    throw AQError(.unreachable, "There is no network.")
  }
}

/// Reads an input by a format.
func read(_ bytes: [UInt8], _ format: PayloadFormat, _ context: PayloadFormat.Context) {
  do { look(at: try format.decode(bytes, context), of: format.name) } catch {
    look(at: error, of: format.name)
  }
}

/// Reads an input by a format as a whole and in pieces, and compares.
private func inPieces(
  _ bytes: [UInt8], _ format: PayloadFormat, _ context: PayloadFormat.Context,
  same: (AirResponse, AirResponse) -> Bool
) {
  func result(_ read: () throws -> AirResponse) -> AirResponse? {
    do {
      let response = try read()
      look(at: response, of: format.name)
      return response
    } catch {
      look(at: error, of: format.name)
      return nil
    }
  }
  let whole = result { try format.decode(bytes, context) }
  let cut = result {
    var decoder = format.makeDecoder(context)
    var all = AirResponse()
    for piece in bytes.pieces(of: bytes.pieceSize) {
      let response = try decoder.decode(piece)
      all.reports += response.reports
      all.notes += response.notes
    }
    let rest = try decoder.finish()
    all.reports += rest.reports
    all.notes += rest.notes
    return all
  }
  check(
    (whole == nil) == (cut == nil),
    "\(format) in pieces \(cut == nil ? "fails" : "succeeds"), unlike as a whole")
  if let whole, let cut {
    check(same(whole, cut), "\(format) reads something else in pieces")
    check(whole.count(of: .refused) == cut.count(of: .refused), "\(format) refuses something else in pieces")
  }
}

extension AirResponse {
  /// Every value by its place and time; of several the last, as a reader of pieces keeps them.
  fileprivate var readings: [String: Double] {
    var readings: [String: Double] = [:]
    for report in reports {
      for series in report.series {
        for reading in series.readings {
          let origin = series.origin?.instrument.map { "\($0)" } ?? ""
          readings["\(report.site) \(series.parameter) \(series.unit) \(origin) \(reading.interval)"] =
            reading.value
        }
      }
    }
    return readings.filter { !$0.value.isNaN }
  }

  fileprivate func count(of code: AirNote.Code) -> Int {
    notes.filter { $0.code == code }.reduce(0) { $0 + $1.count }
  }
}

/// Returns the content of a message; nil where it is refused.
private func message(_ bytes: [UInt8], _ decoder: some FeedDecoder) -> AirResponse? {
  var builder = ReportBuilder(decoder.descriptor, receivedAt: receivedAt)
  builder.timePolicy = decoder.semantics.time
  do {
    try decoder.decode(FeedMessage(.text, bytes), for: AirQuery(places: []), into: &builder)
  } catch {
    look(at: error, of: decoder.descriptor.name)
    return nil
  }
  let response = builder.response()
  look(at: response, of: decoder.descriptor.name)
  // The messages of notes name the byte, which white space moves.
  return AirResponse(
    reports: response.reports, notes: response.notes.map { AirNote($0.code, "", count: $0.count) })
}

/// Writes a value with white space between all of its parts.
private func space(_ value: AQJSON, into bytes: inout [UInt8]) {
  switch value.kind {
  case .array:
    guard let elements = try? value.elements else { return }
    bytes += "[ ".utf8
    for (position, element) in elements.enumerated() {
      if position > 0 { bytes += " , ".utf8 }
      space(element, into: &bytes)
    }
    bytes += " ]".utf8
  case .object:
    guard let members = try? value.members else { return }
    bytes += "{ ".utf8
    for (position, member) in members.enumerated() {
      if position > 0 { bytes += " , ".utf8 }
      var name = JSONText()
      name.value(member.name)
      bytes += name.bytes + Array(" : ".utf8)
      space(member.value, into: &bytes)
    }
    bytes += " }".utf8
  default: bytes += value.rawText.utf8
  }
}
