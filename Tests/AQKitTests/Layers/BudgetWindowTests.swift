import TestRuns
import Testing

@testable import AQKit

@Suite("Windows of a request budget")
struct BudgetWindowTests {
  @Test("a sliding window never holds more than its weight in any stretch of its length")
  func slidingInvariant() {
    let random = AQRandomNumbers(seed: 5)
    var windows = [BudgetWindow(.init(10, perSeconds: 60)), BudgetWindow(.init(100, perSeconds: 3600))]
    var grants: [(time: Double, weight: Double)] = []
    var now = 1_790_856_000.0
    for _ in 0..<TestEffort.of(3000, debug: 1000) {
      now += random.fraction() * 8
      let weight = random.fraction() * 3
      let time = windows.earliest(for: weight, from: now)
      #expect(time >= now)
      windows.take(weight, at: time)
      grants.append((time, weight))
      now = time
      for (limit, length) in [(10.0, 60.0), (100, 3600)] {
        let inWindow = grants.reversed().prefix { $0.time > now - length + 1e-3 }.reduce(0) { $0 + $1.weight }
        #expect(inWindow <= limit + 1e-6)
      }
    }
    // It is not only safe but effective: the hour's limit applies, and is reached.
    let span = now - 1_790_856_000
    let total = grants.reduce(0) { $0 + $1.weight }
    #expect(total / span > 0.9 * 100 / 3600)
  }

  @Test("the stated moment is the first possible one")
  func tight() {
    let random = AQRandomNumbers(seed: 8)
    var window = BudgetWindow(.init(10, perSeconds: 60))
    var now = 1000.0
    for _ in 0..<500 {
      let weight = 0.1 + random.fraction() * 5
      let time = window.earliest(for: weight, from: now)
      if time > now { #expect(window.earliest(for: weight, from: time - 0.01) > time - 0.01) }
      #expect(window.earliest(for: weight, from: time) == time)
      window.take(weight, at: time)
      now = time + random.fraction() * 3
    }
  }

  @Test("a fixed window clears on the minute, on the hour and at midnight UTC")
  func fixed() {
    for length in [60.0, 3600, 86_400] {
      var window = BudgetWindow(.init(2, perSeconds: Int64(length), .fixed))
      let start = 1_790_812_800.0  // 2026-10-01T00:00:00Z
      window.take(2, at: start + length * 0.9)
      #expect(window.earliest(for: 1, from: start + length * 0.95) == start + length)
      #expect(window.used(at: start + length * 0.95) == 2)
      #expect(window.used(at: start + length) == 0)
      #expect(window.earliest(for: 1, from: start + length) == start + length)
      #expect(window.longestWait(from: start + length * 0.75) == length * 0.25)
    }
  }

  @Test("a clock that is set back neither clears nor blocks a fixed window")
  func setBack() {
    var window = BudgetWindow(.init(2, perSeconds: 60, .fixed))
    window.take(2, at: 6000)
    window.take(0.5, at: 5900)
    #expect(window.used(at: 5901) == 2.5)
    #expect(window.earliest(for: 1, from: 5901) == 5940)
  }

  @Test("a clock that was a year ahead when a fixed window was filled doesn't block it for a year")
  func setBackFull() {
    for length in [60.0, 3600, 86_400] {
      var window = BudgetWindow(.init(2, perSeconds: Int64(length), .fixed))
      let now = 1_790_812_800.0 + length / 4
      let ahead = now + 366 * 86_400
      window.take(2, at: ahead)
      window.shift(by: ahead - now, to: now)
      #expect(window.used(at: now) == 2)
      #expect(window.earliest(for: 1, from: now) == now + length * 3 / 4)
      #expect(window.used(at: now + length) == 0)
    }
  }

  @Test("fractions of a weight add up without drift")
  func fractions() {
    var window = BudgetWindow(.init(1, perSeconds: 60))
    for _ in 0..<10 {
      #expect(window.earliest(for: 0.1, from: 100) == 100)
      window.take(0.1, at: 100)
    }
    #expect(window.earliest(for: 0.1, from: 100) == 160)
  }

  @Test("a long window keeps a thousand moments at most, whatever it grants")
  func bounded() {
    var window = BudgetWindow(.init(1e9, perSeconds: 86_400))
    for index in 0..<50_000 { window.take(1, at: 1e9 + Double(index)) }
    #expect(window.grants.count <= 1001)
    #expect(window.used(at: 1e9 + 50_000) == 50_000)
    // Merging forgets no count, and releases none too early.
    #expect(window.used(at: 1e9 + 86_400 + 25_000) <= 25_000 + 90)
    #expect(window.used(at: 1e9 + 86_400 + 25_000) >= 25_000 - 1)
  }

  @Test("a correction changes what a grant counts")
  func correction() {
    for alignment in [RequestLimits.Window.Alignment.sliding, .fixed] {
      var window = BudgetWindow(.init(10, perSeconds: 60, alignment))
      window.take(4, at: 6000)
      window.take(4, at: 6010)
      window.correct(by: -3, grantedAt: 6000)
      #expect(window.used(at: 6011) == 5)
      window.correct(by: -100, grantedAt: 6000)
      #expect(window.used(at: 6011) >= 0)
    }
  }

  @Test("odd limits don't trap", arguments: [0, -1, .nan, .infinity] as [Double])
  func odd(limit: Double) {
    let window = BudgetWindow(.init(limit, perSeconds: .min))
    #expect(window.canEverGrant(1) == (limit == .infinity))
    #expect(window.canEverGrant(.infinity) == (limit == .infinity))
  }
}
