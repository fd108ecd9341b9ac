extension Duration {
  /// The duration, clamped to ±10,000 years, so that sums and small multiples can't overflow.
  package var bounded: Duration {
    let most = Duration.seconds(AirTime.lastSecond - AirTime.firstSecond)
    return min(max(self, .zero - most), most)
  }

  /// The whole seconds, rounded towards zero and clamped to `Int64`, which a duration can exceed.
  package var boundedSeconds: Int64 {
    if self >= .seconds(Int64.max) { return .max }
    return self <= .seconds(Int64.min) ? .min : components.seconds
  }

  /// The number of whole seconds, rounded up; not negative.
  package var wholeSeconds: Int64 {
    let seconds = boundedSeconds
    return max(0, self > .seconds(seconds) ? seconds.addingReportingOverflow(1).partialValue : seconds)
  }

  /// A duration in seconds, clamped to 0 to 1,000 years; NaN is 0.
  package init(boundedSeconds seconds: Double) {
    self = .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 3.2e10))
  }

  /// How long a recorded wait takes at a speed; at most 1,000 years.
  package func played(at speed: Double) -> Duration {
    let seconds = self / .seconds(1) / speed
    return seconds.magnitude < 3e10 ? self / speed : Duration(boundedSeconds: seconds)
  }
}

extension Duration {
  /// The duration as people say it, never less than it is: `500 ms`, `10 s`, `15 min`, `7 h`, `2 h 30 min`. What is
  /// nothing or less is `0 s`.
  package var words: String {
    if self > .zero, self < .seconds(1) { return "\((self * 1000).wholeSeconds) ms" }
    let seconds = wholeSeconds
    if seconds <= 120 { return "\(seconds) s" }
    let minutes = seconds / 60 + (seconds % 60 > 0 ? 1 : 0)
    if minutes <= 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
