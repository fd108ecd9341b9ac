/// One sample of a series: the readings within one cell of the sampling grid.
struct HistorySample {
  /// The first second of the cell.
  var start: Int64
  /// The time of the newest reading: the last second of its interval.
  var moment: Int64
  /// When the newest of the readings was received.
  var receivedAt: Int64
  /// When a feed of snapshots no longer named it.
  var standsUntil: Int64 = .max
  /// The newest reading.
  var value: Double
  var minimum: Double
  var maximum: Double
  /// The mean of the readings.
  var mean: Double
  /// The number of readings, without repetitions.
  var count: Int32
  /// The length of the cell in seconds.
  var length: Int32
  var flags: Flags

  /// The flags that a sample keeps, as bits.
  struct Flags: OptionSet {
    let rawValue: UInt16

    /// The flags by bit.
    private static let known: [QualityFlag] = [
      .provisional, .suspect, .corrected, .belowDetection, .interpolated, .timeOfReceipt, .late, .repeated,
      .carriedForward,
    ]

    static let late = Flags(.late)
    static let repeated = Flags(.repeated)
    static let timeOfReceipt = Flags(.timeOfReceipt)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ flag: QualityFlag) {
      let bit = Self.known.firstIndex(of: flag)
      rawValue = bit.map { 1 << UInt16($0) } ?? 0
    }

    init(_ flags: Set<QualityFlag>) {
      self = flags.reduce(into: []) { $0.insert(Flags($1)) }
    }

    var set: Set<QualityFlag> {
      rawValue == 0 ? [] : Set(Self.known.filter { contains(Flags($0)) })
    }
  }
}
