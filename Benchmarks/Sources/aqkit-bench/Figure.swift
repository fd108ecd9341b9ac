/// A measured figure of a suite, with its goal and its baselines of the same run.
struct Figure {
  /// The work that was done.
  var workload: String
  /// The measured value, by processor time for a speed.
  var value: Double
  var unit: String
  /// The same by the wall clock, which other work on the machine affects.
  var wall: Double?
  /// The goal of `value`.
  var goal: Goal?
  /// The figures with which it is compared.
  var baselines: [Baseline] = []

  /// A bound.
  struct Goal {
    enum Direction { case atLeast, atMost }
    var direction: Direction
    var bound: Double
    /// Whether missing it fails a check: true for bounds that apply to any machine, false for speeds.
    var decides: Bool

    static func atLeast(_ bound: Double) -> Goal { Goal(direction: .atLeast, bound: bound, decides: false) }
    static func atMost(_ bound: Double, decides: Bool = false) -> Goal {
      Goal(direction: .atMost, bound: bound, decides: decides)
    }

    func isMet(by value: Double) -> Bool {
      switch direction {
      case .atLeast: value >= bound
      case .atMost: value <= bound
      }
    }
  }

  /// Another way to do the same work, measured in the same run and in the same unit.
  struct Baseline {
    var name: String
    /// Nil if it isn't available here.
    var value: Double?
    /// The reason why it is missing.
    var absence: String = ""
    /// The least that is promised of the figure's value over this one.
    var leastRatio: Double?
  }

  /// The bounds that were missed and that a check counts.
  var failures: Int {
    let missed = goal.map { $0.decides && !$0.isMet(by: value) } ?? false
    return (missed ? 1 : 0)
      + baselines.count { baseline in
        guard let other = baseline.value, let least = baseline.leastRatio else { return false }
        return !(value / other >= least)
      }
  }
}

extension Figure: CustomStringConvertible {
  /// The figure on a line, and each of its baselines on one below.
  var description: String {
    var line = "  \(workload): \(Self.text(value)) \(unit)"
    if let wall { line += " (wall \(Self.text(wall)))" }
    if let goal {
      line += "  goal \(goal.direction == .atLeast ? "≥" : "≤") \(Self.text(goal.bound)): "
      line += goal.isMet(by: value) ? "met" : "NOT MET"
    }
    return ([line] + baselines.map { baseline in "      against " + describe(baseline) }).joined(
      separator: "\n")
  }

  private func describe(_ baseline: Baseline) -> String {
    guard let other = baseline.value else { return "\(baseline.name): missing, \(baseline.absence)" }
    var line = "\(baseline.name): \(Self.text(other)) \(unit), ratio \(Self.text(value / other))"
    if let least = baseline.leastRatio {
      line += "  goal ≥ \(Self.text(least)): \(value / other >= least ? "met" : "NOT MET")"
    }
    return line
  }

  /// Returns a number with at least three digits, without insignificant decimals.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let scale: Double = value.magnitude >= 100 ? 1 : value.magnitude >= 10 ? 10 : 100
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int64(rounded)) : "\(rounded)"
  }
}
