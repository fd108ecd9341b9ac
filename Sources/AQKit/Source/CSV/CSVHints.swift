/// Guesses a row's group from its first bytes. For rows without order a guess is cheaper than finding the group's key;
/// a comparison confirms it.
struct CSVHints {
  /// The number of bytes looked at, at most the shortest first segment, so that they never include a time.
  private var length = maximumLength
  /// The group that rows with certain bytes had last.
  private var table = ContiguousArray<Int32>(repeating: 0, count: 1_024)
  private var groupCount = 0
  /// Rises with right guesses and falls with wrong ones.
  private var score = 0

  private static let maximumLength = 24
  private static let highestScore = 1_000
  private static let lowestScore = -100_000

  /// Whether guesses have been right often enough.
  @inline(__always)
  var isWorthIt: Bool { score >= 0 && length > 0 }

  /// Accounts for a new group.
  mutating func add(groupWithKeyLength keyLength: Int) {
    groupCount += 1
    let shortest = min(length, keyLength)
    // Fewer bytes may be looked at now, so everything must be learned again.
    if shortest == length, groupCount * 8 <= table.count { return }
    length = shortest
    while groupCount * 8 > table.count { table.append(contentsOf: repeatElement(0, count: table.count)) }
    for index in table.indices { table[index] = 0 }
  }

  /// The likely group of the row at an offset; any group if unknown.
  @inline(__always)
  func group(_ bytes: RawSpan, _ start: Int) -> Int { Int(table[slot(bytes, start)]) }

  /// Remembers the group of the row at an offset.
  @inline(__always)
  mutating func learn(_ bytes: RawSpan, _ start: Int, is group: Int) {
    if length > 0 { table[slot(bytes, start)] = Int32(truncatingIfNeeded: group) }
    // Guessing pauses only for a while.
    if score < 0 { score &+= 1 }
  }

  @inline(__always)
  mutating func count(isRight: Bool) {
    if isRight {
      score = min(score &+ 1, Self.highestScore)
    } else {
      score &-= 2
      if score < 0 { score = Self.lowestScore }
    }
  }

  @inline(__always)
  private func slot(_ bytes: RawSpan, _ start: Int) -> Int {
    guard bytes.byteCount &- start >= Self.maximumLength else { return 0 }
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var left = length
    var at = start
    while left > 0 {
      let word = EightBytes.load(bytes, at: at)
      let kept = left >= 8 ? word : word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* left)
      let product = (state ^ kept).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low
      left &-= 8
      at &+= 8
    }
    return Int(truncatingIfNeeded: state) & (table.count &- 1)
  }
}
