import AQKit
import AQKitTesting
import Testing

@Suite("Random numbers")
struct RandomNumbersTests {
  @Test("a seed gives the sequence of the published generator")
  func splitMix() {
    let random = AQRandomNumbers(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test("copies share one sequence")
  func copies() {
    let random = AQRandomNumbers(seed: 7)
    let copy = random
    #expect(random.next() != copy.next())
  }

  @Test("a unit number is from 0 up to but not including 1")
  func unit() {
    #expect(AQRandomNumbers { 0 }.fraction() == 0)
    #expect(AQRandomNumbers { .max }.fraction() < 1)
    let random = AQRandomNumbers(seed: 3)
    let mean = (0..<10_000).reduce(0.0) { sum, _ in sum + random.fraction() } / 10_000
    #expect(abs(mean - 0.5) < 0.01)
  }

  @Test(
    "a container has the system's numbers unless it is given others, and copies share their request budgets")
  func container() throws {
    let container = AQContainer().setting(.randomNumbers, to: AQRandomNumbers(seed: 1_234_567))
    #expect(try container[.randomNumbers].next() == 6_457_827_717_110_365_317)
    _ = try AQContainer()[.randomNumbers].next()
    let original = AQContainer()
    let copy = original.setting(.clock, to: ManualClock())
    #expect(try original[.requestBudgets] === copy[.requestBudgets])
    #expect(try original[.requestBudgets] !== AQContainer()[.requestBudgets])
  }
}
