package import AQKit

/// The rates of faults, and the seed that selects them: the same seed gives the same faults for the same sequence of queries.
package struct FaultRates: Hashable, Sendable {
  /// The seed.
  package var seed: UInt64
  /// The rate of delayed responses, from 0 to 1.
  package var delay: Double
  /// The rate of errors instead of responses, from 0 to 1.
  package var error: Double
  /// The rate of truncated responses, from 0 to 1.
  package var truncation: Double
  /// The rate of responses with a corrupted part, from 0 to 1.
  package var corruption: Double
  /// The rate of duplicates, from 0 to 1.
  package var duplicate: Double
  /// The rate of responses that arrive after a later one, from 0 to 1.
  package var reordering: Double
  /// The longest delay, also of reordered responses.
  package var longestDelay: Duration
  /// The codes of the errors.
  package var codes: [AQError.Code]

  /// Creates rates; a fault without a rate never happens.
  package init(
    seed: UInt64, delay: Double = 0, error: Double = 0, truncation: Double = 0, corruption: Double = 0,
    duplicate: Double = 0, reordering: Double = 0, longestDelay: Duration = .seconds(30),
    codes: [AQError.Code] = [.unreachable, .timedOut, .unavailable, .rateLimited]
  ) {
    self.seed = seed
    self.delay = delay
    self.error = error
    self.truncation = truncation
    self.corruption = corruption
    self.duplicate = duplicate
    self.reordering = reordering
    self.longestDelay = longestDelay
    self.codes = codes
  }

  /// Returns rates with every kind of fault at the same rate.
  package static func everything(_ rate: Double, seed: UInt64) -> FaultRates {
    FaultRates(
      seed: seed, delay: rate, error: rate, truncation: rate, corruption: rate, duplicate: rate,
      reordering: rate)
  }
}
