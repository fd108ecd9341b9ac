import AQKit

/// An adapter for tests: asks `GET /?p=<places>` and reads lines of `place value`, with the faults that a test asks for.
struct TextAdapter: HTTPAdapter {
  static var descriptor: SourceDescriptor { .sample("text") }

  var descriptor: SourceDescriptor
  /// Whether each place needs a separate call.
  var callsPerPlace = false
  var onRequest: @Sendable (inout TransportRequest) -> Void = { _ in }
  var onCalls: @Sendable (AirQuery) throws -> Void = { _ in }
  var onDecode: @Sendable (HTTPReply<Int>, inout ReportBuilder) throws -> [HTTPCall<Int>] = { _, _ in [] }

  init(_ descriptor: SourceDescriptor = .sample("text")) { self.descriptor = descriptor }

  /// A request that names the places as the query does: latitudes, names or identifiers.
  static func request(_ places: [AirQuery.Place], page: Int = 0) -> TransportRequest {
    let names = places.map { place in
      switch place {
      case .near(let coordinate): "\(Int(coordinate.latitude * 10))"
      case .city(let name): name
      case .site(let id): id
      case .area: "box"
      }
    }
    return TransportRequest(
      base: "http://text.test", path: "/",
      query: [("p", names.joined(separator: ",")), ("page", "\(page)")])
  }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Int>] {
    try onCalls(query)
    guard callsPerPlace else {
      var request = Self.request(query.places)
      onRequest(&request)
      return [HTTPCall(request, step: 0)]
    }
    return query.places.indices.map {
      HTTPCall(Self.request([query.places[$0]]), step: $0, places: [$0])
    }
  }

  func decode(_ reply: HTTPReply<Int>, into report: inout ReportBuilder) throws -> [HTTPCall<Int>] {
    let text = String(decoding: reply.body, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let place = Int(words[0]), let value = Double(words[1]) else {
        throw AQError(.malformed, "A line can't be read.")
      }
      let site = report.site(
        AirSite(name: "n\(value)", kind: .modelCell), place: callsPerPlace ? reply.step : place)
      report.add(.pm25, value, unit: "µg/m³", at: .time(.noon), to: site)
    }
    return try onDecode(reply, &report)
  }
}

extension TransportRequest {
  /// The places that a request of a `TextAdapter` names.
  var askedPlaces: [String] {
    let items = url.split(separator: "?").last?.split(separator: "&") ?? []
    let list = items.first { $0.hasPrefix("p=") }?.dropFirst(2) ?? ""
    return list.split(separator: ",").map(String.init)
  }

  /// A reply with a value for each place: its number in the request, and the latitude in tenths as the value.
  var reply: TransportResponse {
    TransportResponse(
      status: 200,
      text: askedPlaces.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: "\n"))
  }
}

extension AirQuery {
  /// A query about places at latitudes of some tenths of a degree.
  static func tenths(_ tenths: some Sequence<Int>) throws -> AirQuery {
    AirQuery(places: try tenths.map { .near(try Coordinate(Double($0) / 10, 7)) })
  }
}
