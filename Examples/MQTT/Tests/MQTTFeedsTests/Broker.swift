import AQKit
import Foundation

@testable import MQTTFeeds

/// A broker on loopback, in a separate folder, started as a child process and killed when released.
final class Broker: @unchecked Sendable {
  // Used by one test, one call after another.
  let folder: URL
  let port: Int
  private let settings: String
  private var process: Process?

  /// Whether there is a broker and a publisher here.
  static var isInstalled: Bool { path(of: "mosquitto") != nil && path(of: "mosquitto_pub") != nil }

  static func path(of program: String) -> String? {
    ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/homebrew/sbin"]
      .map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a broker with further settings, in which `FOLDER` means its folder.
  init(_ settings: String = "allow_anonymous true", in folder: URL? = nil) async throws {
    self.folder = try folder ?? Self.newFolder()
    port = try Self.freePort()
    self.settings = settings
    try await start()
  }

  deinit {
    send(SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  static func newFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aqkit-mqtt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  var url: String { "mqtt://127.0.0.1:\(port)" }
  var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

  func start() async throws {
    let configuration = """
      listener \(port) 127.0.0.1
      log_dest file \(folder.path)/log
      log_type all
      user \(NSUserName())
      \(settings.replacingOccurrences(of: "FOLDER", with: folder.path))

      """
    let file = folder.appending(path: "conf")
    try configuration.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path(of: "mosquitto") ?? "")
    process.arguments = ["-c", file.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    try await eventually { Self.listens(self.port) }
  }

  /// Sends a signal; SIGKILL ends it for good.
  func send(_ signal: Int32) {
    guard let process else { return }
    kill(process.processIdentifier, signal)
    if signal == SIGKILL {
      process.waitUntilExit()
      self.process = nil
    }
  }

  /// Publishes as another client does, and returns once the broker has it.
  func publish(
    _ topic: String, _ payload: String, retained: Bool = false, quality: Int = 1, _ more: [String] = []
  ) async throws {
    try payload.write(to: folder.appending(path: "payload"), atomically: true, encoding: .utf8)
    try await Self.run(
      "mosquitto_pub",
      [
        "-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-q", "\(quality)", "-f",
        folder.appending(path: "payload").path,
      ] + (retained ? ["-r"] : []) + more)
  }

  /// Runs a program of the system; throws if it fails.
  static func run(_ program: String, _ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    guard status == 0 else { throw Failure(text: "\(program) ended with \(status).") }
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  struct Failure: Error { let text: String }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(text: "There is no free port.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func listens(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}

/// Waits until a condition holds, five minutes at most, which only a hang takes.
func eventually(_ what: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(300)
  while try !what() {
    guard ContinuousClock.now < deadline else { throw Broker.Failure(text: "It didn't happen.") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

extension FeedConnection {
  /// Receives until a number of messages has come.
  func receive(_ count: Int) async throws -> [FeedMessage] {
    var messages: [FeedMessage] = []
    while messages.count < count { messages += try await receive() ?? [] }
    return messages
  }
}

extension FeedMessage {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
