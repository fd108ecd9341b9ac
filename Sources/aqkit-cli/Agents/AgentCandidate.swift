import AQKit

/// The decision on a source, or on one of its sites, at a place.
struct AgentCandidate: Encodable {
  /// The maximum number of candidates in an answer.
  static let most = 200

  let source: SourceID
  let parameter: AirParameter?
  let site: String?
  let isIndoor: Bool?
  /// Metres from the place.
  let distance: Double?
  let isChosen: Bool
  let verdict: String

  /// Returns the candidates at the place of an answer, except those that the query leaves out.
  static func all(of answer: AirAnswer) -> [AgentCandidate] {
    answer.candidates().compactMap { candidate in
      if case .notAsked(.notSelected) = candidate.verdict { return nil }
      return AgentCandidate(candidate)
    }
  }

  private init(_ candidate: AirAnswer.Candidate) {
    (source, parameter, distance) = (candidate.source, candidate.parameter, candidate.distance)
    let site = candidate.report?.site
    (self.site, isIndoor) = (site?.name ?? site?.id, site?.isIndoor)
    isChosen = if case .chosen = candidate.verdict { true } else { false }
    verdict = candidate.verdict.description
  }

  /// The candidate as text.
  var line: String {
    let parts = [
      parameter?.rawValue, site, isIndoor == true ? "indoor" : nil, distance.map(Text.distance),
    ].compactMap(\.self)
    return "\(isChosen ? "Chosen" : "Not chosen"): \(source)"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))") + ": \(verdict)"
  }
}

/// The answer of `explain`.
struct AgentExplanation: Encodable { let candidates: [AgentCandidate] }
