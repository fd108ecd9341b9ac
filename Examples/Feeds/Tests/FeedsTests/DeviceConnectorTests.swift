import AQKit
import AQKitSocketFeed
import AQKitTesting
import Foundation
import Testing

@testable import Feeds

/// A connector in one file, tested on a named pipe instead of a serial port.
@Suite(.timeLimit(.minutes(10))) struct DeviceConnectorTests {
  private let connector = DeviceConnector(framing: PlantowerFeed.framing)

  /// Runs a body with a pipe.
  private func withDevice(_ body: (String, FileHandle) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path
    #expect(mkfifo(path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let descriptor = open(path, O_RDWR | O_NONBLOCK)
    try await body(path, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  @Test("packets are read from a device, and broken bytes between them are counted")
  func receives() async throws {
    try await withDevice { path, device in
      let connection = try await connector.connect(to: FeedEndpoint(url: "file://\(path)"))
      try device.write(contentsOf: Data(Packet.broken + Packet.whole.dropFirst(2)))
      let first = try #require(try await connection.receive())
      #expect(first == [FeedMessage(.binary, Packet.whole)] && connection.skippedBytes == 30)
      try device.write(contentsOf: Data(Packet.whole.prefix(10)))
      async let second = connection.receive()
      try device.write(contentsOf: Data(Packet.whole.dropFirst(10)))
      #expect(try await second == first)
      await connection.close(.normal)
      #expect(try await connection.receive() == nil)
    }
  }

  @Test("a source of decoder, framing and connector returns reports")
  func source() async throws {
    try await withDevice { path, device in
      try device.write(contentsOf: Data(Packet.whole))
      let feed = PlantowerFeed(sensor: AirSite(id: "pms", kind: .lowCostSensor))
      let source = FeedSource(feed, at: FeedEndpoint(url: "file://\(path)"), through: connector)
      let response = try await source.fetch(AirQuery(places: [.site("pms")]))
      #expect(response.reports.first?[.pm25]?.values == [5])
    }
  }

  @Test("cancelling ends the wait and closes the device")
  func cancel() async throws {
    try await withDevice { path, _ in
      let connection = try await connector.connect(to: FeedEndpoint(url: "file://\(path)"))
      let task = Task { try await connection.receive() }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(try await connection.receive() == nil)
    }
  }

  @Test("a missing device, and an invalid address, are errors")
  func errors() async throws {
    for (url, code) in [
      ("file:///dev/no-such-device", AQError.Code.unreachable), ("tcp://x:1", .invalidRequest),
    ] {
      let error = await #expect(throws: AQError.self) {
        _ = try await connector.connect(to: FeedEndpoint(url: url))
      }
      #expect(error?.code == code)
    }
  }
}
