import AQKit
import Foundation
import Testing

/// A recorded or shaped reply in `Payloads`.
enum Payload {
  /// A moment after the times of all payloads: an observation of later than its receipt would be refused.
  static let receivedAt = AirTime(secondsSince1970: 1_796_083_200)  // 2026-12-01T00:00:00Z

  /// The bytes of a file, such as `airnow/error_401.json`.
  static func bytes(_ path: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.resourceURL)
    return Array(try Data(contentsOf: folder.appendingPathComponent("Payloads/\(path)")))
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  /// The response that a format makes of a file.
  static func response(_ path: String, _ format: PayloadFormat, at receivedAt: AirTime) throws -> AirResponse
  {
    try format.decode(bytes(path), PayloadFormat.Context(receivedAt: receivedAt))
  }
}
