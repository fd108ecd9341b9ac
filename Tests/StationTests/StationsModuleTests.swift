import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("One container for the networks of stations") struct StationsModuleTests {
  private func container(
    _ keys: StationKeys = StationKeys(), all: Bool = false, clock: ManualClock = ManualClock()
  ) throws -> AQContainer {
    try AQContainer().setting(.clock, to: clock)
      .setting(.httpTransport, to: StubTransport { _ in TransportResponse(status: 503) })
      .installing(StationsModule(keys: keys, registersAll: all))
  }

  @Test("registers services that need no key or have their key")
  func keys() throws {
    let free = try container().descriptors.map(\.id)
    #expect(free.contains("uba") && free.contains("sensor-community"))
    #expect(!free.contains("openaq") && !free.contains("waqi") && !free.contains("purpleair-local"))
    let keyed = try container(StationKeys(openAQ: "k", waqi: "t"))
    #expect(keyed.hasOption("apiKey", of: "openaq"))
    #expect(keyed.isEnabled("waqi"))
  }

  @Test("registers all on demand, with WAQI and the sensor at home switched off")
  func all() throws {
    let container = try container(all: true)
    #expect(!container.isEnabled("waqi") && !container.isEnabled("purpleair-local"))
    #expect(container.isEnabled("openaq") && !container.hasOption("apiKey", of: "openaq"))
  }

  @Test("a service that needs a key or an address can be installed beside the others, before or after them")
  func single() throws {
    let after = try container().installing(.cap).installing(.purpleAirLocal)
    let before = try AQContainer().installing(.cap).installing(.purpleAirLocal).installing(.stations())
    for container in [after, before] {
      let ids = container.descriptors.map(\.id)
      #expect(ids.contains("cap") && ids.contains("purpleair-local") && ids.contains("uba"))
      #expect(try container.format("cap").name == "cap")
    }
  }

  @Test(
    "the formats of all services are registered, whatever the keys",
    arguments: [
      "airnow", "openaq", "sensor-community", "purpleair", "purpleair-local", "waqi", "uba", "luchtmeetnet",
      "gios", "london-air", "moenv", "nea", "airkorea", "canada-aqhi", "cpcb", "soramame", "miteco", "chmi",
      "luftmalinger", "hk-epd", "fmi", "lcsqa", "atmo-france", "airgradient-cloud", "pirate-weather",
      "irceline", "uk-air", "smhi-air", "cap",
    ])
  func formats(name: String) throws {
    #expect(try container().format(name).name == name)
  }

  @Test(
    "every format refuses a page of HTML, half a reply and an empty one",
    arguments: [
      "airnow", "openaq", "sensor-community", "purpleair", "purpleair-local", "waqi", "uba", "luchtmeetnet",
      "gios", "london-air", "moenv", "nea", "airkorea", "canada-aqhi", "cpcb", "soramame", "miteco", "chmi",
      "luftmalinger", "hk-epd", "fmi", "lcsqa", "atmo-france", "airgradient-cloud", "pirate-weather",
      "irceline", "uk-air", "smhi-air", "cap",
    ])
  func garbage(name: String) throws {
    let format = try container().format(name)
    for text in [
      "<html><body>Bad Gateway</body></html>", #"{"results": [{"id": 1, "na"#, "", "[[[[", "null", "7",
    ] {
      #expect(throws: AQError.self, "\(name): \(text)") {
        let response = try format.decode(
          Array(text.utf8), PayloadFormat.Context(receivedAt: ManualClock().time))
        // An empty reply must be noted as such.
        if !response.reports.isEmpty || response.notes.isEmpty { return }
        throw AQError(.malformed, "said as a note")
      }
    }
  }

  @Test(
    "a hub asks only the networks that can cover a place",
    arguments: [
      ("Berlin", 52.52, 13.41, ["uba"]), ("Hamburg", 53.55, 9.99, ["uba"]),
      ("Cologne", 50.94, 6.96, ["uba"]), ("Munich", 48.14, 11.58, ["uba"]),
      ("Amsterdam", 52.37, 4.9, ["luchtmeetnet"]), ("Groningen", 53.22, 6.57, ["luchtmeetnet"]),
      ("Warsaw", 52.23, 21.01, ["gios"]), ("Kraków", 50.06, 19.94, ["gios"]),
      ("Szczecin", 53.43, 14.55, ["gios"]), ("London", 51.51, -0.13, ["london-air", "uk-air"]),
      ("Manchester", 53.48, -2.24, ["uk-air"]), ("Paris", 48.86, 2.35, ["atmo-france", "lcsqa"]),
      ("Madrid", 40.42, -3.7, ["miteco"]),
      ("Prague", 50.08, 14.42, ["chmi"]), ("New York", 40.71, -74.01, ["airnow"]),
      ("Anchorage", 61.22, -149.9, ["airnow"]), ("Honolulu", 21.31, -157.86, ["airnow"]),
      ("Denver", 39.74, -104.99, ["airnow"]), ("Calgary", 51.05, -114.07, ["airnow", "canada-aqhi"]),
      ("Toronto", 43.65, -79.38, ["airnow", "canada-aqhi"]), ("Mexico City", 19.43, -99.13, ["airnow"]),
      ("Singapore", 1.29, 103.85, ["nea"]), ("Tokyo", 35.68, 139.69, ["soramame"]),
      ("Ōsaka", 34.69, 135.5, ["soramame"]), ("Taipei", 25.03, 121.57, []), ("Seoul", 37.57, 126.98, []),
      ("Delhi", 28.61, 77.21, []), ("Sydney", -33.87, 151.21, []), ("São Paulo", -23.55, -46.63, []),
      ("Nairobi", -1.29, 36.82, []),
    ] as [(String, Double, Double, [String])])
  func coverage(place: String, latitude: Double, longitude: Double, expected: [String]) async throws {
    let clock = ManualClock()
    let hub = try AirHub(container(clock: clock))
    let query = AirQuery(near: try Coordinate(latitude, longitude))
    let answer = try await clock.run {
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(60))
      return try await answer
    }
    let asked = answer.outcomes.filter { outcome in
      // One whose limits were reached has been asked before.
      if case .budgetSpent? = outcome.skipReason { true } else { outcome.skipReason == nil }
    }.map(\.source.rawValue)
    // Citizens' sensors may be anywhere.
    #expect(Set(asked) == Set(expected + ["airgradient-cloud", "sensor-community"]))
  }

  /// Every source of the module, with a key each, and the sensor at home.
  private func everything(clock: ManualClock) throws -> AQContainer {
    var container = try container(
      StationKeys(
        airNow: "k", openAQ: "k", purpleAir: "k", waqi: "k", moenv: "k", airKorea: "k", cpcb: "k",
        pirateWeather: "k"), all: true,
      clock: clock)
    try container.setEnabled(true, of: "purpleair-local")
    return container
  }

  /// The sources that may have something anywhere: the world's, citizens' sensors, and the one at home.
  private static let everywhere: Set<String> = [
    "airgradient-cloud", "openaq", "pirate-weather", "purpleair", "purpleair-local", "sensor-community",
    "waqi",
  ]

  @Test("every source of the module is in the hub of the next test, so that each country has its own")
  func everySource() throws {
    let sources = try everything(clock: ManualClock()).descriptors.map(\.id.rawValue)
    #expect(
      Set(sources)
        == Self.everywhere.union([
          "airnow", "airkorea", "canada-aqhi", "cpcb", "gios", "london-air", "luchtmeetnet", "moenv", "nea",
          "soramame", "uba", "irceline", "uk-air", "smhi-air", "atmo-france", "lcsqa", "miteco", "chmi",
          "luftmalinger", "hk-epd", "fmi", "cap",
        ]))
  }

  @Test(
    "a hub over all networks asks the one for a country, and those that may cover any place",
    arguments: [
      ("Berlin", 52.52, 13.41, ["uba"]), ("Hamburg", 53.55, 9.99, ["uba"]),
      ("Amsterdam", 52.37, 4.9, ["luchtmeetnet"]), ("Warsaw", 52.23, 21.01, ["gios"]),
      ("London", 51.51, -0.13, ["london-air", "uk-air"]), ("Manchester", 53.48, -2.24, ["uk-air"]),
      ("Paris", 48.86, 2.35, ["atmo-france", "lcsqa"]), ("Prague", 50.08, 14.42, ["chmi"]),
      ("Ostrava", 49.83, 18.28, ["chmi"]), ("Dresden", 51.05, 13.74, ["uba"]), ("Vienna", 48.21, 16.37, []),
      ("Brussels", 50.85, 4.35, ["irceline"]), ("Ostend", 51.23, 2.92, ["irceline"]),
      ("Arlon", 49.68, 5.82, ["irceline"]),
      ("Baarle-Hertog", 51.44, 4.93, ["irceline", "luchtmeetnet"]),
      ("Lille", 50.63, 3.06, ["atmo-france", "lcsqa"]),
      ("Luxembourg", 49.61, 6.13, []), ("Maastricht", 50.85, 5.69, ["irceline", "luchtmeetnet"]),
      ("Aachen", 50.78, 6.08, ["irceline", "luchtmeetnet", "uba"]), ("Edinburgh", 55.95, -3.19, ["uk-air"]),
      ("Belfast", 54.6, -5.93, ["uk-air"]), ("Derry", 55.0, -7.31, ["uk-air"]),
      ("Lerwick", 60.15, -1.14, ["uk-air"]),
      ("St Mary's", 49.91, -6.31, ["uk-air"]), ("Dover", 51.13, 1.31, ["uk-air"]),
      ("Calais", 50.95, 1.86, ["atmo-france", "lcsqa"]),
      ("Dublin", 53.35, -6.26, []), ("Letterkenny", 54.95, -7.73, []), ("Douglas", 54.15, -4.48, []),
      ("Saint Helier", 49.19, -2.11, []), ("Stockholm", 59.33, 18.07, ["smhi-air"]),
      ("Malmö", 55.6, 13, ["smhi-air"]),
      ("Visby", 57.64, 18.3, ["smhi-air"]), ("Haparanda", 65.84, 24.14, ["fmi", "smhi-air"]),
      ("Copenhagen", 55.68, 12.57, []),
      ("Rønne", 55.1, 14.7, []), ("Tórshavn", 62.01, -6.77, []),
      ("Ajaccio", 41.92, 8.74, ["atmo-france", "lcsqa"]),
      ("Cayenne", 4.92, -52.3, ["atmo-france", "lcsqa"]), ("Brno", 49.2, 16.61, ["chmi"]),
      ("Bratislava", 48.15, 17.11, []), ("Madrid", 40.42, -3.7, ["miteco"]),
      ("Palma", 39.57, 2.65, ["miteco"]), ("Las Palmas", 28.12, -15.43, ["miteco"]),
      ("Ceuta", 35.89, -5.32, ["miteco"]), ("Lisbon", 38.72, -9.14, []), ("Tangier", 35.77, -5.8, []),
      ("Perpignan", 42.7, 2.9, ["atmo-france", "lcsqa"]), ("Oslo", 59.91, 10.75, ["luftmalinger"]),
      ("Bergen", 60.39, 5.32, ["luftmalinger"]), ("Kirkenes", 69.73, 30.05, ["luftmalinger"]),
      ("Gothenburg", 57.71, 11.97, ["smhi-air"]), ("Helsinki", 60.17, 24.94, ["fmi"]),
      ("Mariehamn", 60.1, 19.94, ["fmi"]), ("Rovaniemi", 66.5, 25.73, ["fmi"]), ("Tallinn", 59.44, 24.75, []),
      ("Saint Petersburg", 59.94, 30.31, []), ("Hong Kong", 22.28, 114.16, ["hk-epd"]),
      ("Macau", 22.19, 113.54, []), ("Shenzhen", 22.54, 114.05, []),
      ("New York", 40.71, -74.01, ["airnow"]), ("Boston", 42.36, -71.06, ["airnow"]),
      ("Chicago", 41.88, -87.63, ["airnow"]), ("Minneapolis", 44.98, -93.27, ["airnow"]),
      ("Boise", 43.62, -116.2, ["airnow"]), ("Seattle", 47.61, -122.33, ["airnow"]),
      ("Anchorage", 61.22, -149.9, ["airnow"]), ("Honolulu", 21.31, -157.86, ["airnow"]),
      ("Vancouver", 49.28, -123.12, ["airnow", "canada-aqhi"]),
      ("Victoria", 48.43, -123.37, ["airnow", "canada-aqhi"]),
      ("Toronto", 43.65, -79.38, ["airnow", "canada-aqhi"]),
      ("Whitehorse", 60.72, -135.05, ["airnow", "canada-aqhi"]),
      ("Mexico City", 19.43, -99.13, ["airnow"]), ("Guatemala City", 14.63, -90.51, []),
      ("Havana", 23.13, -82.38, []), ("Nassau", 25.05, -77.34, []),
      ("Singapore", 1.29, 103.85, ["nea"]), ("Johor Bahru", 1.4655, 103.7578, []),
      ("Batam", 1.13, 104.03, []), ("Tokyo", 35.68, 139.69, ["soramame"]),
      ("Fukuoka", 33.59, 130.4, ["soramame"]), ("Tsushima", 34.2, 129.29, ["soramame"]),
      ("Vladivostok", 43.12, 131.88, []), ("Seoul", 37.57, 126.98, ["airkorea"]),
      ("Busan", 35.18, 129.08, ["airkorea"]), ("Kaesŏng", 37.97, 126.55, []),
      ("Taipei", 25.03, 121.57, ["moenv"]), ("Kinmen", 24.43, 118.32, ["moenv"]),
      ("Fuzhou", 26.07, 119.3, []), ("Xiamen", 24.48, 118.09, []), ("Delhi", 28.61, 77.21, ["cpcb"]),
      ("Amritsar", 31.63, 74.87, ["cpcb"]), ("Lahore", 31.55, 74.34, []), ("Islamabad", 33.68, 73.05, []),
      ("Kathmandu", 27.72, 85.32, []), ("Siliguri", 26.71, 88.43, ["cpcb"]), ("Dhaka", 23.81, 90.41, []),
      ("Agartala", 23.83, 91.28, ["cpcb"]), ("Colombo", 6.93, 79.86, []), ("Lhasa", 29.65, 91.1, []),
      ("Yangon", 16.8, 96.16, []), ("Sydney", -33.87, 151.21, []), ("Nairobi", -1.29, 36.82, []),
    ] as [(String, Double, Double, [String])])
  func coverageOfAll(place: String, latitude: Double, longitude: Double, expected: [String]) async throws {
    let clock = ManualClock()
    let hub = try AirHub(everything(clock: clock))
    let query = AirQuery(near: try Coordinate(latitude, longitude))
    let answer = try await clock.run {
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(120))
      return try await answer
    }
    let asked = answer.outcomes.filter { outcome in
      if case .budgetSpent? = outcome.skipReason { true } else { outcome.skipReason == nil }
    }.map(\.source.rawValue)
    #expect(Set(asked) == Self.everywhere.union(expected))
  }
}
