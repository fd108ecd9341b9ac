/// The time by which an observation is ahead of its receipt, because of a sender's wrong clock. An hour or a
/// day that began before the receipt isn't ahead: a service may state its mean while it is in progress.
package enum ReceiptLead: Sendable {
  /// The interval has ended, or it is the current hour or day.
  case none
  /// The clock is wrong by this number of seconds, at most ``tolerance``. The value is kept at the time of receipt.
  case skew(Int64)
  /// The clock is wrong by this number of seconds, more than ``tolerance``. The time of measurement is unknown.
  case beyond(Int64)

  /// The largest skew in seconds: ten minutes. AQKit's own bound, for uncorrected clocks.
  package static let tolerance: Int64 = 600
  /// Hours and days of all zones end on quarter-hours in UTC.
  private static let quarterHour: Int64 = 900

  /// Creates the lead of an interval in seconds since 1970. `stampsStart` says whether the sender stamps the start; false
  /// for the end, nil if both ends are stated.
  package init(of start: Int64, _ end: Int64, stampsStart: Bool? = nil, receivedAt receipt: Int64) {
    self = .none
    guard end > receipt else { return }
    let (isLong, lead) = (end &- start > Self.tolerance, end &- receipt)
    if start > receipt {
      let isByStart = stampsStart ?? isLong
      self.init(seconds: isByStart ? start &- receipt : lead)
    } else if stampsStart != true, !isLong {
      self.init(seconds: lead)
    } else if stampsStart == false, end % Self.quarterHour != 0 {
      // A running mean ends at its time stamp.
      self.init(seconds: lead)
    }
  }

  private init(seconds: Int64) { self = seconds > Self.tolerance ? .beyond(seconds) : .skew(seconds) }
}

extension AirInterval {
  package func lead(overReceipt receipt: AirTime) -> ReceiptLead {
    ReceiptLead(of: start.secondsSince1970, end.secondsSince1970, receivedAt: receipt.secondsSince1970)
  }
}
