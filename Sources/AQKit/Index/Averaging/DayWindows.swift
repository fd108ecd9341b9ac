/// Running means over some hours of which a day has those that begin from one of its hours to another.
///
/// The day of the United States' ozone standard has the 17 that begin from 07:00 to 23:00 (40 CFR 50 Appendix U), the last
/// of which ends at 07:00 of the next day; China's has the 17 that lie within it.
public struct DayWindows: Hashable, Sendable {
  /// How many hours a mean is over, at most 24; three quarters of them must be there.
  public let hours: Int
  /// The hours of the place's clock, of 0 to 23, at which the means begin.
  public let starts: ClosedRange<Int>
  /// How many of the means must be there.
  public let atLeast: Int

  /// Makes the windows of a day; `nil` where the hours are none of a day, or more means are needed than there are.
  ///
  /// - Parameters:
  ///   - hours: How many hours a mean is over, 1 to 24.
  ///   - starts: The hours at which the means begin, of 0 to 23.
  ///   - atLeast: How many of them must be there; three quarters if left out.
  public init?(hours: Int, starts: ClosedRange<Int>, atLeast: Int? = nil) {
    guard (1...24).contains(hours), starts.lowerBound >= 0, starts.upperBound <= 23 else { return nil }
    let needed = atLeast ?? AveragingMethod.threeQuarters(of: starts.count)
    guard (1...starts.count).contains(needed) else { return nil }
    self.hours = hours
    self.starts = starts
    self.atLeast = needed
  }

  /// How many hours of a mean must be there.
  var hoursNeeded: Int { AveragingMethod.threeQuarters(of: hours) }

  /// The running means that begin at each of some hourly values; NaN where too many hours of one are missing, as those
  /// beyond the last value are.
  func means(of values: ArraySlice<Double>) -> [Double] {
    let padded = values + [Double](repeating: .nan, count: hours - 1)
    let means = padded.withUnsafeBufferPointer {
      ExactColumn($0).means(hours: hours, atLeast: hoursNeeded)
    }.means
    return Array(means.dropFirst(hours - 1))
  }
}

extension DayWindows: CustomStringConvertible {
  /// The text of the method, such as `day max 8h from 7 to 23`, with `/14` where not three quarters of the means are needed.
  public var description: String {
    let usual = atLeast == AveragingMethod.threeQuarters(of: starts.count)
    return "day max \(hours)h from \(starts.lowerBound) to \(starts.upperBound)\(usual ? "" : "/\(atLeast)")"
  }
}
