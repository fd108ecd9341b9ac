import AQKit
import AQKitDevices
import AQKitStations
import AQKitTesting
import Testing

/// Servers that repeat requests in their replies.
@Suite("Networks whose servers repeat the request") struct EchoingNetworksTests {
  private static let forms: [@Sendable (String) -> String] = [
    {
      #"{"error":true,"status":"error","data":"\#($0)","reason":"\#($0)","message":"\#($0)","detail":"\#($0)"}"#
    },
    { #"{"error":"\#($0)","description":"\#($0)","success":false}"# },
    { #"{"WebServiceError":[{"Message":"\#($0)"}]}"# }, { $0 },
  ]

  @Test("no network shows the user's coordinates or a box around them", arguments: [200, 400, 401, 500])
  func networks(status: Int) async throws {
    for form in Self.forms {
      var networks = 0
      let asked = Locked<[String]>([])
      let clock = ManualClock()
      let container = try AQContainer().setting(.clock, to: clock)
        .setting(
          .httpTransport,
          to: StubTransport { request in
            asked.withLock { $0.append(request.url) }
            return TransportResponse(
              status: status,
              text: form(
                "Not understood: " + request.url.split(separator: "?").reversed().joined(separator: " of ")))
          }
        )
        .setting(.resilience, to: .none)
        .installing(
          StationsModule(
            keys: StationKeys(airNow: "k3y-k3y", openAQ: "k3y-k3y", purpleAir: "k3y-k3y", waqi: "k3y-k3y"),
            registersAll: true))
      let hub = try AirHub(container)
      for descriptor in container.descriptors where container.isEnabled(descriptor.id) {
        let id = descriptor.id
        guard let near = descriptor.testPlaces.compactMap(\.coordinate).first else { continue }
        let here = try Coordinate(near.latitude.rounded() + 0.1234, near.longitude.rounded() + 0.3114)
        let digits = [here.latitude, here.longitude].map { String("\($0.magnitude)".prefix { $0 != "." }) }
        var texts: [String] = []
        do {
          let source = try hub.source(id)
          texts = try await clock.run {
            async let response = source.fetch(AirQuery(near: here))
            await clock.advanceUntilNobodySleeps(within: .seconds(3600))
            return try await response.notes.map(\.message)
          }
        } catch {
          texts = ["\(error) \(String(reflecting: error))"]
        }
        if !asked.withLock({ $0.isEmpty }) { networks += 1 }
        let exact = ["\(digits[0]).123", "\(digits[1]).311", "k3y-k3y"]
        for secret in exact + asked.withLock({ $0 }).flatMap(Self.decimals) {
          #expect(!texts.contains { $0.contains(secret) }, "\(id), \(status): \(secret) in \(texts)")
        }
        asked.withLock { $0 = [] }
      }
      #expect(networks > 10)
    }
  }

  /// The numbers of an address with three or more decimals.
  private static func decimals(of url: String) -> [String] {
    url.split { !$0.isNumber && $0 != "." }.map(String.init).filter {
      let parts = $0.split(separator: ".")
      return parts.count == 2 && parts[1].count >= 3
    }
  }

  @Test("a device's secret in the address never shows in an error that repeats the address")
  func secretInPath() async throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "gate", "name": "Gate",
         "options": [{"name": "token", "secret": true, "inAddress": true, "required": true}, {"name": "pin", "secret": true, "inAddress": true}],
         "request": {"path": "/api/{token}/now", "query": {"pin": "{pin}"}},
         "errors": [{"when": {"at": "error", "equals": true}, "code": "unauthorized", "message": {"at": "reason"}}],
         "readings": [{"parameter": "pm25", "at": "v", "unit": "µg/m³"}]}
        """#)
    let adapter = try MappedAdapter(
      description, options: ["baseURL": "http://10.0.0.2", "token": "T0PSECRET/TOKEN", "pin": "1234567"])
    let transport = StubTransport { request in
      TransportResponse(status: 200, text: #"{"error": true, "reason": "no such path: \#(request.url)"}"#)
    }
    let source = HTTPSource(adapter, transport: transport, clock: ManualClock())
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.message == "no such path: http://10.0.0.2/api/•••/now?pin=•••")
    #expect(adapter.credentials.count == 2)
  }
}
