/// The outcome of one part of a query.
struct PartOutcome: Sendable {
  struct Piece: Sendable {
    let builder: ReportBuilder
    /// For each place of the part, its index in the whole query.
    let places: [Int]
  }

  struct Failure: Sendable {
    let error: AQError
    /// The indices in the whole query of the places that it leaves without an answer.
    let places: [Int]

    var note: AirNote {
      if error.code == .limitReachedLocally {
        return AirNote(.limitReached, error.message, places: places)
      }
      return AirNote(.failed, error.message, places: places, failure: error.code)
    }
  }

  var pieces: [Piece] = []
  var failures: [Failure] = []
  var hasAnswer: Bool { !pieces.isEmpty }

  static func + (lhs: PartOutcome, rhs: PartOutcome) -> PartOutcome {
    PartOutcome(pieces: lhs.pieces + rhs.pieces, failures: lhs.failures + rhs.failures)
  }
}

extension AQError.Code {
  /// The bound on the calls of one fetch was reached.
  static let limitReachedLocally = AQError.Code(rawValue: "callLimitReached")
}
