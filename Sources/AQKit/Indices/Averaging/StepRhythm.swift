/// The steps between the values of an irregular timeline. A device that is polled every ten minutes replies
/// some seconds late or early, or not at all, but its values are meant for a grid: steps that divide the
/// hour, at a phase that all share.
struct StepRhythm: Sendable {
  private let timeline: AirTimeline
  /// The median of all steps, in seconds; 0 if it is longer than an hour by more than a tenth, or there are no steps.
  let usual: Int64
  /// The common phase of the values in each unit of time that occurs.
  private var phases: [Int64: Int64] = [:]

  /// The usual steps of devices and services that divide an hour, in seconds.
  private static let units: [Int64] = [
    1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 300, 360, 600, 720, 900, 1200, 1800, 3600,
  ]

  init(_ timeline: AirTimeline) {
    self.timeline = timeline
    let ends = (0..<timeline.count).map(timeline.endSeconds(at:))
    let steps = zip(ends, ends.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    let median = steps.isEmpty ? 0 : steps[(steps.count - 1) / 2]
    usual = median <= 3960 ? median : 0
    var residues: [Int64: Residues] = [:]
    for index in 0..<timeline.count {
      guard let unit = unit(at: index) else { continue }
      residues[unit, default: Residues(unit)].note(timeline.endSeconds(at: index))
    }
    phases = residues.mapValues(\.phase)
  }

  /// Returns the step of a value: the median of the steps around it, unless that is close to the usual one. Nil if it
  /// is longer than an hour, because the value is then a sample of unknown length.
  private func step(at index: Int) -> Int64? {
    let nearby = max(1, index - 3)..<max(1, min(timeline.count, index + 6))
    guard !nearby.isEmpty else { return nil }
    let steps = nearby.map { timeline.endSeconds(at: $0) - timeline.endSeconds(at: $0 - 1) }.sorted()
    let step = steps[(steps.count - 1) / 2]
    if usual > 0, step * 2 >= usual, step <= usual * 2 { return usual }
    return (1...3600).contains(step) ? step : nil
  }

  /// Returns the unit of time whose multiples a value's times are; nil if its step is near no unit.
  private func unit(at index: Int) -> Int64? {
    guard let step = step(at: index) else { return nil }
    let length = timeline.endSeconds(at: index) - timeline.startSeconds(at: index)
    guard length > 0 else { return unit(of: step) }
    // A mean's own length must be close to a multiple of the unit; otherwise its stated times count.
    guard let unit = unit(of: min(step, length)) else { return nil }
    return (length - length.rounded(to: unit, phase: 0)).magnitude * 10 <= unit.magnitude ? unit : nil
  }

  /// Returns the unit nearest to a step, if it is within a tenth of it.
  func unit(of step: Int64) -> Int64? {
    StepRhythm.units.first { (step - $0).magnitude * 10 <= $0.magnitude }
  }

  /// Returns the intended start or end: on the grid of its value's unit.
  func meant(_ second: Int64, at index: Int) -> Int64 {
    guard let unit = unit(at: index), let phase = phases[unit] else { return second }
    return second.rounded(to: unit, phase: phase)
  }

  /// Returns the intended interval of a value, for an instant that of the step that ends with it; nil if it can't be inferred.
  func interval(at index: Int) -> (start: Int64, end: Int64)? {
    let (start, end) = (timeline.startSeconds(at: index), timeline.endSeconds(at: index))
    let meantEnd = meant(end, at: index)
    if start < end { return (min(meant(start, at: index), meantEnd - 1), meantEnd) }
    guard let step = step(at: index) else { return nil }
    if let unit = unit(of: step) { return (meantEnd - unit, meantEnd) }
    // With varying steps a value reaches back to the previous one, unless one is missing between them.
    let gap = index > 0 ? end - timeline.endSeconds(at: index - 1) : .max
    return (end - (gap > 0 && Double(gap) <= Double(step) * 1.5 ? gap : step), end)
  }

  /// The seconds past the hour in UTC at which hourly values end.
  var hourPhase: Int64 {
    var residues = Residues(3600)
    for index in 0..<timeline.count { residues.note(timeline.endSeconds(at: index)) }
    return residues.phase
  }
}

/// The positions of some moments within a unit of time.
private struct Residues {
  let unit: Int64
  /// The number of moments in each sixteenth of the unit, with their sum, minimum and maximum.
  private var parts: [(count: Int64, sum: Int64, least: Int64, largest: Int64)]

  init(_ unit: Int64) {
    self.unit = unit
    parts = Array(repeating: (0, 0, .max, .min), count: 16)
  }

  mutating func note(_ moment: Int64) {
    let residue = moment.remainderDown(by: unit)
    let part = Int(residue * 16 / unit)
    parts[part].count += 1
    parts[part].sum += residue
    parts[part].least = min(parts[part].least, residue)
    parts[part].largest = max(parts[part].largest, residue)
  }

  /// The middle of the moments around the part with the most of them; 0 if the moments scatter around 0, as with a device
  /// that follows the clock.
  var phase: Int64 {
    guard let densest = parts.indices.max(by: { parts[$0].count < parts[$1].count }) else { return 0 }
    var (count, sum, least, largest) = (Int64(0), Int64(0), Int64.max, Int64.min)
    for distance in -8..<8 {
      // Parts before the densest one precede it on the circle, even across 0.
      let turns = Int64(densest + distance).dividedDown(by: 16)
      let part = parts[Int(Int64(densest + distance) - turns * 16)]
      guard part.count > 0 else { continue }
      count += part.count
      sum += part.sum + turns * unit * part.count
      least = min(least, part.least + turns * unit)
      largest = max(largest, part.largest + turns * unit)
    }
    guard count > 0 else { return 0 }
    let middle = sum.dividedDown(by: count)
    let spread = max(middle - least, largest - middle)
    // A device that is always a few seconds late or early still follows the clock.
    let reach = spread > 0 ? max(spread, unit / 10) : 0
    for zero in [0, unit] where (middle - zero).magnitude <= reach.magnitude { return 0 }
    return middle.remainderDown(by: unit)
  }
}

extension Int64 {
  /// Returns the nearest number that is a multiple of a unit plus a phase; of two equally near ones the smaller.
  func rounded(to unit: Int64, phase: Int64) -> Int64 {
    let above = (self - phase).remainderDown(by: unit)
    return above * 2 > unit ? self - above + unit : self - above
  }
}
