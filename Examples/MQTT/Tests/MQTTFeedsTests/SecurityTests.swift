import AQKit
import Foundation
import Testing

@testable import MQTTFeeds

/// TLS and credentials, tried on a real broker with certificates that are made on the spot.
@Suite(.enabled(if: Broker.isInstalled), .timeLimit(.minutes(10))) struct SecurityTests {
  /// An authority, and a certificate for a name or address.
  private static func certificates(for name: String, in folder: URL) async throws {
    func file(_ name: String) -> String { folder.appending(path: name).path }
    try "subjectAltName=\(name)".write(
      toFile: file("names"), atomically: true, encoding: .utf8)
    for (authority, key) in [("ca", "ca.key"), ("other", "other.key")] {
      try await Broker.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(authority)",
          "-keyout",
          file(key), "-out", file("\(authority).pem"),
        ])
    }
    try await Broker.run(
      "openssl",
      [
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker", "-keyout", file("broker.key"), "-out",
        file("broker.csr"),
      ])
    try await Broker.run(
      "openssl",
      [
        "x509", "-req", "-in", file("broker.csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"),
        "-CAcreateserial", "-days", "2", "-extfile", file("names"), "-out", file("broker.pem"),
      ])
  }

  private static func secured(for name: String = "IP:127.0.0.1") async throws -> Broker {
    let folder = try Broker.newFolder()
    try await certificates(for: name, in: folder)
    return try await Broker(
      """
      allow_anonymous true
      certfile FOLDER/broker.pem
      keyfile FOLDER/broker.key
      """, in: folder)
  }

  private func connect(_ broker: Broker, trusting file: String?) async throws -> any FeedConnection {
    let certificates = try file.map {
      try String(contentsOf: broker.folder.appending(path: $0), encoding: .utf8)
    }
    return try await MQTTFeedConnector(["air/#"]).connect(
      to: FeedEndpoint(url: "mqtts://127.0.0.1:\(broker.port)", trustedCertificates: certificates))
  }

  @Test("a broker with a certificate of a private authority is trusted by clients that name it")
  func trusted() async throws {
    let broker = try await Self.secured()
    let connection = try await connect(broker, trusting: "ca.pem")
    // More than one TLS record, and more than one read.
    let long = String(repeating: "x", count: 100_000)
    try await broker.publish("air/kitchen", long, ["--cafile", broker.folder.appending(path: "ca.pem").path])
    #expect(try await connection.receive(1).map(\.bytes.count) == [100_000])
    await connection.close(.normal)
  }

  @Test(
    "another authority, the system's, and another name are refused", arguments: ["other.pem", nil, "name"])
  func untrusted(file: String?) async throws {
    let broker = try await Self.secured(for: file == "name" ? "IP:127.0.0.2" : "IP:127.0.0.1")
    let error = await #expect(throws: AQError.self) {
      _ = try await self.connect(broker, trusting: file == "name" ? "ca.pem" : file)
    }
    #expect(error?.code == .untrusted)
  }

  @Test("invalid certificates, and a port without TLS, have their own errors")
  func faults() async throws {
    let broker = try await Broker()
    try "no certificate".write(to: broker.folder.appending(path: "none"), atomically: true, encoding: .utf8)
    let none = await #expect(throws: AQError.self) { _ = try await self.connect(broker, trusting: "none") }
    #expect(none?.code == .notConfigured)
    let plain = await #expect(throws: AQError.self) { _ = try await self.connect(broker, trusting: nil) }
    #expect([.unreachable, .malformed].contains(plain?.code))
  }

  @Test("no file with certificates is left in the temporary folder")
  func files() async throws {
    let broker = try await Self.secured()
    _ = try await connect(broker, trusting: "ca.pem")
    // Another test may be connecting at this moment.
    try await eventually {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: FileManager.default.temporaryDirectory.path)
      return !files.contains { $0.hasPrefix("aqkit-") && $0.hasSuffix(".pem") }
    }
  }

  @Test("the right password works, a wrong or missing one is refused permanently, and no text shows either")
  func passwords() async throws {
    let folder = try Broker.newFolder()
    let file = folder.appending(path: "passwords").path
    try await Broker.run("mosquitto_passwd", ["-b", "-c", file, "margaret", "correct-horse"])
    let broker = try await Broker("allow_anonymous false\npassword_file FOLDER/passwords", in: folder)
    func connector(_ password: AirSecret?) -> MQTTFeedConnector {
      MQTTFeedConnector(
        ["air/#"], credentials: password.map { .init(user: "margaret", password: $0) })
    }
    let endpoint = FeedEndpoint(url: broker.url)
    _ = try await connector("correct-horse").connect(to: endpoint)
    for password in ["wrong-horse", nil] as [AirSecret?] {
      let error = await #expect(throws: AQError.self) {
        _ = try await connector(password).connect(to: endpoint)
      }
      #expect(error?.code == .unauthorized)
      var text = ""
      dump(connector(password), to: &text)
      if let error { dump(error, to: &text) }
      text += "\(connector(password)) \(String(reflecting: connector(password))) \(error?.message ?? "")"
      #expect(!text.contains("margaret") && !text.contains("horse"))
    }
  }
}
