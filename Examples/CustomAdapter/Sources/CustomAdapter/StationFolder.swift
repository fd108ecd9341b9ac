public import AQKit
public import Foundation

/// A folder with a CSV file for each station, such as `1017.csv`, with a row for each hour.
public struct StationFolder: AirDataSource {
  /// The declaration of what the folder offers.
  public let descriptor = SourceDescriptor(
    id: "station-folder", name: "Stations of a folder", summary: "Hourly means from CSV files.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .history], placeKinds: [.coordinate, .site, .area],
        parameters: [.pm25, .no2],
        kinds: [.observation], timeConvention: .start, averaging: .oneHour, cadence: .seconds(3600))
    ], precedence: 300, siteKinds: [.referenceStation], attribution: [AirAttribution("City of Brno")],
    rights: .own, testPlaces: [.site("1017")])

  private let folder: URL
  private let clock: any AQClock

  /// Creates a source over a folder.
  public init(_ folder: URL, clock: any AQClock = AQSystemClock()) {
    self.folder = folder
    self.clock = clock
  }

  /// Reads all files and leaves out values outside the query.
  public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await response(to: query, clock: clock) { _, report in
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "csv" {
        let text = try Data(contentsOf: file)
        let rows = try PayloadFormat.csv(Self.layout).decode(
          [UInt8](text), PayloadFormat.Context(receivedAt: report.receivedAt))
        for station in rows.reports { report.merge(station) }
        for note in rows.notes { report.note(note) }
      }
    }
  }

  private static var layout: PayloadFormat.CSVLayout {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "time",
      columns: [
        PayloadFormat.CSVLayout.ValueColumn("pm25", .pm25, unit: .microgramsPerCubicMetre),
        PayloadFormat.CSVLayout.ValueColumn("no2", .no2, unit: .microgramsPerCubicMetre),
      ])
    layout.source = "station-folder"
    layout.siteID = "station"
    layout.latitude = "latitude"
    layout.longitude = "longitude"
    layout.timeConvention = .start
    layout.averaging = .oneHour
    return layout
  }
}
