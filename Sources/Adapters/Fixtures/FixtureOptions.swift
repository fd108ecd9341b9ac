import AQKit

/// Options for serving recordings.
public struct FixtureOptions: Hashable, Sendable {
  /// The times of the values.
  public enum Timing: Hashable, Sendable {
    /// The recorded times.
    case asRecorded
    /// Moves all times by a whole multiple of a duration, as if recorded now, so that the time of recording falls within
    /// the last such duration. An hour keeps hourly values on the hour, a day keeps the time of day. A note says so.
    case asIfNow(inStepsOf: Duration = .seconds(3600))

    /// Returns the number of seconds by which times are moved.
    func shift(of time: AirTime, to now: AirTime) -> Int64 {
      guard case .asIfNow(let step) = self else { return 0 }
      let seconds = max(1, step.boundedSeconds)
      return (now.secondsSince1970 - time.secondsSince1970).dividedDown(by: seconds) * seconds
    }
  }

  /// The times of the values.
  public var timing: Timing
  /// The speed of ``FixtureSource/updates(for:)`` as a multiple of the recorded one; nil to fetch once and end. A speed that
  /// isn't positive or not finite becomes nil.
  public var replaySpeed: Double? {
    didSet { replaySpeed = Self.usable(replaySpeed) }
  }
  /// Whether the first unreadable row makes its recording unreadable; otherwise such rows are noted.
  public var isStrict: Bool

  /// Creates options; by default recorded times, no replay and not strict.
  ///
  /// - Parameters:
  ///   - timing: The times of the values.
  ///   - replaySpeed: The speed of updates as a multiple of the recorded one; not positive or not finite becomes nil.
  ///   - isStrict: Whether the first unreadable row is an error.
  public init(timing: Timing = .asRecorded, replaySpeed: Double? = nil, isStrict: Bool = false) {
    self.timing = timing
    self.replaySpeed = Self.usable(replaySpeed)
    self.isStrict = isStrict
  }

  private static func usable(_ speed: Double?) -> Double? {
    speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Returns these options with a configuration's; throws ``AQError/Code/notConfigured`` for an unreadable one.
  func configured(by options: SourceOptions) throws(AQError) -> FixtureOptions {
    var copy = self
    switch options["timing"] {
    case nil: break
    case "recorded": copy.timing = .asRecorded
    case "now": copy.timing = .asIfNow()
    default: throw options.misfit("timing", "recorded or now")
    }
    if let speed = try options.double("speed") { copy.replaySpeed = speed }
    if let isStrict = try options.bool("strict") { copy.isStrict = isStrict }
    return copy
  }

  /// Returns the declaration for these options: played recordings are live.
  func refined(_ descriptor: SourceDescriptor) -> SourceDescriptor {
    guard replaySpeed != nil else { return descriptor }
    return changed(descriptor) {
      for index in $0.offers.indices { $0.offers[index].capabilities.insert(.live) }
    }
  }

  static let declared: [SourceDescriptor.Option] = [
    .init("folder", summary: "The path of the folder of recordings to serve."),
    .init("timing", summary: "recorded, or now: as if the recordings were made now."),
    .init("speed", summary: "How many times faster live updates are played than they were recorded."),
    .init("strict", summary: "true: the first row that can't be read makes its recording unreadable."),
  ]
}
