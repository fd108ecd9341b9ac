import AQKit
import AQKitStations

enum ValleyAir: TimeseriesServer {
  static let descriptor = SourceDescriptor.timeseries(
    "valley-air", "Valley Air", "The valley's stations, by the hour.",
    at: "https://sos.valley.example.org/api/v1",
    in: .box(south: 46.2, west: 10.4, north: 47.1, east: 12.5),
    credit: AirAttribution("Agency of the Valley", link: "https://valley.example.org/"),
    rights: AirRights(terms: "https://valley.example.org/terms"), near: (46.5, 11.35))
  static let pageSize: Int? = 100
}
