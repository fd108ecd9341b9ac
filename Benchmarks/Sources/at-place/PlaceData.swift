import AQKit
import Foundation

/// The hourly or daily values of one pollutant at the stations of a set, and a model's values at them.
struct PlaceData {
  /// A station of a set.
  struct Station {
    var coordinate: Coordinate
    var setting: AirSite.Details.Setting?
  }

  let name: String
  let parameter: AirParameter
  let stations: [Station]
  /// The values of the stations at each time; NaN for none.
  let observed: [[Double]]
  /// The model's values at the stations at each time; nil without a model.
  let modelled: [[Double]]?

  /// The stations that have values at more than a fifth of the times, which the prototype of the method scores, too.
  private static let leastCoverage = 0.2

  /// Reads all pollutants of a set: `NAME.csv` with the columns `parameter,series,time` and one for each station, and
  /// `NAME.stations.csv` with `id,latitude,longitude,setting`.
  static func all(_ name: String, in folder: URL) throws -> [PlaceData] {
    let places = try rows(of: folder.appending(path: "\(name).stations.csv"))
    let values = try rows(of: folder.appending(path: "\(name).csv"))
    guard let header = values.first, let titles = places.first else {
      throw Failure("The set \(name) is empty.")
    }
    func column(_ title: String) throws -> Int {
      guard let index = titles.firstIndex(of: title) else {
        throw Failure("\(name).stations.csv has no column “\(title)”.")
      }
      return index
    }
    let (id, latitude, longitude) = (try column("id"), try column("latitude"), try column("longitude"))
    let setting = titles.firstIndex(of: "setting")
    var known: [String: Station] = [:]
    for row in places.dropFirst() where row.count > max(id, latitude, longitude) {
      guard let north = Double(row[latitude]), let east = Double(row[longitude]) else {
        throw Failure("\(name).stations.csv: “\(row[id])” has no coordinate.")
      }
      let text = setting.flatMap { $0 < row.count ? row[$0] : nil } ?? ""
      known[row[id]] = Station(
        coordinate: try Coordinate(north, east), setting: text.isEmpty ? nil : .init(rawValue: text))
    }
    let stations = try header.dropFirst(3).map { id in
      guard let station = known[id] else { throw Failure("\(name).stations.csv has no station “\(id)”.") }
      return station
    }
    var order: [String] = []
    for row in values.dropFirst() where row.count > 3 && !order.contains(row[0]) { order.append(row[0]) }
    return order.map { PlaceData(name, $0, stations, Array(values.dropFirst())) }
  }

  private init(_ name: String, _ parameter: String, _ stations: [Station], _ rows: [[String]]) {
    var (times, observed, models): ([String], [[Double]], [String: [Double]]) = ([], [], [:])
    for row in rows where row.count > 3 && row[0] == parameter {
      let numbers = stations.indices.map { index in
        index + 3 < row.count ? Double(row[index + 3]) ?? .nan : .nan
      }
      if row[1] == "mod" {
        models[row[2]] = numbers
      } else {
        times.append(row[2])
        observed.append(numbers)
      }
    }
    let none = [Double](repeating: .nan, count: stations.count)
    let modelled = models.isEmpty ? nil : times.map { models[$0] ?? none }
    let kept = stations.indices.filter { station in
      [observed, modelled ?? observed].allSatisfy { column in
        Double(column.count { $0[station].isFinite }) > Self.leastCoverage * Double(times.count)
      }
    }
    self.name = name
    self.parameter = AirParameter(rawValue: parameter)
    self.stations = kept.map { stations[$0] }
    self.observed = observed.map { row in kept.map { row[$0] } }
    self.modelled = modelled.map { $0.map { row in kept.map { row[$0] } } }
  }

  private static func rows(of file: URL) throws -> [[String]] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw Failure("\(file.path) can't be read.")
    }
    return text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// A failure, in words for the user.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
