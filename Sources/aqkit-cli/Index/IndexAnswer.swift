import AQKit

/// What an index says about some concentrations.
struct IndexAnswer {
  /// The index.
  let index: any AirQualityIndex
  /// What went in.
  let concentrations: [IndexInput.Concentration]
  /// The value, or why there is none.
  let outcome: AQIOutcome
  /// What did not go in, and why.
  let remarks: [String]

  /// The sub-indices, also where the standard gives no overall value.
  var subIndices: [AQISubIndex] { outcome.value?.subIndices ?? outcome.reason?.subIndices ?? [] }

  /// The colour of a sub-index.
  static func color(of sub: AQISubIndex) -> AQIColor? { sub.band?.color(for: sub.number) }

  /// Why there is no value, as one sentence.
  var complaint: String? {
    guard let reason = outcome.reason?.reason else { return nil }
    if case .undefined(let value) = reason,
      let input = concentrations.first(where: { $0.value == value })?.input
    {
      let others = outcome.reason?.alternatives.map { " Another reading gives \($0)." } ?? []
      return "\(index.edition.identifier) defines no index for \(input) at \(value.plainText) \(input.unit)."
        + others.joined()
    }
    return "\(index.edition.identifier) gives no index: \(reason)."
  }
}
