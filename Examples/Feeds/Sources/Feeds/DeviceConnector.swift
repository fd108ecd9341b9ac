import AQKit
import AQKitSocketFeed
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A sensor at a serial port of this machine, `file:///dev/ttyUSB0`: a complete custom connector in one file.
struct DeviceConnector: FeedConnector {
  /// Separates the messages of the stream.
  let framing: any FeedFraming

  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    guard endpoint.url.hasPrefix("file:///") else {
      throw AQError(.invalidRequest, "A device's address begins with file:///.")
    }
    let descriptor = open(String(endpoint.url.dropFirst(7)), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AQError(.unreachable, "The device can't be opened.") }
    var settings = termios()
    if tcgetattr(descriptor, &settings) == 0 {
      // Raw bytes, 9600 8N1.
      cfmakeraw(&settings)
      cfsetispeed(&settings, speed_t(B9600))
      tcsetattr(descriptor, TCSANOW, &settings)
    }
    return DeviceConnection(descriptor, framing, limit: endpoint.maximumMessageSize)
  }
}

private final class DeviceConnection: FeedConnection {
  private let state: Mutex<DeviceStream>
  private let limit: Int

  init(_ descriptor: Int32, _ framing: any FeedFraming, limit: Int) {
    state = Mutex(DeviceStream(descriptor: descriptor, framing: framing))
    self.limit = limit
  }

  deinit { end() }

  var skippedBytes: Int { state.withLock { $0.skipped } }

  func receive() async throws -> [FeedMessage]? {
    while true {
      let (messages, isOpen) = try state.withLock { try $0.read(limit) }
      if !messages.isEmpty { return messages }
      guard isOpen else { return nil }
      // A sensor sends about once a second; reading stops while no task receives, so the system's buffer is the bound.
      do { try await Task.sleep(for: .milliseconds(20)) } catch {
        end()
        throw error
      }
    }
  }

  func send(_ message: FeedMessage) async throws {
    throw AQError(.unsupported, "Nothing can be sent to the device.")
  }

  func ping() async throws {}

  func close(_ code: FeedMessage.Closure.Code) async { end() }

  private func end() {
    let descriptor = state.withLock { $0.descriptor.take() }
    if let descriptor { _ = Self.close(descriptor) }
  }

  /// The system's function, whose name the method above has too.
  private static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }
}

/// The bytes read from a device and not yet handed out.
private struct DeviceStream {
  var descriptor: Int32?
  var framing: any FeedFraming
  var waiting: [UInt8] = []
  var skipped = 0

  /// Reads the available bytes, and tells whether more can come.
  mutating func read(_ limit: Int) throws -> (messages: [FeedMessage], isOpen: Bool) {
    guard let descriptor else { return ([], false) }
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = piece.withUnsafeMutableBytes { buffer in
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
    if count < 0, errno != EAGAIN, errno != EINTR {
      throw AQError(.unreachable, "The device can't be read any more.")
    }
    waiting += piece.prefix(max(0, count))
    var messages: [FeedMessage] = []
    while !waiting.isEmpty {
      switch try framing.next(in: waiting[...]) {
      case .message(let message, let length):
        messages.append(message)
        waiting.removeFirst(length)
      case .separator(let length): waiting.removeFirst(length)
      case .broken(let length):
        skipped += length
        waiting.removeFirst(length)
      case .incomplete:
        guard waiting.count <= limit else { throw AQError(.tooLarge, "A message of the device has no end.") }
        return (messages, count != 0)
      }
    }
    return (messages, count != 0)
  }
}
