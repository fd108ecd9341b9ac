import AQKit

/// What `watch` says in words.
enum WatchText {
  /// The state of the connection.
  static func state(_ state: FeedState?, at now: AirTime) -> TerminalText {
    switch state {
    case .live: "live"
    case .silent(let since): "silent since \(time(since))"
    case .waiting(let until): "waiting, next try in \(max(0, until.since(now).components.seconds)) s"
    case .paused: "paused"
    case .failed(let code): "failed: \(code)"
    default: "connecting"
    }
  }

  /// The time of day in UTC.
  static func time(_ time: AirTime) -> String { "\(time.description.dropFirst(11))" }

  /// The site for people: its name, else its identifier, else its coordinate.
  static func name(of site: AirSite) -> TerminalText {
    if let name = site.name ?? site.id { return TerminalText(name) }
    return site.coordinate.map {
      "\(Text.number($0.latitude, digits: 3)), \(Text.number($0.longitude, digits: 3))"
    } ?? "a site without a name"
  }

  /// A value as its quantity is usually shown: an index without decimals.
  static func value(_ value: Double, of parameter: AirParameter, _ unit: AirUnit) -> TerminalText {
    let number = Text.number(value, digits: parameter.isPublishedIndex ? 0 : 2)
    return unit.rawValue.isEmpty ? "\(number)" : "\(number) \(unit)"
  }

  /// Where the values are heading, with the slope once it rests on ten minutes.
  static func trend(_ trend: AirHistory.Trend?) -> String {
    guard let trend else { return "" }
    let size = trend.slopePerHour.magnitude
    let slope = trend.span < .seconds(600) ? "" : " \(Text.number(size, digits: size < 10 ? 1 : 0))/h"
    return switch trend.direction {
    case .rising: "↗ rising\(slope)"
    case .falling: "↘ falling\(slope)"
    case .steady: "→ steady"
    }
  }
}
