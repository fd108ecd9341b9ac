extension ReportBuilder {
  /// The origin of the times of a live feed's readings.
  ///
  /// ``FeedSource`` applies the policy to every stamped value of the decoder, so a decoder may pass on what the device
  /// states, and the declaration decides whether it is a time.
  public enum FeedTimePolicy: Hashable, Sendable {
    /// The device states times in ISO 8601 with an offset, or times that need no interpretation.
    case iso8601
    /// The device states seconds or milliseconds since 1970. A number before 2000 comes from an unset clock that counts
    /// from the device's start; the time of arrival replaces it.
    case epoch
    /// The device states local times without a zone, at an offset in seconds east of UTC. A time before 2000 comes from
    /// an unset clock.
    case local(secondsFromUTC: Int)
    /// The device counts from its own start; the time of arrival replaces the count.
    case sinceBoot
    /// The device states no times; the time of arrival is used.
    case none

    /// Whether the device states times, so that a reading can arrive after a later one.
    var statesTimes: Bool {
      switch self {
      case .iso8601, .epoch, .local: true
      case .sinceBoot, .none: false
      }
    }

    /// Returns a device's text as a time stamp under this policy.
    public func stamp(_ text: String) -> TimeStamp {
      switch self {
      case .iso8601, .epoch: .text(text)
      case .local(let offset): .localText(text, secondsFromUTC: offset)
      case .sinceBoot, .none: .received
      }
    }

    /// Returns a device's number of seconds as a time stamp under this policy.
    public func stamp(_ seconds: Int64) -> TimeStamp {
      statesTimes ? .unix(seconds) : .received
    }

    /// 2000-01-01T00:00:00Z: no live feed is older.
    private static let firstSetClock: Int64 = 946_684_800

    /// Returns the stamp that replaces a decoder's stamp.
    func applied(to stamp: TimeStamp, receivedAt: AirTime) -> TimeStamp {
      switch self {
      case .iso8601: return stamp
      case .sinceBoot, .none: return .received
      case .epoch, .local:
        let time = try? stamp.moment(receivedAt: receivedAt)
        return time.map { $0.seconds < Self.firstSetClock } ?? false ? .received : stamp
      }
    }
  }
}
