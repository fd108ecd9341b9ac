import AQKit
import Foundation
import LoopbackServers
import Testing

@Suite("An HTTP transport: a body that is read while it arrives", .timeLimit(.minutes(10)))
struct TransportBodyReaderTests {
  /// The bytes that a reader has taken.
  private struct Taken {
    var begun = 0
    var count = 0
    var largest = 0
    var sum = 0
  }

  private func reader(_ taken: Locked<Taken>, failingAt limit: Int = .max) -> TransportRequest.BodyReader {
    TransportRequest.BodyReader { head in
      taken.withLock { taken in
        taken = Taken(begun: taken.begun + 1)
        #expect(head.status == 200 && head.body.isEmpty && head.header("Content-Encoding") == nil)
      }
      return { bytes in
        let count = taken.withLock { taken in
          taken.count += bytes.count
          taken.largest = max(taken.largest, bytes.count)
          return taken.count
        }
        if count > limit { throw AQError(.malformed, "Enough.") }
      }
    }
  }

  private func request(_ url: String, _ reader: TransportRequest.BodyReader, limit: Int = 1 << 30)
    -> TransportRequest
  {
    var request = TransportRequest(url: url, maximumBodySize: limit)
    request.bodyReader = reader
    return request
  }

  @Test("delivers 128 MiB in small portions and keeps nothing", arguments: TransportUnderTest.allCases)
  func large(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let block = Array(repeating: UInt8(ascii: "x"), count: 1 << 18)
    try await LoopbackHTTPServer.withServer { _ in
      LoopbackReply(steps: [
        .text("HTTP/1.1 200 OK\r\nContent-Length: \(128 << 20)\r\n\r\n"), .repeating(block, times: 512),
      ])
    } body: { server in
      let taken = Locked(Taken())
      let response = try await transport.send(request(server.url(), reader(taken)))
      let (count, largest, begun) = taken.withLock { ($0.count, $0.largest, $0.begun) }
      #expect(response.status == 200 && response.body.isEmpty)
      #expect(count == 128 << 20)
      #expect(largest <= 8 << 20)
      #expect(begun == 1)
    }
  }

  @Test(
    "counts the limit, decompresses, and reports a cut reply as it does for whole bodies",
    arguments: TransportUnderTest.allCases)
  func limits(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      switch request.path {
      case "/gzip": .encoded(GzipSample.compressed)
      case "/cut":
        LoopbackReply(steps: [.text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n123"), .close])
      case "/error": .text("No.", status: 500)
      default: .redirect(to: "/gzip")
      }
    } body: { server in
      let taken = Locked(Taken())
      let size = GzipSample.text.utf8.count
      for path in ["/gzip", "/moved"] {
        let response = try await transport.send(request(server.url(path), reader(taken), limit: size))
        #expect(response.body.isEmpty && taken.withLock { $0.count } == size)
      }
      let large = try await transportError(
        of: request(server.url("/gzip"), reader(taken), limit: size - 1), through: transport)
      #expect(large.code == .tooLarge)
      let cut = try await transportError(of: request(server.url("/cut"), reader(taken)), through: transport)
      let whole = try await transportError(of: TransportRequest(url: server.url("/cut")), through: transport)
      #expect(cut.code == whole.code && cut.retry == whole.retry)
      let refused = try await transport.send(request(server.url("/error"), reader(taken)))
      #expect(refused.status == 500 && !refused.body.isEmpty)
    }
  }

  @Test("ends the exchange when the reader throws", arguments: TransportUnderTest.allCases)
  func failingReader(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { _ in
      .endless()
    } body: { server in
      let taken = Locked(Taken())
      let error = try await transportError(
        of: request(server.url(), reader(taken, failingAt: 1 << 20)), through: transport)
      #expect(error.message == "Enough.")
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("throws the reader's own error, whatever its type", arguments: TransportUnderTest.allCases)
  func ownError(over kind: TransportUnderTest) async throws {
    struct Enough: Error {}
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/gzip" ? .encoded(GzipSample.compressed) : .text("123")
    } body: { server in
      for path in ["/plain", "/gzip"] {
        let request = request(
          server.url(path), TransportRequest.BodyReader { _ in return { _ in throw Enough() } })
        await #expect(throws: Enough.self) { try await transport.send(request) }
      }
    }
  }

  @Test("ends at once when the reader cancels the task", arguments: TransportUnderTest.allCases)
  func cancellingReader(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { _ in
      .endless()
    } body: { server in
      let known = Locked<Task<TransportResponse, any Error>?>(nil)
      let isKnown = Promise<Void>()
      let reader = TransportRequest.BodyReader { _ in
        known.withLock { $0 }?.cancel()
        return { _ in }
      }
      let request = request(server.url(), reader, limit: .max)
      let task = Task {
        try await isKnown.value()
        return try await transport.send(request)
      }
      known.withLock { $0 = task }
      isKnown.finish(.success(()))
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await server.waitForOpenConnections(0))
    }
  }

  @Test("ends at once when the task is cancelled", arguments: TransportUnderTest.allCases)
  func cancellation(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { _ in
      .endless()
    } body: { server in
      let taken = Locked(Taken())
      let request = request(server.url(), reader(taken), limit: .max)
      let task = Task { try await transport.send(request) }
      while taken.withLock({ $0.count }) == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await server.waitForOpenConnections(0))
    }
  }
}
