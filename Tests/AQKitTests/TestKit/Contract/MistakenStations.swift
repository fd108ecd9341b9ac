import AQKit
import AQKitTesting
import TestRuns

/// The likely mistakes of an adapter's author.
enum Mistake: String, CaseIterable, Sendable {
  case wrongUnit, missingOffer, sentinel, localTime, localTimeAsUTC, keyInPath, forgottenPage, defaultForNull,
    wrongKindOfPlace
  case sameIdentifier, afterTheWindow, percentAsFraction, percentInDegrees, ppmAsPPB
  case carbonMonoxideInMilligrams, nitrogenDioxideAsMilligrams, particlesAsMilligrams, ozoneInMicrograms
  case longitudeFirst
  case unknownZone, unknownZoneOfTimes
  case columnOfTexts

  /// The rule that it breaks, and words of the remedy.
  var lesson: (rule: String, remedy: String) {
    switch self {
    case .wrongUnit: ("response.refused", "what it means.”: pass a unit that `AirUnit` knows")
    case .missingOffer:
      ("response.refused", "no offer of the source names the parameter “so2”; name it there")
    case .sentinel:
      (
        "response.refused",
        "BAM 1020 manual).”: check the unit, and declare numbers that mean a missing value as `sentinels`"
      )
    case .localTime: ("response.something", "no zone or offset.”, so pass the stamp as `.zonedText")
    case .localTimeAsUTC: ("response.something", "ahead).”, so read local times with their zone")
    case .keyInPath: ("privacy.secret-path", "Send it as `TransportRequest.Header(\"X-Key\", secret: key)`")
    case .forgottenPage:
      ("conduct.pages", "“total: 3”, and no further page is asked for. Return `reply.nextPage")
    case .defaultForNull:
      ("payload.null", "is written as null and is 0, not absent. Pass the JSON value itself")
    case .wrongKindOfPlace: ("query.place-kinds", "“site” is offered")
    case .sameIdentifier: ("response.duplicates", "Give each site its own `AirSite.id`")
    case .afterTheWindow: ("time.window", "Return the values of `query.window.interval(at: now)` only")
    case .percentAsFraction:
      (
        "response.magnitude",
        "0.555 %, which looks like a fraction. Check the unit with the service's documents: multiply"
      )
    case .percentInDegrees:
      ("response.units-fit", "humidity can't be in °C. Give the unit that the service's documents state")
    case .ppmAsPPB:
      ("response.magnitude", "0.034 ppb, which looks like a larger unit, such as ppm for ppb. Check the unit")
    case .carbonMonoxideInMilligrams:
      (
        "response.magnitude",
        "co is at most 0.445 µg/m³, which looks like a larger unit, such as mg/m³ for µg/m³."
      )
    case .nitrogenDioxideAsMilligrams:
      (
        "response.magnitude",
        "no2 is mostly 21.5 mg/m³ or more, which looks like a smaller unit, such as µg/m³ for mg/m³."
      )
    case .particlesAsMilligrams:
      (
        "response.magnitude",
        "pm25 is mostly 13.75 mg/m³ or more, which looks like a smaller unit, such as µg/m³"
      )
    case .ozoneInMicrograms:
      (
        "response.magnitude",
        "o3 is mostly 112.5 ppb or more, which looks like a mass concentration, such as µg/m³"
      )
    case .longitudeFirst:
      (
        "place.latitude-first",
        "Asked about 14.42°, 50.08° the source returns what it has at 50.08°, 14.42°. Pass latitude"
      )
    case .unknownZone, .unknownZoneOfTimes:
      ("response.something", "Time zone “Europe/Prage” isn't available on this system: name another zone.")
    case .columnOfTexts:
      ("response.refused", "as text with `double(acceptingText: true)`, of a column each element")
    }
  }
}

/// Stations on two pages, as a good adapter reads them or one with a mistake.
struct MistakenStations: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "three-stations", name: "Three Stations", summary: "Three stations on two pages.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate],
        parameters: [.pm25, .o3, .humidity, .co, .no2], kinds: [.observation], timeConvention: .end,
        averaging: .oneHour,
        cadence: .seconds(3600))
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(placesPerRequest: 1000, requestsPerFetch: 5),
    attribution: [AirAttribution("Three Stations")],
    rights: AirRights(redistribution: .allowed),
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org")],
    testPlaces: [.near(Town.market)])

  let mistake: Mistake?

  var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    if mistake == .wrongKindOfPlace { descriptor.offers[0].placeKinds.insert(.site) }
    return descriptor
  }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<TransportRequest.Page>] {
    guard query.places.allSatisfy({ $0.kind == .coordinate }) else {
      throw AQError(.unsupported, "Only points.")
    }
    if mistake == .unknownZone { _ = try TimeStamp.Zone(named: "Europe/Prage") }
    return [call(TransportRequest.Page(size: 2))]
  }

  private func call(_ page: TransportRequest.Page) -> HTTPCall<TransportRequest.Page> {
    HTTPCall(
      TransportRequest(
        base: "https://air.example.org",
        path: mistake == .keyInPath ? "/v1/\(Town.key)/stations" : "/v1/stations",
        query: [("page", "\(page.number)")],
        headers: [TransportRequest.Header("X-Key", secret: AirSecret(Town.key))]),
      step: page)
  }

  func decode(_ reply: HTTPReply<TransportRequest.Page>, into report: inout ReportBuilder) throws
    -> [HTTPCall<TransportRequest.Page>]
  {
    let body = try reply.json()
    if mistake == .unknownZoneOfTimes { _ = try TimeStamp.Zone(named: "Europe/Prage") }
    let stations = try body.require("stations").array()
    try report.each(stations) { station, report in
      let id = try station.require("id").string()
      let site = report.site(
        AirSite(
          id: mistake == .sameIdentifier ? "Town" : id,
          coordinate: mistake == .longitudeFirst
            ? try station.coordinate("lon", "lat") : try station.coordinate("lat", "lon"),
          kind: .referenceStation))
      let written = try station.require("time").string()
      let time: TimeStamp =
        mistake == .localTimeAsUTC ? .localText(written, secondsFromUTC: 0) : .text(written)
      if mistake == .defaultForNull {
        report.add(.pm25, try station["pm25"].ifPresent?.double() ?? 0, unit: "µg/m³", at: time, to: site)
      } else {
        report.add(
          .pm25, station["pm25"],
          unit: mistake == .wrongUnit ? "mcg/m3" : mistake == .particlesAsMilligrams ? "mg/m³" : "µg/m³",
          at: time,
          to: site)
      }
      if mistake == .ozoneInMicrograms {
        report.add(.o3, station["o3 in micrograms"], unit: .ppb, at: time, to: site)
      } else {
        report.add(.o3, station["o3"], unit: mistake == .ppmAsPPB ? .ppb : .ppm, at: time, to: site)
      }
      report.add(
        .co, station["co"], unit: mistake == .carbonMonoxideInMilligrams ? "µg/m³" : "mg/m³", at: time,
        to: site)
      let unit: AirUnit = mistake == .nitrogenDioxideAsMilligrams ? "mg/m³" : .microgramsPerCubicMetre
      report.add(.no2, station["no2"], unit: unit, at: time, to: site)
      if mistake == .columnOfTexts {
        report.add(.humidity, column: station["texts"], unit: .percent, at: .stamps([time, time]), to: site)
      }
      report.add(
        .humidity, station["rh"], unit: mistake == .percentInDegrees ? .celsius : .percent, at: time,
        to: site)
      if mistake == .missingOffer { report.add(.so2, station["so2"], unit: .ppb, at: time, to: site) }
    }
    guard mistake != .forgottenPage,
      let next = reply.step.next(received: stations.count, of: body["total"].intValue)
    else { return [] }
    return [call(next)]
  }

  /// The service's pages.
  var recorded: StubTransport {
    let time =
      switch mistake {
      case .localTime: "2026-10-01T12:00:00"
      case .localTimeAsUTC: "2026-10-01T14:00:00"
      default: "2026-10-01T12:00:00Z"
      }
    let humidity = mistake == .percentAsFraction ? 0.01 : 1
    let stations = (0..<3).map { index in
      let pm25 = mistake == .sentinel && index == 1 ? "-999" : "\(12.5 + Double(index) * 1.25)"
      let texts = mistake == .columnOfTexts ? #","texts":["51.5",null]"# : ""
      return """
        {"id":"S\(index)","lat":\(50.08 + Double(index) / 100),"lon":14.42,"time":"\(time)",\
        "pm25":\(pm25),"o3":0.03\(index + 2),"rh":\((53.5 + Double(index)) * humidity),"so2":\(2.125 + Double(index)),\
        "co":0.4\(index + 2)5,"no2":\(20.5 + Double(index)),"o3 in micrograms":\(111.5 + Double(index))\(texts)}
        """
    }
    return StubTransport { request in
      let page = request.url.contains("page=2") ? stations[2...] : stations[..<2]
      return TransportResponse(
        status: 200, text: #"{"total":3,"stations":[\#(page.joined(separator: ","))]}"#)
    }
  }

  /// The contract over them.
  var contract: SourceContract {
    SourceContract(adapter: self, recorded: recorded, at: Town.now, secrets: [Town.key]).quiet
  }
}

/// A custom source that returns three days, whatever the query.
struct LongForecast: AirDataSource {
  var descriptor: SourceDescriptor {
    var descriptor = Town.descriptor
    descriptor.offers[0].capabilities = [.forecast]
    descriptor.offers[0].kinds = [.forecast]
    return descriptor
  }

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    var response = try await TownMemory(descriptor: Town.descriptor).fetch(AirQuery(places: query.places))
    for index in response.reports.indices {
      response.reports[index].kind = .forecast
      response.reports[index].series = [
        try AirSeries(
          .pm25, unit: .microgramsPerCubicMetre,
          timeline: AirTimeline(
            (0..<72).map { hour in
              let start = Town.now.adding(seconds: Int64(hour) * 3600)
              return try AirInterval(start: start, end: start.adding(seconds: 3600))
            }), values: (0..<72).map { 10 + Double($0) })
      ]
    }
    return response
  }
}
