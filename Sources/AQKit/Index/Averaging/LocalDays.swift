#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The calendar days of a place: which day an hour belongs to.
struct LocalDays: Sendable {
  private enum Rule: Sendable {
    case fixed(Int64)
    case zone(TimeZone)
  }

  private let rule: Rule

  /// The days of a zone, else of a named one; throws the name of a zone whose rules are not to be had.
  init(_ zone: TimeZone?, named name: String?) throws(IndexUnavailable.Reason) {
    if let zone {
      rule = .zone(zone)
    } else if let name, ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(name) {
      rule = .fixed(0)
    } else if let name, let known = TimeZone(identifier: name) {
      rule = .zone(known)
    } else {
      throw .noTimeZone(name)
    }
  }

  /// The number of the day since 1970 in which an hour lies, by the hour's end.
  func day(ofHourEnding end: Int64) -> Int64 { day(containing: end - 3600) }

  /// The number of the day since 1970 in which a moment lies.
  func day(containing moment: Int64) -> Int64 {
    switch rule {
    case .fixed(let offset): return (moment + offset).dividedDown(by: 86_400)
    case .zone(let zone):
      let date = Date(timeIntervalSince1970: Double(moment))
      return (moment + Int64(zone.secondsFromGMT(for: date))).dividedDown(by: 86_400)
    }
  }

  /// The hour of the place's clock, 0 to 23, at which an hour begins, by the hour's end.
  func clockHour(ofHourEnding end: Int64) -> Int {
    let moment = end - 3600
    let local =
      switch rule {
      case .fixed(let offset): moment + offset
      case .zone(let zone):
        moment + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
      }
    return Int((local - local.dividedDown(by: 86_400) * 86_400) / 3600)
  }

  /// The days of a place.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no zone, or its rules are not to be had.
  static func ofPlace(_ zone: TimeZone?, named name: String?) throws(AQError) -> LocalDays {
    do throws(IndexUnavailable.Reason) {
      return try LocalDays(zone, named: name)
    } catch {
      throw AQError(
        .notConfigured,
        name.map {
          "The rules of the time zone “\($0)” are not to be had in this process: pass a TimeZone, or import Foundation."
        } ?? "The time zone of the place is not known: pass a TimeZone.")
    }
  }

  /// The second at which a day begins.
  func start(ofDay day: Int64) -> Int64 {
    let civil = day * 86_400
    switch rule {
    case .fixed(let offset): return civil - offset
    case .zone(let zone):
      // The offset that holds at the place's midnight, found from the one that holds about then.
      let guess = civil - Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(civil))))
      return civil - Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(guess))))
    }
  }
}
