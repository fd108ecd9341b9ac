// Written by Scripts/french-stations; change nothing here.
import AQKit

extension LCSQAStations {
  /// The day of dataset D from which the bundled coordinates come.
  public static let tableDay = "2026-08-25"

  /// The bundled coordinates of stations, by number.
  static let places = Dictionary(
    table.split(separator: "\n").compactMap { line -> (String, Coordinate)? in
      let fields = line.split(separator: " ")
      guard fields.count == 3, let north = Double(fields[1]), let east = Double(fields[2]),
        let place = try? Coordinate(north, east)
      else { return nil }
      return (String(fields[0]), place)
    }, uniquingKeysWith: { first, _ in first })

  /// Lines with a station's number, latitude and longitude.
  private static let table = """
    FR33220 45.92361 6.713611
    """
}
