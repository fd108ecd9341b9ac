import AQKit
import LoopbackServers

/// The error of a request that must fail with an `AQError`.
func transportError(of request: TransportRequest, through transport: any HTTPTransport) async throws
  -> AQError
{
  do {
    let response = try await transport.send(request)
    throw UnexpectedResponse(response: response)
  } catch let error as AQError {
    return error
  }
}

extension TransportRequest {
  /// A GET that only a hang ends, however busy the machine is.
  static func patient(url: String, maximumBodySize: Int = 32 << 20) -> TransportRequest {
    TransportRequest(
      url: url, timeouts: Timeouts(idle: .hangGuard, total: .hangGuard), maximumBodySize: maximumBodySize)
  }
}

/// A request that was to fail got a response.
struct UnexpectedResponse: Error, CustomStringConvertible {
  let response: TransportResponse
  var description: String { "responded with \(response)" }
}

/// Compressed bodies.
enum GzipSample {
  /// The content of ``compressed``.
  static let text =
    #"{"latitude":49.2,"hourly":{"pm2_5":[\#(Array(repeating: "12.5", count: 20).joined(separator: ","))]}}"#

  /// ``text`` in gzip, 66 bytes for 136.
  static let compressed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0xCA, 0x49, 0x2C, 0xC9, 0x2C,
    0x29, 0x4D, 0x49, 0x55, 0xB2, 0x32, 0xB1, 0xD4, 0x33, 0xD2, 0x51, 0xCA, 0xC8, 0x2F, 0x2D, 0xCA, 0xA9,
    0x54, 0xB2, 0xAA, 0x56, 0x2A, 0xC8, 0x35, 0x8A, 0x37, 0x55, 0xB2, 0x8A, 0x36, 0x34, 0xD2, 0x33, 0xD5,
    0xA1, 0x2D, 0x11, 0x5B, 0x5B, 0x0B, 0x00, 0x95, 0x48, 0xED, 0x92, 0x8A, 0x00, 0x00, 0x00,
  ]

  /// The beginning of a gzip body of zeros, on a block boundary.
  static let bombHead: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x32, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF,
  ]

  /// A deflate block that can follow ``bombHead`` any number of times: 1 MiB of zeros in 1038 bytes.
  static let bombBlock: [UInt8] =
    [
      0xEC, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0x4A, 0xEB, 0x9F, 0xCE, 0x10, 0xBE, 0x40, 0x01,
    ] + Array(repeating: 0, count: 1015) + [0x7C, 0x06, 0x00, 0x00, 0xFF, 0xFF]

  /// A gzip body of zeros that swells a thousandfold and never ends, sent faster than it can be inflated.
  static let endlessBomb = LoopbackReply(steps: [
    .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .bytes(bombHead),
    .repeating(Array(repeatElement(bombBlock, count: 1024).joined()), times: 1 << 10),
  ])
}
