/// A source of random numbers: the system's, or a seeded one that repeats in every test.
///
/// Copies share one sequence. Not for anything that must be secret.
public struct AQRandomNumbers: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// Creates a source from a closure, whose numbers must be uniform over all of `UInt64`.
  public init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

  /// Creates a seeded sequence, the same on every platform.
  ///
  /// The generator is SplitMix64 (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, OOPSLA
  /// 2014).
  public init(seed: UInt64) {
    let state = Locked(seed)
    self.init {
      var mixed = state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
      }
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// The system's generator.
  public static let system = AQRandomNumbers {
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  /// Returns the next number.
  public func next() -> UInt64 { draw() }

  /// Returns a number in [0, 1): the upper 53 bits of the next number.
  public func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a tenth of a wait at most, and a minute at most, so that what began together isn't repeated together.
  package func spread(_ wait: Duration) -> Duration {
    var numbers = self
    return min(wait / 10, .seconds(60)) * Double.random(in: 0..<1, using: &numbers)
  }
}
