import AQKit
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

@Suite("The stand-in for Open-Meteo")
struct OpenMeteoStandInTests {
  /// 2026-10-02T22:30:40Z.
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_980_240))

  private func ask(
    _ standIn: OpenMeteoStandIn, _ path: String, at base: String = "http://localhost:8080",
    key: AirSecret? = nil
  ) async throws -> (status: Int, json: AQJSON) {
    let headers = key.map { [TransportRequest.Header("X-Api-Key", secret: $0)] } ?? []
    let response = try await standIn.send(TransportRequest(url: base + path, headers: headers))
    return (response.status, try AQJSON(parsing: response.body))
  }

  private static let berlin = "latitude=52.52&longitude=13.41"

  @Test("hourly values are at the requested instants, in the service's units and decimals")
  func servesAirQuality() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let (status, json) = try await ask(
      standIn,
      "/v1/air-quality?\(Self.berlin)&hourly=pm2_5,carbon_dioxide&timeformat=unixtime&forecast_days=2")
    #expect(status == 200)
    let times = try json["hourly"]["time"].instants()
    #expect(times.count == 48)
    #expect(times.first == 1_790_899_200)
    #expect(times.last == 1_791_068_400)
    #expect(json["hourly_units"]["time"].stringValue == "unixtime")
    #expect(json["hourly_units"]["pm2_5"].stringValue == "\u{3BC}g/m³")
    #expect(json["hourly_units"]["carbon_dioxide"].stringValue == "ppm")
    let berlin = try Coordinate(52.52, 13.41)
    let values = try json["hourly"]["pm2_5"].doubles()
    for (time, value) in zip(times, values) {
      #expect(standIn.value(of: "pm2_5", at: berlin, AirTime(secondsSince1970: time)) == value)
    }
    #expect(Set(values).count > 20)
    #expect(json["hourly"]["pm2_5"][0].rawText.contains("."))
    #expect(!json["hourly"]["carbon_dioxide"][0].rawText.contains("."))
    #expect(json["location_id"].isMissing)
    #expect(standIn.weight == 1)
  }

  @Test("several places are an array in the order of the query, all but the first with their number")
  func servesSeveralPlaces() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let path = "/v1/air-quality?latitude=31.55,52.52,31.55&longitude=74.34,13.41,74.34&current=pm10"
    let places = try await ask(standIn, path).json
    #expect(try places.elements.map { $0["location_id"].intValue } == [nil, 1, 2])
    let latitude = try places[0]["latitude"].double()
    #expect(abs(latitude - 31.55) < 0.06)
    #expect(places[0]["current"]["pm10"].doubleValue == places[2]["current"]["pm10"].doubleValue)
    #expect(places[0]["current"]["interval"].intValue == 3600)
    #expect(places[0]["current"]["time"].stringValue == "2026-10-02T22:00")
    #expect(standIn.weight == 3)
  }

  @Test("a form in a POST means the same as the address of a GET")
  func servesPost() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let form = "\(Self.berlin)&hourly=pm2_5,ozone&timeformat=unixtime"
    let got = try await standIn.send(TransportRequest(url: "http://localhost/v1/air-quality?\(form)"))
    let posted = try await standIn.send(
      TransportRequest(
        .post, url: "http://localhost/v1/air-quality",
        headers: [TransportRequest.Header("Content-Type", "application/x-www-form-urlencoded")],
        body: Array(form.utf8)))
    let json =
      #"{"latitude":["52.52"],"longitude":[13.41],"hourly":["pm2_5","ozone"],"timeformat":"unixtime"}"#
    let postedJSON = try await standIn.send(
      TransportRequest(
        .post, url: "http://localhost/v1/air-quality",
        headers: [TransportRequest.Header("Content-Type", "application/json")], body: Array(json.utf8)))
    #expect(got.status == 200)
    #expect(got.body == posted.body)
    #expect(got.body == postedJSON.body)
  }

  @Test(
    "labels have one offset, and in a zone of half hours they carry the values of the adjacent whole hour")
  func labelsTimes() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let (_, json) = try await ask(
      standIn, "/v1/air-quality?\(Self.berlin)&hourly=pm10&current=pm10&timezone=Asia/Kolkata&forecast_days=1"
    )
    #expect(json["utc_offset_seconds"].intValue == 19_800)
    #expect(json["timezone_abbreviation"].stringValue == "GMT+5:30")
    #expect(try json["hourly"]["time"].strings().first == "2026-10-03T00:00")
    // 00:00 there is 18:30Z, read at 19:00Z.
    let expected = standIn.value(
      of: "pm10", at: try Coordinate(52.52, 13.41), try #require(AirTime("2026-10-02T19:00:00Z")))
    #expect(try json["hourly"]["pm10"].doubles().first == expected)
    #expect(json["current"]["time"].stringValue == "2026-10-03T03:30")
  }

  @Test("Europe's variables are null elsewhere and after its four days, and everything after five")
  func hasGaps() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let path = "/v1/air-quality?LATLON&hourly=ammonia,pm10,birch_pollen&forecast_days=7&timeformat=unixtime"
    let europe = try await ask(standIn, path.replacing("LATLON", with: Self.berlin)).json
    let world = try await ask(standIn, path.replacing("LATLON", with: "latitude=0&longitude=-60")).json
    func count(_ json: AQJSON, _ name: String) throws -> Int {
      try json["hourly"][name].doubles().count { !$0.isNaN }
    }
    #expect(try count(europe, "ammonia") == 97)
    #expect(try count(europe, "pm10") == 121)
    #expect(try count(world, "ammonia") == 0)
    #expect(world["hourly_units"]["birch_pollen"].stringValue == "grains/m³")
    let domain = try await ask(
      standIn, "/v1/air-quality?\(Self.berlin)&hourly=ammonia,pm10&domains=cams_global"
    ).json
    #expect(domain["hourly_units"]["ammonia"].stringValue == "undefined")
    #expect(try count(domain, "ammonia") == 0)
  }

  @Test("several models put their names into the hourly keys and not into the current ones")
  func servesModels() async throws {
    let (_, json) = try await ask(
      OpenMeteoStandIn(clock: clock),
      "/v1/air-quality?\(Self.berlin)&hourly=pm10&current=pm10&models=cams_europe,cams_global")
    #expect(try json["hourly"].members.map(\.name) == ["time", "pm10_cams_europe", "pm10_cams_global"])
    #expect(try json["current"].members.map(\.name) == ["time", "interval", "pm10"])
  }

  @Test("the published indices are those of the accompanying concentrations")
  func computesIndices() async throws {
    let (_, json) = try await ask(
      OpenMeteoStandIn(clock: clock),
      "/v1/air-quality?\(Self.berlin)&past_days=2&hourly=pm2_5,european_aqi,european_aqi_pm2_5,us_aqi,us_aqi_pm2_5"
    )
    let columns = json["hourly"]
    let pm25 = try columns["pm2_5"].doubles()
    let european = try columns["european_aqi_pm2_5"].doubles()
    let american = try columns["us_aqi_pm2_5"].doubles()
    for index in 24..<72 {
      let edges: [Double] = [0, 5, 15, 50, 90]
      let band = try #require(edges.lastIndex { $0 <= pm25[index] })
      let part = (pm25[index] - edges[band]) / (edges[band + 1] - edges[band])
      #expect(european[index] == ((Double(band) + part) * 20).rounded())
      let mean = pm25[(index - 24)..<index].reduce(0, +) / 24
      let value = mean < 9 ? mean / 9 * 50 : 50 + (mean - 9) / 26.5 * 50
      if mean < 35.5, abs(value - value.rounded()) < 0.49 { #expect(american[index] == value.rounded()) }
    }
    for (total, part) in zip(try columns["european_aqi"].doubles(), european) where !part.isNaN {
      #expect(total >= part)
    }
    for (total, part) in zip(try columns["us_aqi"].doubles(), american) where !part.isNaN {
      #expect(total >= part)
    }
  }

  @Test("a day's extremes and sums are those of its hours, in the requested unit")
  func servesDaily() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let (_, json) = try await ask(
      standIn,
      "/v1/forecast?\(Self.berlin)&hourly=temperature_2m,precipitation&forecast_days=3&timezone=Europe/Berlin"
        + "&daily=temperature_2m_max,temperature_2m_min,precipitation_sum,sunrise,sunset")
    let hours = try json["hourly"]["temperature_2m"].doubles()
    let rain = try json["hourly"]["precipitation"].doubles()
    #expect(try json["daily"]["time"].strings() == ["2026-10-03", "2026-10-04", "2026-10-05"])
    for day in 0..<3 {
      let part = hours[(day * 24)..<(day * 24 + 24)]
      #expect(try json["daily"]["temperature_2m_max"].doubles()[day] == part.max())
      #expect(try json["daily"]["temperature_2m_min"].doubles()[day] == part.min())
      let sum = rain[(day * 24)..<(day * 24 + 24)].reduce(0, +)
      #expect(abs(try json["daily"]["precipitation_sum"].doubles()[day] - sum) < 0.01)
    }
    let sunrise = try json["daily"]["sunrise"].strings()[0]
    #expect(sunrise > "2026-10-03T06:50" && sunrise < "2026-10-03T07:30")
    let imperial = try await ask(
      standIn,
      "/v1/forecast?\(Self.berlin)&hourly=temperature_2m,precipitation,wind_speed_10m&forecast_days=1"
        + "&temperature_unit=fahrenheit&precipitation_unit=inch&wind_speed_unit=mph"
    ).json
    #expect(imperial["hourly_units"]["temperature_2m"].stringValue == "°F")
    #expect(imperial["hourly_units"]["precipitation"].stringValue == "inch")
    #expect(imperial["hourly_units"]["wind_speed_10m"].stringValue == "mp/h")
  }

  @Test("where the sun doesn't rise or set, both are at midnight, or 24 hours apart")
  func knowsPolarDays() async throws {
    for (day, isPolarDay) in [("2026-12-21", false), ("2026-06-21", true)] {
      let clock = ManualClock(try #require(AirTime("\(day)T12:00:00Z")))
      let (_, json) = try await ask(
        OpenMeteoStandIn(clock: clock),
        "/v1/forecast?latitude=78.2&longitude=15.6&daily=sunrise,sunset,daylight_duration&forecast_days=1&timeformat=unixtime"
      )
      let (rise, set) = (
        try json["daily"]["sunrise"].instants()[0], try json["daily"]["sunset"].instants()[0]
      )
      #expect(set - rise == (isPolarDay ? 86_400 : 0))
      #expect(rise == (try json["daily"]["time"].instants()[0]))
      #expect(try json["daily"]["daylight_duration"].doubles() == [isPolarDay ? 86_400 : 0])
    }
  }

  @Test("archive and climate take dates, and climate gives a column for each model")
  func servesDates() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let archive = try await ask(
      standIn,
      "/v1/archive?\(Self.berlin)&start_date=2020-02-28&end_date=2020-03-01&daily=temperature_2m_mean"
    ).json
    #expect(try archive["daily"]["time"].strings() == ["2020-02-28", "2020-02-29", "2020-03-01"])
    let climate = try await ask(
      standIn,
      "/v1/climate?\(Self.berlin)&start_date=2050-07-01&end_date=2050-07-02&daily=temperature_2m_max"
        + "&models=MRI_AGCM3_2_S,MPI_ESM1_2_XR"
    ).json
    #expect(
      try climate["daily"].members.map(\.name)
        == ["time", "temperature_2m_max_MRI_AGCM3_2_S", "temperature_2m_max_MPI_ESM1_2_XR"])
  }

  @Test(
    "an impossible request is refused in the service's own words, and costs one call",
    arguments: [
      (
        "/v1/air-quality?latitude=95&longitude=0", 400,
        "Latitude must be in range of -90 to 90°. Given: 95.0."
      ),
      (
        "/v1/air-quality?latitude=1&longitude=-181", 400,
        "Longitude must be in range of -180 to 180°. Given: -181.0."
      ),
      (
        "/v1/air-quality?latitude=1,2&longitude=1", 400,
        "Parameter 'latitude' and 'longitude' must have the same number of elements"
      ),
      (
        "/v1/air-quality?latitude=1&longitude=1&hourly=bogus_aqi", 400,
        "Data corrupted at path ''. Cannot initialize SurfacePressureAndHeightVariable<VariableAndPreviousDay, "
          + "VariableOrSpread<ForecastPressureVariable>, ForecastHeightVariable> from invalid String value bogus_aqi."
      ),
      (
        "/v1/air-quality?latitude=1&longitude=1&forecast_days=9", 400,
        "Forecast days is invalid. Allowed range 0 to 7. Given 7."
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&past_days=94", 400,
        "Past days is invalid. Allowed range 0 to 93. Given 94."
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&start_date=2026-07-03&end_date=2026-10-02", 200, ""
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&start_date=2026-06-30&end_date=2026-10-02", 400,
        "Parameter 'start_date' is out of allowed range from 2026-07-01 to 2026-10-17"
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&start_date=2026-10-02", 400,
        "Both 'start_date' and 'end_date' must be set in the url"
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&start_date=2026-10-02&end_date=2026-10-01", 400,
        "End-date must be larger or equals than start-date"
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&start_date=2026-10-02&end_date=2026-10-02&past_days=1", 400,
        "Parameter 'past_days' is mutually exclusive with 'start_date' and 'end_date'"
      ),
      (
        "/v1/forecast?latitude=1&longitude=1&models=bogus_model_xyz", 400,
        "Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value bogus_model_xyz."
      ),
      ("/v1/air-quality?latitude=1&longitude=1&timezone=Mars/Base", 400, "Invalid timezone"),
      ("/v1/air-quality?latitude=1&longitude=1&run=x", 400, "Parameter 'run' must not be set"),
      (
        "/v1/air-quality?latitude=1&longitude=1&domains=cams_europe&hourly=pm10", 400,
        "No data is available for this location"
      ),
      (
        "/v1/climate?latitude=1&longitude=1&start_date=1950-01-01&end_date=2050-12-31&daily=temperature_2m_max,"
          + "temperature_2m_min,temperature_2m_mean&models=CMCC_CM2_VHR4,FGOALS_f3_H,HiRAM_SIT_HR,MRI_AGCM3_2_S,"
          + "EC_Earth3P_HR,MPI_ESM1_2_XR,NICAM16_8S", 400,
        "Your API call requests too much data. Please reduce the number of variables, locations and/or weather models."
      ),
      ("/v2/air-quality?latitude=1&longitude=1", 404, "Not Found"),
      ("/v1/search", 400, "No value found (expected type 'String') at path 'name'."),
      ("/v1/search?name=Brno&count=101", 400, "Parameter count must be between 1 and 100."),
      ("/v1/get?id=1", 400, "Location ID not found."),
    ])
  func refuses(path: String, status: Int, reason: String) async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let response = try await ask(standIn, path)
    #expect(response.status == status)
    #expect(response.json["reason"].stringValue ?? "" == reason)
    let isMetered = !path.contains("search") && !path.contains("get") && status != 404
    #expect(standIn.weight == (isMetered ? 1 : 0))
  }

  @Test("more than 1,000 places are refused, and one without data fails all")
  func limitsPlaces() async throws {
    let standIn = OpenMeteoStandIn(clock: clock, hasData: { $0.latitude != 3 })
    func path(_ latitudes: [Int]) -> String {
      "/v1/air-quality?latitude=\(latitudes.map(String.init).joined(separator: ","))"
        + "&longitude=\(latitudes.map { _ in "0" }.joined(separator: ","))&hourly=pm10&forecast_days=1"
    }
    let many = try await ask(standIn, path(Array(repeating: 1, count: 1001)))
    #expect(many.json["reason"].stringValue == "Only up to 1000 locations can be requested at once")
    let spoiled = try await ask(standIn, path([1, 2, 3, 4]))
    #expect(spoiled.status == 400)
    #expect(spoiled.json["reason"].stringValue == "No data is available for this location")
    #expect(try await ask(standIn, path([1, 2, 4])).status == 200)
    #expect(standIn.weight == 1 + 1 + 3)
  }

  @Test(
    "a full window refuses until it is cleared: on the minute, on the hour, at midnight UTC",
    arguments: [
      (
        OpenMeteoStandIn.Quota(minute: 2, hour: nil, day: nil), 20,
        "Minutely API request limit exceeded. Please try again in one minute."
      ),
      (
        .init(minute: nil, hour: 2, day: nil), 29 * 60 + 20,
        "Hourly API request limit exceeded. Please try again in the next hour."
      ),
      (
        .init(minute: nil, hour: nil, day: 2), 89 * 60 + 20,
        "Daily API request limit exceeded. Please try again tomorrow."
      ),
    ])
  func limits(quota: OpenMeteoStandIn.Quota, wait: Int, reason: String) async throws {
    let standIn = OpenMeteoStandIn(clock: clock, quota: quota)
    let path = "/v1/air-quality?\(Self.berlin)&hourly=pm10"
    #expect(try await ask(standIn, path).status == 200)
    #expect(try await ask(standIn, path).status == 200)
    let refused = try await ask(standIn, path)
    #expect(refused.status == 429)
    #expect(refused.json["reason"].stringValue == reason)
    #expect(standIn.weight == 2)
    #expect(standIn.refusals == 1)
    await clock.advance(by: .seconds(wait - 1))
    #expect(try await ask(standIn, path).status == 429)
    await clock.advance(by: .seconds(1))
    #expect(try await ask(standIn, path).status == 200)
  }

  @Test("one call runs at a time and four wait; a sixth is refused")
  func limitsConcurrency() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.slow(.seconds(1)))
    let path = "/v1/air-quality?\(Self.berlin)&hourly=pm10"
    let statuses = try await clock.run {
      async let statuses = withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await ask(standIn, path).status } }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      await clock.advanceUntilNobodySleeps()
      return try await statuses
    }
    #expect(statuses.count { $0 == 200 } == 5)
    #expect(statuses.count { $0 == 429 } == 3)
    #expect(clock.elapsed == .seconds(5))
    #expect(standIn.weight == 5)
  }

  @Test("a customer's host asks for a key, a bad key is refused, and a good one has no limits")
  func knowsCustomers() async throws {
    let standIn = OpenMeteoStandIn(
      clock: clock, quota: OpenMeteoStandIn.Quota(minute: 1),
      keys: ["small": .standard, "large": .professional])
    let customer = "https://customer-air-quality-api.open-meteo.com"
    let path = "/v1/air-quality?\(Self.berlin)&hourly=pm10"
    #expect(try await ask(standIn, path, at: customer).status == 401)
    #expect(try await ask(standIn, path, at: customer, key: "other").status == 400)
    for _ in 0..<5 { #expect(try await ask(standIn, path, at: customer, key: "small").status == 200) }
    let climate = "/v1/climate?\(Self.berlin)&daily=temperature_2m_max"
    let host = "https://customer-climate-api.open-meteo.com"
    #expect(try await ask(standIn, climate, at: host, key: "small").status == 403)
    #expect(try await ask(standIn, climate, at: host, key: "large").status == 200)
    #expect(try await ask(standIn, path, at: "https://api.open-meteo.com").status == 404)
  }

  @Test("places are found by the beginning of a name, whatever its accents, and zeros are left out")
  func findsPlaces() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    func names(_ query: String) async throws -> [String] {
      let json = try await ask(standIn, "/v1/search?\(query)").json
      return try json["results"].ifPresent?.elements.map { try $0["name"].string() } ?? []
    }
    #expect(try await names("name=brn") == ["Brno", "Bruno", "Brno"])
    #expect(try await names("name=Br%C3%BCnn") == ["Brno"])
    #expect(try await names("name=brno&countryCode=US") == ["Bruno"])
    #expect(try await names("name=Berlin,%20Germany") == ["Berlin"])
    #expect(try await names("name=Berlin&count=1").count == 1)
    #expect(try await names("name=B") == [])
    #expect(try await names("name=Nowhere%20at%20all") == [])
    let none = try await ask(standIn, "/v1/search?name=Nowhere").json
    #expect(try none.members.map(\.name) == ["generationtime_ms"])
    let island = try await ask(standIn, "/v1/get?id=6295630").json
    #expect(try island.members.map(\.name) == ["id", "name", "feature_code"])
    #expect(standIn.weight == 0)
  }

  @Test("the metadata say when a model ran last, free of charge")
  func servesMetadata() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let path = "/data/cams_global/static/meta.json"
    let json = try await ask(standIn, path).json
    #expect(
      json["last_run_initialisation_time"].intValue == AirTime("2026-10-02T12:00:00Z")?.secondsSince1970)
    #expect(json["last_run_availability_time"].intValue == AirTime("2026-10-02T20:30:00Z")?.secondsSince1970)
    #expect(json["update_interval_seconds"].intValue == 43_200)
    let time = try #require(AirTime("2026-10-02T22:00:00Z"))
    standIn.setRun(of: "cams_global", initialised: time, available: time)
    #expect(try await ask(standIn, path).json["last_run_availability_time"].intValue == time.secondsSince1970)
    #expect(try await ask(standIn, "/data/nothing/static/meta.json").status == 404)
    #expect(standIn.weight == 0)
  }

  @Test("a recorded body is given to a request for its places")
  func playsRecordings() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.play(Array(#"{"recorded":true}"#.utf8), to: .airQuality, at: [try Coordinate(52.52, 13.41)])
    let path = "/v1/air-quality?latitude=52.521&longitude=13.409&hourly=pm10"
    #expect(try await ask(standIn, path).json["recorded"].boolValue == true)
    #expect(
      try await ask(standIn, "/v1/air-quality?latitude=1&longitude=1&hourly=pm10").json["recorded"].isMissing)
  }

  @Test("faults come one after the other, then honest replies again")
  func misbehaves() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.next(.limit(.day), nil, .status(502), .status(500, reason: "Something went wrong."), .bareNaN)
    standIn.next(.truncated(after: 20), .streamFailure(after: 20), .cut(after: 20), .unreachable)
    let request = TransportRequest(url: "http://localhost/v1/air-quality?\(Self.berlin)&hourly=pm10")
    #expect(try await standIn.send(request).status == 429)
    #expect(try await standIn.send(request).status == 200)
    #expect(try await standIn.send(request).header("Content-Type") == "text/html")
    #expect(try await standIn.send(request).status == 500)
    #expect(String(decoding: try await standIn.send(request).body, as: UTF8.self).contains(":nan,"))
    #expect(try await standIn.send(request).body.count == 20)
    #expect(
      String(decoding: try await standIn.send(request).body, as: UTF8.self)
        .hasSuffix("Unexpected error while streaming data: timeoutReached"))
    for code in [AQError.Code.malformed, .unreachable] {
      let error = await #expect(throws: AQError.self) { try await standIn.send(request) }
      #expect(error?.code == code)
    }
    #expect(try await standIn.send(request).status == 200)
  }

  @Test("slowness, silence and trickling are timed by the clock")
  func takesTime() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    let request = TransportRequest(url: "http://localhost/v1/search?name=Nowhere")
    await clock.run {
      for (trouble, seconds, hasResponse) in [
        (OpenMeteoStandIn.Trouble.slow(.seconds(3)), 3.0, true), (.slow(.seconds(40)), 15, false),
        (.silent, 15, false), (.trickle(every: .milliseconds(10)), 0.25, true),
      ] {
        standIn.next(trouble)
        let start = clock.elapsed
        async let pending = standIn.send(request)
        await clock.advanceUntilNobodySleeps()
        let response = try? await pending
        #expect((response != nil) == hasResponse)
        #expect(abs((clock.elapsed - start) / .seconds(1) - seconds) < 0.01)
      }
    }
  }
}
