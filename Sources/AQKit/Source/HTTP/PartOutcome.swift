struct PartOutcome: Sendable {
  /// The content of a reply. Held by reference, because outcomes are joined in many steps.
  final class Piece: Sendable {
    let builder: ReportBuilder
    /// The index of each of the part's places in the whole query.
    let places: [Int]

    init(_ builder: ReportBuilder, places: [Int]) { (self.builder, self.places) = (builder, places) }
  }

  struct Failure: Sendable {
    let error: AQError
    /// The places left without a response, as indices in the whole query.
    let places: [Int]
  }

  var pieces: [Piece] = []
  var failures: [Failure] = []

  static func + (lhs: PartOutcome, rhs: PartOutcome) -> PartOutcome {
    PartOutcome(pieces: lhs.pieces + rhs.pieces, failures: lhs.failures + rhs.failures)
  }
}

/// Stops the search for a bad place in a part when the whole request is at fault.
///
/// About 2 · log₂ n requests find a bad place, and one of them soon succeeds. If none has succeeded after a few more, the
/// places are not the reason.
struct Bisection {
  private var hasSucceeded = false
  private var refusals = 0
  private let mostRefusals: Int

  init(places: Int) {
    let doublings = Int.bitWidth - max(1, places).leadingZeroBitCount
    mostRefusals = 2 * doublings + 8
  }

  /// Records the outcome of a part. Takes out of it the refused calls that one of several places may have spoiled, and
  /// returns their error and the halves of the part in which to repeat them; the results of the other calls stay.
  mutating func halves(of part: QueryPlan.Part, after outcome: inout PartOutcome)
    -> (error: AQError, parts: [QueryPlan.Part])?
  {
    let refused = outcome.failures.filter { $0.error.code == .invalidRequest }
    // Another call, such as for a list, may succeed for any places.
    if refused.isEmpty, !outcome.pieces.isEmpty { hasSucceeded = true } else { refusals += 1 }
    let spoiled = Set(refused.flatMap(\.places))
    guard spoiled.count > 1, let error = refused.first?.error, isPromising else { return nil }
    outcome.failures.removeAll { $0.error.code == .invalidRequest }
    let indices = part.places.indices.filter { spoiled.contains(part.places[$0]) }
    let middle = indices.count / 2
    return (error, [indices[..<middle], indices[middle...]].map { part.narrowed(to: Array($0)) })
  }

  var isPromising: Bool { hasSucceeded || refusals < mostRefusals }
}
