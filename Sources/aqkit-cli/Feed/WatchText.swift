import AQKit

/// What `watch` says in words.
enum WatchText {
  /// The state of the connection.
  static func state(_ state: FeedState?, at now: AirTime) -> String {
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
  static func name(of site: Site) -> String {
    if let name = site.name ?? site.id { return printable(name) }
    return site.coordinate.map {
      "\(Text.number($0.latitude, digits: 3)), \(Text.number($0.longitude, digits: 3))"
    } ?? "a site without a name"
  }

  /// A text of the feed without characters that steer a terminal or turn the text around, and without heaps of marks on
  /// one letter.
  static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isLetter = false
    var marks = 0
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      switch category {
      case .nonspacingMark, .enclosingMark:
        marks += 1
        if marks <= 6 { result.append(scalar) }
        continue
      case .format where isLetter && (0x200C...0x200D).contains(scalar.value):
        // Joiners between letters are spelling in Persian and in the languages of India.
        result.append(scalar)
        continue
      case .control, .format, .lineSeparator, .paragraphSeparator: result.append(" ")
      default: result.append(scalar)
      }
      marks = 0
      isLetter = scalar.properties.isAlphabetic
    }
    return String(result)
  }

  /// A value as its quantity is usually shown: an index without decimals.
  static func value(_ value: Double, of parameter: AirParameter, _ unit: AirUnit) -> String {
    let number = Text.number(value, digits: parameter.isPublishedIndex ? 0 : 2)
    return unit.rawValue.isEmpty ? number : "\(number) \(printable(unit.rawValue))"
  }

  /// Where the values are heading, with the slope once it rests on ten minutes.
  static func trend(_ trend: AirTrend?) -> String {
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
