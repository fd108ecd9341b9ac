// Written by Scripts/french-stations; change nothing here.
import AQKit

extension LCSQAStations {
  /// The day of dataset D from which the bundled places are.
  public static let tableDay = "2026-08-25"

  /// The places of stations by their numbers, as far as they are bundled.
  static let places = Dictionary(
    table.split(separator: "\n").compactMap { line -> (String, Coordinate)? in
      let fields = line.split(separator: " ")
      guard fields.count == 3, let north = Double(fields[1]), let east = Double(fields[2]),
        let place = try? Coordinate(north, east)
      else { return nil }
      return (String(fields[0]), place)
    }, uniquingKeysWith: { first, _ in first })

  /// A station's number, its latitude and its longitude in each line.
  private static let table = """
    FR33220 45.92361 6.713611
    """
}
