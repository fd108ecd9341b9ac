import AQKit

/// One number of a payload whose value in the answer is known.
struct KnownNumber: Sendable {
  /// A change of the number, and its expected effect.
  struct Change: Sendable {
    /// The new text; nil for no value: `null` in JSON, an empty field elsewhere.
    var text: String?
    /// The expected value; nil for none.
    var expected: Double?
    /// Whether a note must count the missing value.
    var isCounted = false
  }

  let sample: Sample
  let honest: [ReadingIdentity: Double]
  let payload: Int
  let fields: PayloadFields
  let field: PayloadFields.Field
  let key: ReadingIdentity

  /// The payload with the number rewritten.
  func rewritten(as text: String?) -> [UInt8] {
    if let text { return fields.rewriting(field, as: text) }
    guard fields.isJSON else { return fields.rewriting(field, as: "") }
    // A number in quotation marks becomes null without them.
    let margin = field.isJSONNumber ? 0 : 1
    var copy = fields.bytes
    copy.replaceSubrange(
      field.range.lowerBound - margin..<field.range.upperBound + margin, with: Array("null".utf8))
    return copy
  }
}

extension SourceContract {
  /// Finds a number that occurs once in a payload and once in the answer, and that the answer follows when it changes.
  func findProbe(families: Set<AirParameter.Family>?) async throws -> KnownNumber {
    for sample in try await answered() {
      let honest = sample.responses.readings
      let payloads = payloads(of: sample).map(PayloadFields.init)
      var places: [Double: (count: Int, payload: Int, field: PayloadFields.Field)] = [:]
      for (index, payload) in payloads.enumerated() {
        for field in payload.fields {
          guard let number = field.number else { continue }
          places[number] = ((places[number]?.count ?? 0) + 1, index, field)
        }
      }
      let counts = honest.values.reduce(into: [Double: Int]()) { $0[$1, default: 0] += 1 }
      let candidates = honest.filter { key, value in
        counts[value] == 1 && places[value]?.count == 1 && (families?.contains(key.parameter.family) ?? true)
      }
      // In the order of the payload, so that every run chooses the same.
      let ordered = candidates.compactMap { key, value in places[value].map { (key: key, place: $0) } }
        .sorted {
          ($0.place.payload, $0.place.field.range.lowerBound) < (
            $1.place.payload, $1.place.field.range.lowerBound
          )
        }
      for candidate in ordered.prefix(8) {
        let known = KnownNumber(
          sample: sample, honest: honest, payload: candidate.place.payload,
          fields: payloads[candidate.place.payload],
          field: candidate.place.field, key: candidate.key)
        let number = (candidate.place.field.number ?? 0) + 0.5
        let changed = await self.sample(
          sample.query, of: try subjectUnderTest(known, rewritten: known.rewritten(as: number.plainText)))
        if changed.responses.readings[candidate.key] == number { return known }
      }
    }
    throw NotApplicable("no number of a payload can be told to be one value of the answer")
  }

  /// A source that gets the rewritten payload of a known.
  func subjectUnderTest(_ known: KnownNumber, rewritten: [UInt8]) throws -> SourceUnderTest {
    var payloads = payloads(of: known.sample)
    if payloads.indices.contains(known.payload) { payloads[known.payload] = rewritten }
    return try subjectUnderTest(replaying: known.sample, payloads: payloads)
  }
}
