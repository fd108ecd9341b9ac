#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the time of some work grows when its input grows fourfold.
///
/// Time is that of the thread's processor, and the least of several runs, so that other work of the machine isn't
/// counted. The first input is made large enough to be measured.
///
/// ```swift
/// let growth = Growth(of: { count in lines(count) }) { lines in _ = try? format.decode(lines, context) }
/// #expect(growth.isLinear, "\(growth)")
/// ```
package struct Growth: Sendable, CustomStringConvertible {
  /// The greatest ratio of work whose time grows as its input does: four, and room for caches and allocations.
  package static let most = 6.0

  /// The size of the first input; that of the second is four times as much.
  package private(set) var count: Int
  /// The seconds that both take.
  package private(set) var seconds: (first: Double, fourfold: Double) = (0, 0)

  /// How many times as long the second input takes.
  package var ratio: Double { seconds.fourfold / max(seconds.first, 1e-9) }
  /// Whether the time grows no faster than the input.
  package var isLinear: Bool { ratio <= Self.most }

  /// Such as `1024 → 4096: 0.011 s → 0.046 s, 4.2 times as long`.
  package var description: String {
    func rounded(_ number: Double, _ places: Double) -> Double { (number * places).rounded() / places }
    return
      "\(count) → \(count * 4): \(rounded(seconds.first, 1e4)) s → \(rounded(seconds.fourfold, 1e4)) s, \(rounded(ratio, 10)) times as long"
  }

  /// Measures some work.
  ///
  /// - Parameters:
  ///   - first: The size of the smallest input that is tried.
  ///   - most: The largest first size, for work that is too fast to be measured.
  ///   - enough: The seconds that the first input must take. Less is not told apart from noise.
  ///   - input: Makes an input of a size. Its time isn't counted.
  ///   - work: The work.
  package init<Input>(
    from first: Int = 32, upTo most: Int = 1 << 17, enough: Double = 0.004, of input: (Int) -> Input,
    _ work: (Input) -> Void
  ) {
    count = first
    var one = input(count)
    // The first run also pays for what is made once.
    _ = Self.time(of: work, one)
    seconds.first = Self.time(of: work, one)
    while seconds.first < enough, count < most {
      count *= 2
      one = input(count)
      seconds.first = Self.time(of: work, one)
    }
    // What is too fast to be measured at the largest size, such as a refusal of it, is too fast to do harm.
    guard seconds.first >= enough else { return }
    let four = input(count * 4)
    seconds.fourfold = Self.time(of: work, four)
    // Others on the machine slow down single runs, never all of them.
    for _ in 0..<8 where !isLinear {
      seconds.first = max(min(seconds.first, Self.time(of: work, one)), 1e-9)
      seconds.fourfold = min(seconds.fourfold, Self.time(of: work, four))
    }
  }

  private static func time<Input>(of work: (Input) -> Void, _ input: Input) -> Double {
    let start = threadSeconds
    work(input)
    return threadSeconds - start
  }

  /// The processor time of this thread.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
