public import AQKit

/// How often which fault happens, and the seed that decides when. The same seed gives the same faults to the same
/// sequence of questions.
public struct FaultRates: Hashable, Sendable {
  /// The seed.
  public var seed: UInt64
  /// How often an answer is late, from 0 to 1.
  public var delay: Double
  /// How often there is an error in the place of an answer, from 0 to 1.
  public var error: Double
  /// How often an answer is cut, from 0 to 1.
  public var truncation: Double
  /// How often a part of an answer is something else, from 0 to 1.
  public var corruption: Double
  /// How often something comes twice, from 0 to 1.
  public var duplicate: Double
  /// How often something comes after what was asked for later, from 0 to 1.
  public var reordering: Double
  /// The longest delay, also of what is reordered.
  public var longestDelay: Duration
  /// The codes of the errors.
  public var codes: [AQError.Code]

  /// Makes a set of rates; what is left out never happens.
  public init(
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

  /// Every kind of fault at the same rate.
  public static func everything(_ rate: Double, seed: UInt64) -> FaultRates {
    FaultRates(
      seed: seed, delay: rate, error: rate, truncation: rate, corruption: rate, duplicate: rate,
      reordering: rate)
  }
}
