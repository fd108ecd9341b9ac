public import AQKit

/// An edition of an index as Open-Meteo computes it. A response doesn't name it; these are the known dates.
///
/// The service computes the index of every hour on request, so the time of the response decides, not the hour of the value.
///
/// Source: `Helper/AirQuality.swift` and `Cams/CamsReader.swift` of the service's source code (20 August 2026), its
/// commit log, and pull requests 1987, 2045 and 2100 of open-meteo/open-meteo.
public struct OpenMeteoIndexEdition: Hashable, Sendable {
  /// The identifier, such as `open-meteo-european-2026-08`.
  public let identifier: String
  /// The scale, `european` or `us-epa`, as parameters spell it.
  public let scale: String
  /// The first moment of responses in this edition; nil if unknown.
  public let effectiveFrom: AirTime?
  /// The moment from which responses have another or an unknown edition; nil for the current one.
  public let effectiveUntil: AirTime?
  /// The differences from other editions, in one or two sentences.
  public let remarks: String

  /// Returns the edition of a response made at a moment; nil if unknown.
  public static func inForce(scale: String, at time: AirTime) -> OpenMeteoIndexEdition? {
    all.last { edition in
      edition.scale == scale && edition.effectiveFrom.map { time >= $0 } ?? true
        && edition.effectiveUntil.map { time < $0 } ?? true
    }
  }

  /// The known editions by scale and date.
  public static let all: [OpenMeteoIndexEdition] = [
    .init(
      identifier: "open-meteo-european-2022", scale: "european", from: nil, until: (2026, 8, 14),
      "Bands of PM2.5 at 10, 20, 25, 50 and 75 µg/m³, particles as means of 24 hours; 20 points a band."),
    .init(
      identifier: "open-meteo-european-2026-08", scale: "european", from: (2026, 8, 14), until: nil,
      "Bands of ETC HE Report 2024/17, all pollutants by the hour; linear within a band, 20 points each, and beyond."
    ),
    .init(
      identifier: "open-meteo-us-epa-2022", scale: "us-epa", from: nil, until: (2026, 7, 13),
      "PM2.5 by the breakpoints of EPA before May 2024."),
    .init(
      identifier: "open-meteo-us-epa-2026-07", scale: "us-epa", from: (2026, 7, 13), until: (2026, 9, 1),
      "PM2.5 by EPA's breakpoints of May 2024, as a mean of the 24 hours before; no truncation, unbounded above."
    ),
    .init(
      identifier: "open-meteo-us-epa-2026-09", scale: "us-epa", from: (2026, 10, 1), until: nil,
      "As before, with other thresholds above 300 since a day of September 2026."),
  ]

  private init(
    identifier: String, scale: String, from: (Int, Int, Int)?, until: (Int, Int, Int)?,
    _ remarks: String
  ) {
    func time(_ date: (Int, Int, Int)) -> AirTime {
      AirTime(secondsSince1970: Int64(CivilDate.days(date.0, date.1, date.2)) * 86_400)
    }
    self.identifier = identifier
    self.scale = scale
    effectiveFrom = from.map(time)
    effectiveUntil = until.map(time)
    self.remarks = remarks
  }
}
