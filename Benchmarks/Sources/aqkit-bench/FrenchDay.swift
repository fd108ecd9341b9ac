import AQKit
import AQKitStations
import Foundation

/// A day of all French stations in its real form and size, made from a seed: 489 stations, 24 rows a series.
struct FrenchDay {
  let bytes: [UInt8]
  let sites = 489
  let values: Int

  init() {
    var numbers = SeededNumbers(seed: 11)
    let head = [
      "Date de début", "Date de fin", "Organisme", "code zas", "Zas", "code site", "nom site",
      "type d'implantation",
      "Polluant", "type d'influence", "discriminant", "Réglementaire", "type d'évaluation",
      "procédure de mesure",
      "type de valeur", "valeur", "valeur brute", "unité de mesure", "taux de saisie",
      "couverture temporelle",
      "couverture de données", "code qualité", "validité",
    ]
    var (text, valid) = ("\u{FEFF}" + head.map { "\"\($0)\"" }.joined(separator: ";") + "\n", 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for station in 0..<sites {
      for (place, pollutant) in ["NO", "NO2", "PM10", "PM2.5", "O3", "SO2"].enumerated()
      where place < 3 || (station + place) % 3 != 0 {
        for hour in 0..<24 {
          let end = hour == 23 ? "2026/10/01 00:00:00" : "2026/09/30 \(two(hour + 1)):00:00"
          let isValid = numbers.fraction() > 0.03
          valid += isValid ? 1 : 0
          let exact = (numbers.fraction() * 60_000).rounded() / 1000
          let measured = isValid ? ["\((exact * 10).rounded() / 10)", "\(exact)"] : ["", ""]
          let fields =
            [
              "2026/09/30 \(two(hour)):00:00", end, "ATMO GRAND EST", "FR44ZAG02", "ZAG METZ",
              Self.code(station),
              "Station \(station) Centre", "Urbaine", pollutant, "Fond", "A", "Oui", "mesures fixes",
              "Auto \(pollutant) Conf meth CHIMILU", "moyenne horaire brute",
            ] + measured + ["µg-m3", "", "", "", isValid ? "A" : "N", isValid ? "1" : "-1"]
          text += fields.map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: ";") + "\n"
        }
      }
    }
    (bytes, values) = (Array(text.utf8), valid)
  }

  private static func code(_ station: Int) -> String { "FR\(10_000 + station)" }

  /// The end of the name of a file with such a day.
  static let suffix = "FR_E2_2026-09-30.csv"

  /// Asks the adapter about all of France, while the file arrives in the portions in which it is read. Returns the number
  /// of values.
  static func read(_ path: String) throws -> Int { try waiting { try await fetch(path) } }

  /// Returns the same without blocking a thread.
  static func fetch(_ path: String) async throws -> Int {
    let source = HTTPSource(LCSQAStations(), transport: FileTransport(path: path), clock: FixedClock())
    let france = try GeoShape.BoundingBox(south: 41, west: -5, north: 51, east: 10)
    let response = try await source.fetch(
      AirQuery(places: [.area(france)], window: .past(.seconds(24 * 3600))))
    return response.reports.reduce(0) { sum, report in
      sum + report.series.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
    }
  }

  /// The places of all stations, as dataset D gives them.
  fileprivate static var places: String {
    let rows = (0..<489).map { ".../STA-\(code($0)),\(42 + Double($0 % 80) / 10),\(Double($0 % 70) / 10)" }
    return (["Broader,Latitude,Longitude"] + rows).joined(separator: "\n")
  }
}

/// Replies with a file, which it hands over in portions as it reads it.
private struct FileTransport: HTTPTransport {
  let path: String

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    if request.url.contains("/datasets/") {
      return TransportResponse(
        status: 200, text: #"{"resources": [{"id": "d", "url": "https://example.org/fr-2026-d-1.xls"}]}"#)
    }
    if request.url.contains("/data/csv/") { return TransportResponse(status: 200, text: FrenchDay.places) }
    let head = TransportResponse(status: 200)
    guard request.url.hasSuffix(FrenchDay.suffix), let reader = request.bodyReader,
      let file = FileHandle(forReadingAtPath: path)
    else { return TransportResponse(status: 404) }
    let take = reader.begin(head)
    while let portion = try file.read(upToCount: 1 << 16), !portion.isEmpty { try take(Array(portion)) }
    return head
  }
}

/// The minute after the day.
private struct FixedClock: AQClock {
  var now: Date { StationPayload.receivedAt.date }
  func sleep(for duration: Duration) async throws {}
}
