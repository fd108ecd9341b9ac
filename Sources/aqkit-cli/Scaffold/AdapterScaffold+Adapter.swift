extension AdapterScaffold {
  /// The adapter: of a service that lists stations with their newest values, which is where most begin.
  var adapterText: String {
    #"""
    import AQKit

    /// TODO: what the service is, and where it is documented.
    public struct \#(name): HTTPAdapter {
      /// What the service offers, needs and allows. The contract says what is still missing.
      public static let descriptor = SourceDescriptor(
        id: "\#(identifier)", name: "\#(name)",
        summary: "",  // TODO: one sentence on what the source is.
        offers: [
          Offer(
            // TODO: what can be asked, what the time stamps mean, and how often there are new values.
            capabilities: [.current, .stations], placeKinds: [.coordinate, .site, .area],
            parameters: [.pm25, .no2], kinds: [.observation], timeConvention: .end, averaging: .oneHour,
            cadence: .seconds(3600), latency: .seconds(1800))
        ],
        precedence: 300,  // By convention: reference stations 300, low-cost sensors 200, models 100.
        siteKinds: [.referenceStation],
        limits: Limits(placesPerRequest: 1000),  // TODO: how often and how much may be asked.
        attribution: [Attribution("")],  // TODO: what the licence asks to be shown.
        rights: .unknown,  // TODO: what the licence allows, or Rights(terms: "https://…").
        endpoints: [Endpoint("https://api.example.org")],  // TODO: the address.
        testPlaces: .points((52.52, 13.41)))  // TODO: a place with data.

      /// Makes an adapter.
      public init() {}

      /// The requests for a query. TODO: path and query items; a key is `TransportHeader("X-Key", secret: key)`.
      public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
        [HTTPCall(TransportRequest(base: "https://api.example.org", path: "/v1/stations", query: []))]
      }

      /// Reads an answer. TODO: the members as the service names them.
      public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
        try report.each(reply.json().require("stations").elements) { station, report in
          // Which of the stations were asked about, the core finds by their coordinates and identifiers.
          let site = report.site(
            Site(
              id: try station.require("id").string(acceptingNumber: true), name: station["name"].string,
              coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
          let time = TimeStamp.text(try station.require("time").string())
          report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
          report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
        }
        return []
      }
    }

    """#
  }

  /// The module that installs it.
  var moduleText: String {
    """
    import AQKit

    /// Registers the source: `try container.install(.\(memberName))`.
    public struct \(name)Module: AQModule {
      /// Registers the source. It is made when it is first asked, of the container's transport and clock.
      public func install(into container: inout AQContainer) throws {
        let descriptor = \(name).descriptor
        try container.register(descriptor) { container, options in
          try HTTPSource(
            \(name)(), transport: container.transport(for: descriptor), clock: container[.clock])
        }
      }
    }

    extension AQModule where Self == \(name)Module {
      /// The source \(name).
      public static var \(memberName): \(name)Module { \(name)Module() }
    }

    """
  }

  /// The name with its first word in lower case: `cityAir`, `ubaStations`.
  private var memberName: String {
    let words = identifier.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (words.prefix(1).map(String.init) + rest).joined()
  }
}
