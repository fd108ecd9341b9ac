import AQKitFixtures
import Foundation

/// A folder of recordings for one test; gone with it.
final class TemporaryFolder: Sendable {
  let path: String
  var folder: FixtureFolder { FixtureFolder(path: path) }

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// A manifest whose entries are given as JSON text.
  static func manifest(_ entries: String...) -> String {
    "{\"schema\":1,\"recordings\":[\(entries.joined(separator: ","))]}"
  }
}

/// A report in AQKit's schema with hourly values that end at noon of 2026-05-01.
func reportText(
  name: String = "Here", id: String? = nil, at point: (Double, Double)? = (50, 15),
  parameter: String = "pm25",
  values: [Double?] = [1, 2, 3], kind: String = "observation"
) -> String {
  let start = ["12:00", "11:00", "10:00", "09:00", "08:00"][min(4, max(0, values.count - 1))]
  let coordinate = point.map { ",\"coordinate\":{\"latitude\":\($0.0),\"longitude\":\($0.1)}" } ?? ""
  let list = values.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",")
  return """
    {"schema":1,"source":"original","site":{\(id.map { "\"id\":\"\($0)\"," } ?? "")"name":"\(name)"\(coordinate),\
    "kind":"reference station"},"kind":"\(kind)","receivedAt":"2020-01-01T00:00:00Z",\
    "attribution":[{"text":"Its Maker"}],"rights":{"commercialUse":"allowed","redistribution":"unknown",\
    "caching":"unknown","modification":"unknown","shareAlike":false,"attributionRequired":true},\
    "series":[{"parameter":"\(parameter)","unit":"µg/m³","averaging":"instant",\
    "timeline":{"start":"2026-05-01T\(start):00Z","step":"PT1H","length":"PT0S","count":\(values.count)},\
    "values":[\(list)]}]}
    """
}
