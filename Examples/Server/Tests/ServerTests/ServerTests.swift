import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitStorage
import AQKitTesting
import AirServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@Suite("The server") struct ServerTests {
  private let service = OpenMeteoStandIn()

  private func application() throws -> some ApplicationProtocol {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let container = try AQContainer().setting(.httpTransport, to: service).installing(.openMeteo(.airQuality))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try AirServer(container, storage: AirStorage(folder: folder), logger: logger)
      .application(host: "127.0.0.1", port: 0, logger: logger)
  }

  @Test("tells the air at a place as JSON, with values, index and credit")
  func air() async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      #expect(response.status == .ok)
      let air = try AQJSON(parsing: Array(response.body.readableBytesView))
      #expect(try !air["values"].elements.isEmpty)
      #expect(air["index"]["value"].kind == .object)
      #expect(air["credit"].asString?.contains("Open-Meteo") == true)
    }
  }

  @Test(
    "answers a wrong place with 400 and says how to write one",
    arguments: ["/air", "/air?lat=91&lon=0", "/air?lat=x&lon=0", "/events?lat=1"])
  func wrongPlace(uri: String) async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: uri, method: .get)
      #expect(response.status == .badRequest)
    }
  }

  @Test("asks its source once for the same place")
  func once() async throws {
    try await application().test(.live) { client in
      for _ in 0..<3 { _ = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get) }
    }
    #expect(service.requests.count == 1)
  }

  @Test("answers with the failure of a source instead of an error of its own")
  func failure() async throws {
    service.always(.unreachable)
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      let air = try AQJSON(parsing: Array(response.body.readableBytesView))
      #expect(air["failures"]["open-meteo"].asString != nil)
    }
  }

  @Test("serves the page, which loads nothing from elsewhere")
  func page() async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/", method: .get)
      #expect(String(buffer: response.body).contains("EventSource"))
      #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    }
  }
}
