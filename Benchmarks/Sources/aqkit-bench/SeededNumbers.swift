/// Seeded numbers: the same in every run.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a number from 0 up to 1, evenly distributed.
  mutating func fraction() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// The numbers from 0 up to a count in random order.
  mutating func shuffled(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in order.indices.reversed() {
      order.swapAt(index, min(index, Int(fraction() * Double(index + 1))))
    }
    return order
  }

  /// PM2.5 spread evenly over the table, with all its decimals.
  static func uniform(_ count: Int) -> [Double] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<count).map { _ in numbers.fraction() * 320 }
  }

  /// A walk in tenths, as hourly means wander.
  static func smooth(_ count: Int, around level: Double = 12, seed: UInt64 = 7) -> [Double] {
    var numbers = SeededNumbers(seed: seed)
    var level = level
    return (0..<count).map { _ in
      level = max(0.5, min(300, level + (numbers.fraction() - 0.5) * 3))
      return (level * 10).rounded() / 10
    }
  }
}
