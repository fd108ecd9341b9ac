public import AQKit

/// OpenAQ: stations of more than a hundred countries, with the latest values and the hourly means of their sensors.
///
/// The key is the user's own; OpenAQ forbids sharing it. Each station has its own licences, which may end.
///
/// Sources: docs.openaq.org (API v3, rate limits, open data on AWS), docs.openaq.org/about/terms.
public struct OpenAQStations: HTTPAdapter {
  /// The request of a call, which decides how its reply is read.
  public enum Step: Sendable {
    /// Any response, without a query.
    case any
    /// The licences.
    case licences
    /// The stations, with the rights of each licence by the licence's number.
    case stations([Int64: AirRights])
    /// The sensors of a station.
    case sensors
    /// The hours of a sensor.
    case hours(Int64)
    /// A day of a station in the archive, `yyyy-MM-dd`; values of the latest five days come from the service.
    case archive(day: String)
  }

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ averaging: AveragingPeriod
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate, .area],
      parameters: [
        .pm25, .pm10, .pm1, .no2, .o3, .so2, .co, .no, .nox, .bc, .ch4, .co2, .nh3, .h2s, .temperature,
        .humidity, .surfacePressure, .windSpeed, .windDirection,
      ], kinds: [.observation], timeConvention: averaging == .instant ? .instant : .end, averaging: averaging,
      cadence: .seconds(3600), latency: .seconds(5400), statesRights: true)
  }

  /// The declaration of OpenAQ's offers and rights.
  public static let descriptor = SourceDescriptor(
    id: "openaq", name: "OpenAQ",
    summary: "Reference stations of more than a hundred countries, as they report to OpenAQ.",
    offers: [
      offer([.current, .history, .stations], .oneHour), offer([.current], .minutes(30)),
      offer([.current], .minutes(15)), offer([.current], .instant), offer([.current], .day),
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(
      windows: [.init(60, perSeconds: 60), .init(2000, perSeconds: 3600)],
      budgets: ["archive": [.init(600, perSeconds: 60)]]),
    options: [
      .key("Your own key from explore.openaq.org."),
      .init(
        "lowCost", summary: "Whether to include low-cost sensors: true or false.",
        defaultValue: "false"),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [openAQ],
    rights: AirRights(terms: "https://docs.openaq.org/about/terms"),
    endpoints: [.init("https://api.openaq.org"), .init("https://openaq-data-archive.s3.amazonaws.com")],
    sentinels: [-999, -9999],
    parameterNames: ["relativehumidity": .humidity, "pressure": .surfacePressure],
    unitNames: ["c": .celsius, "f": .fahrenheit],
    testPlaces: .points((50.08, 14.42)))

  static let openAQ = AirAttribution("OpenAQ", link: "https://openaq.org/")

  /// This instance's declaration.
  public let descriptor: SourceDescriptor
  private let apiKey: AirSecret
  private let base: String
  private let includesLowCost: Bool
  let archive: String
  /// Decompresses gzip; nil if the archive isn't read.
  let decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])?

  /// Creates an adapter with the user's key.
  ///
  /// - Parameters:
  ///   - apiKey: The key.
  ///   - includesLowCost: Whether low-cost sensors are asked about, too, rather than only reference stations.
  ///   - baseURL: Another address of the service, without `/v3`, and of the archive.
  ///   - decompress: Decompresses gzip. With it, values older than five days are read from the open archive, whose files need
  ///     no key and don't count against limits; without it, from the service.
  public init(
    apiKey: AirSecret, includesLowCost: Bool = false, baseURL: String? = nil,
    decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])? = nil
  ) {
    self.apiKey = apiKey
    self.includesLowCost = includesLowCost
    self.decompress = decompress
    archive = baseURL ?? "https://openaq-data-archive.s3.amazonaws.com"
    base = baseURL ?? "https://api.openaq.org"
    var descriptor = Self.descriptor
    if includesLowCost { descriptor.siteKinds = [.referenceStation, .lowCostSensor] }
    if let baseURL { descriptor.endpoints = [SourceDescriptor.Endpoint(configured: baseURL)] }
    self.descriptor = descriptor
  }

  /// The nearest station with recent values, whose latest values take one request.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the licences, which the stations name by number.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("licenses", .licences, keepsFor: .days(7))]
  }

  func call(
    _ path: String, _ step: Step, _ items: [(name: String, value: String)] = [],
    about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: TransportRequest.Keeping = .untilNextValue
  ) -> HTTPCall<Step> {
    let request = TransportRequest(
      base: base, path: "/v3/\(path)", query: items,
      headers: [TransportRequest.Header("X-API-Key", secret: apiKey)])
    let page = TransportRequest.Page(size: 1000, as: .number("page", size: "limit"))
    return HTTPCall(request, step: step, about: site, keepsFor: keeping, page: page)
  }

  /// Returns the call for the list of stations around a point, within 25 km at most, or those for a box.
  private func stations(near place: AirQuery.Place?, within radius: Double?, _ step: Step) -> Calls {
    let reach = radius ?? 25_000
    let kind: [(name: String, value: String)] = includesLowCost ? [] : [("monitor", "true")]
    func list(_ area: [(name: String, value: String)]) -> HTTPCall<Step> {
      call("locations", step, area + kind, keepsFor: .days(1))
    }
    if case .near(let point)? = place, reach <= 25_000 {
      let metres = Coordinate.text(degrees: max(1, reach.rounded()))
      return [list([("coordinates", [point.latitude, point.longitude].degrees), ("radius", metres)])]
    }
    let boxes = place?.boundingBox(radius: reach)?.parts ?? []
    return boxes.map { list([("bbox", [$0.west, $0.south, $0.east, $0.north].degrees)]) }
  }

  /// Reads a day that the archive doesn't have as a day without values.
  public func verdict(on reply: HTTPReply<Step>) -> TransportResponse.Verdict {
    if case .archive(let day) = reply.step, reply.response.isMissingFile {
      return .nothing(AirNote(.nothingNear, "OpenAQ's archive has no file for \(day)."))
    }
    return verdict(on: reply.response)
  }

  /// Reads any list, each row by its own members; a file of the archive; or a refusal.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    if case .archive = reply.step {
      try read(archive: reply, &report)
      return []
    }
    let line = String(decoding: reply.body.prefix(400), as: UTF8.self).prefix { !$0.isNewline }
    if line.contains("location_id"), line.contains("datetime"), !line.contains("{") {
      try report.read(csv: reply.body, .openAQArchive, timeConvention: .end, averaging: .instant)
      return []
    }
    let body: AQJSON
    do { body = try reply.json() } catch { throw Self.refusal(of: reply.body) ?? error }
    guard let list = body["results"].ifPresent else { throw Self.refusal(in: body) }
    let results = list.kind == .object ? [list] : try list.array()
    // The total is a number, or a string such as ">1000"; then a page that isn't full is the last one.
    let nextPage = reply.nextPage(received: results.count, of: body["meta"]["found"].intValue)
    if results.isEmpty, reply.isFirstPage { report.note(.nothingNear, "OpenAQ has nothing there.") }
    if case .licences = reply.step {
      let rights = try report.each(results) { row, _ in (try row.require("id").int(), row.rights) }
      let step = Step.stations(.init(rights) { a, _ in a })
      return stations(near: reply.query.places.first, within: reply.query.radius, step)
    }
    let calls = try read(rows: results, reply, into: &report)
    return nextPage + (reply.query.detail == .values ? calls : [])
  }
}

extension AQModule where Self == HTTPModule<OpenAQStations> {
  /// Registers OpenAQ's stations, with the user's own key, without its archive.
  public static var openAQ: Self { openAQ(decompress: nil) }

  /// Registers OpenAQ's stations, with the user's own key, and its archive for values older than five days.
  ///
  /// - Parameter decompress: Decompresses gzip, the format of the archive's files.
  public static func openAQ(decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])?) -> Self {
    Self(countedBy: "apiKey", formats: [.openAQ]) {
      OpenAQStations(
        apiKey: $0.secret("apiKey") ?? "", includesLowCost: try $0.bool("lowCost") ?? false,
        baseURL: $0["baseURL"], decompress: decompress)
    }
  }
}
