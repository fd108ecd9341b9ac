import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Synchronization

/// The queries and responses of the storage's tests.
enum Sample {
  /// The moment that a manual clock shows.
  static let noon = AirTime(secondsSince1970: 1_790_856_000)
  static let query = AirQuery(places: [.site("berlin")], parameters: [.pm25])
  static let otherQuery = AirQuery(places: [.site("munich")], parameters: [.pm25])

  static func descriptor(_ id: SourceID = "sample", caching: AirRights.Permission = .unknown)
    -> SourceDescriptor
  {
    SourceDescriptor(
      id: id, name: "Sample",
      offers: [
        SourceDescriptor.Offer(
          capabilities: [.current], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
          timeConvention: .start, averaging: .oneHour, cadence: .seconds(3600))
      ], rights: AirRights(caching: caching))
  }

  /// Values of the hours that end at a moment, with a gap and a flag, and a note.
  static func response(
    _ value: Double = 12.5, at time: AirTime = noon, count: Int = 3,
    caching: AirRights.Permission = .unknown, origin: AirOrigin? = nil, name: String? = "Mitte – “A”"
  ) throws -> AirResponse {
    var values = Array(repeating: value, count: count)
    values[0] = .nan
    var flags = Array(repeating: Set<AirReading.QualityFlag>(), count: count)
    flags[count - 1] = [.provisional]
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: time - .seconds(3600 * count), step: .seconds(3600), length: .seconds(3600), count: count),
      values: values, flags: flags, origin: origin)
    let site = AirSite(
      id: "b1", name: name, coordinate: try Coordinate(52.5163, 13.3777), kind: .referenceStation)
    return AirResponse(
      reports: [
        AirReport(
          source: "sample", site: site, kind: .observation, series: [series], receivedAt: time,
          attribution: [AirAttribution("Sample data", link: "https://air.example.org")],
          rights: AirRights(caching: caching), places: [0])
      ], notes: [AirNote(.refused, "Refused: a sentinel.", parameters: [.pm25], places: [0], count: 2)])
  }

  static func stored(_ value: Double = 12.5, at time: AirTime = noon, count: Int = 3, name: String? = nil)
    throws -> AirResponse.Stored
  {
    AirResponse.Stored(try response(value, at: time, count: count, name: name), storedAt: time)
  }
}

extension AirResponse {
  /// The last value of the first series.
  var value: Double? { reports.first?.series.first?.values.last }
}

/// A folder that is removed with this object.
final class StoredFolder: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "aqkit-storage-\(UUID().uuidString)")
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of its files.
  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
  func bytes(of file: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: file))) }
  func write(_ bytes: [UInt8], to file: String) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(bytes).write(to: url.appending(path: file))
  }
}
