#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Darwin)
  import Darwin
#endif

/// The factor by which the time of some work grows when its input grows fourfold.
///
/// Times are the thread's processor time, the minimum of several runs, so that the machine's other work isn't counted. The
/// first input is just large enough to be measured. If the time seems to grow too fast, larger inputs and more runs decide:
/// quadratic growth persists, noise doesn't.
///
/// ```swift uncompiled
/// let growth = Growth(of: { count in lines(count) }) { lines in _ = try? format.decode(lines, context) }
/// #expect(growth.isLinear, "\(growth)")
/// ```
package struct Growth: Sendable, CustomStringConvertible {
  /// The largest ratio for work whose time grows linearly: four, plus a margin for caches and allocations.
  package static let most = 6.0
  /// The time in seconds, for the fourfold input, below which there is no verdict and larger inputs decide.
  package static let floor = 0.1

  /// The size of the first input; the second is four times as large.
  package private(set) var count: Int
  /// The seconds that both take.
  package private(set) var seconds: (first: Double, fourfold: Double) = (0, 0)

  /// The time of the second input as a multiple of the first's.
  package var ratio: Double { seconds.fourfold / max(seconds.first, 1e-9) }
  /// Whether the time grows no faster than the input.
  package var isLinear: Bool { ratio <= Self.most || seconds.fourfold < Self.floor }

  /// A line such as `1024 → 4096: 0.011 s → 0.046 s, 4.2 times as long`.
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
  ///   - enough: The time in seconds that the first input must take. Anything less can't be told from noise.
  ///   - patience: The time in seconds that making an input may take; beyond it no larger one is tried, even if the
  ///     work is too fast.
  ///   - input: Makes an input of a size. Its time isn't counted.
  ///   - work: The work.
  package init<Input>(
    from first: Int = 32, upTo most: Int = TestEffort.of(1 << 14, heavy: 1 << 17),
    enough: Double = TestEffort.of(0.002, heavy: 0.01),
    patience: Double = TestEffort.of(0.05, heavy: 1), of input: (Int) -> Input,
    _ work: (Input) -> Void
  ) {
    count = first
    var one = input(count)
    // The first run includes one-time costs.
    work(one)
    seconds.first = Self.time { work(one) }
    while seconds.first < enough {
      // Work that is too fast to be measured at the largest size, such as a refusal, is harmless.
      guard count < most else { return }
      count *= seconds.first < enough / 8 ? 4 : 2
      let making = Self.time { one = input(count) }
      seconds.first = Self.time { work(one) }
      if seconds.first < enough, making > patience { return }
    }
    var four = input(count * 4)
    seconds.fourfold = .infinity
    measure(one, four, by: work)
    // Too short for a verdict, or mostly fixed costs: larger sizes decide.
    while ratio > Self.most && seconds.fourfold < Self.floor
      || ratio < 2 && seconds.fourfold < Self.floor / 3 && count < most
    {
      count *= 4
      one = four
      let making = Self.time { four = input(count * 4) }
      (seconds.first, seconds.fourfold) = (.infinity, .infinity)
      measure(one, four, by: work)
      if ratio < 2, making > patience { break }
    }
    // Other processes slow down single runs, never all of them.
    for _ in 0..<3 where !isLinear { measure(one, four, by: work) }
    // Work that outgrows a cache, of which there are several, seems to grow faster once or twice; work that really does
    // keeps growing faster, and soon takes more than a second.
    for round in 0..<2 where !isLinear && (round == 0 || seconds.fourfold < 1) {
      count *= 4
      (one, four) = (four, input(count * 4))
      (seconds.first, seconds.fourfold) = (.infinity, .infinity)
      measure(one, four, by: work)
      for _ in 0..<3 where !isLinear { measure(one, four, by: work) }
    }
  }

  /// Takes the minimum time of three more runs of the first input, and of as many of the fourfold one as can change the
  /// verdict: a further run can only shorten its time. The runs alternate, so that the machine's other work, which takes
  /// caches from both, meets both.
  private mutating func measure<Input>(_ one: Input, _ four: Input, by work: (Input) -> Void) {
    for run in 0..<3 {
      seconds.first = min(seconds.first, Self.time { work(one) })
      if run == 0 || ratio > Self.most {
        seconds.fourfold = min(seconds.fourfold, Self.time { work(four) })
      }
    }
  }

  /// Returns whether some work takes at most `factor` times as long as usual work.
  ///
  /// The minimum of up to ten runs of each decides: the machine's other work slows down single runs, never all of them.
  package static func keeps(within factor: Double, of usual: () -> Void, _ work: () -> Void) -> Bool {
    var seconds = (usual: Double.infinity, work: Double.infinity)
    for _ in 0..<10 {
      seconds.usual = min(seconds.usual, time(usual))
      seconds.work = min(seconds.work, time(work))
      if seconds.work <= seconds.usual * factor { return true }
    }
    return false
  }

  /// Returns the seconds of processor time that work takes on this thread.
  private static func time(_ work: () -> Void) -> Double {
    let start = threadSeconds
    work()
    return threadSeconds - start
  }

  /// The processor time of this thread.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
