extension AirQuery {
  /// The time that a query asks about.
  ///
  /// ```swift
  /// let now: AirQuery.Window = .current  // the newest values, with what an index needs of the day before
  /// let yesterday: AirQuery.Window = .past(.seconds(86_400))
  /// let ahead: AirQuery.Window = .next(.seconds(2 * 86_400))
  /// ```
  public enum Window: Hashable, Sendable {
    /// The newest values and the 25 hours before them, which averages such as NowCast need.
    case current
    /// A time up to now.
    case past(Duration)
    /// A time from now on.
    case next(Duration)
    /// An explicit interval.
    case interval(AirInterval)

    /// The window's interval at a moment. For `current` it is the 25 hours up to and including that moment.
    public func interval(at now: AirTime) -> AirInterval {
      switch self {
      case .current: AirInterval(uncheckedStart: now.adding(seconds: -25 * 3600), end: now.adding(seconds: 1))
      case .past(let duration): AirInterval(uncheckedStart: min(now - duration, now), end: now)
      case .next(let duration): AirInterval(uncheckedStart: now, end: max(now + duration, now))
      case .interval(let interval): interval
      }
    }
  }
}

extension AirQuery.Window {
  /// The hours from a moment on, and the 25 hours before them, which averages such as NowCast and 24-hour means need:
  /// what to ask for where `moments(using:from:hours:)` is to be shown.
  ///
  /// - Parameters:
  ///   - start: The first moment.
  ///   - hours: How many hours from it on; at most those of a year.
  public static func moments(from start: AirTime, hours: Int) -> AirQuery.Window {
    // Whole hours: within an hour the question is the same, which a cache can answer.
    let hour = start.floored(toMultipleOf: 3600)
    let end = hour.adding(seconds: (Int64(min(max(0, hours), 8784)) + 1) * 3600)
    return .interval(AirInterval(uncheckedStart: hour.adding(seconds: -25 * 3600), end: end))
  }
}

extension AirQuery.Window: Codable {
  private enum CodingKeys: String, CodingKey { case past, next, interval }

  /// Reads `"current"`, `{"past": "PT24H"}`, `{"next": "P3D"}` or `{"interval": [start, end]}`.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      guard word == "current" else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "“\(word)” is no window of time."))
      }
      self = .current
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let past = try container.decodeIfPresent(ISODuration.self, forKey: .past) {
      self = .past(past.duration)
    } else if let next = try container.decodeIfPresent(ISODuration.self, forKey: .next) {
      self = .next(next.duration)
    } else {
      self = .interval(try container.decode(AirInterval.self, forKey: .interval))
    }
  }

  /// Writes the word or an object with one member; durations are ISO 8601 in whole seconds.
  public func encode(to encoder: any Encoder) throws {
    if self == .current {
      var container = encoder.singleValueContainer()
      return try container.encode("current")
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .current: break
    case .past(let duration): try container.encode(ISODuration(duration), forKey: .past)
    case .next(let duration): try container.encode(ISODuration(duration), forKey: .next)
    case .interval(let interval): try container.encode(interval, forKey: .interval)
    }
  }
}
