import AQKit

/// A number of a payload whose value in the response is known.
struct KnownNumber: Sendable {
  struct Change: Sendable {
    /// The new text; nil for no value: `null` in JSON, an empty field elsewhere.
    var text: String?
    /// The number that the new text means; nil for a missing value. The response's value is this times the scale.
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
  /// The factor from the number to the value: 1, or one that the author has declared.
  let scale: Double

  /// Whether the field holds whole numbers, which are scaled.
  var isWhole: Bool { scale != 1 && Int64(field.text) != nil }

  /// Another number that the field can hold.
  var otherNumber: Double { (field.number ?? 0) + (isWhole ? 5 : 0.5) }

  /// Returns whether a value equals a number of the payload; within rounding if it is scaled.
  func isMeant(_ number: Double?, by value: Double?) -> Bool {
    guard let number, let value else { return number == nil && value == nil }
    return scale == 1 ? value == number : value.isNearly(number * scale)
  }

  func rewritten(as text: String?) -> [UInt8] {
    if let text { return fields.rewriting(field, as: field.spelling(text)) }
    guard fields.isJSON else { return fields.rewriting(field, as: "") }
    // The quotation marks around a number are replaced with it, since `null` has none.
    let margin = field.isJSONNumber ? 0 : 1
    let range = field.range.lowerBound - margin..<field.range.upperBound + margin
    return changed(fields.bytes) { $0.replaceSubrange(range, with: Array("null".utf8)) }
  }
}

extension SourceContract {
  func fields(_ payload: [UInt8]) -> PayloadFields {
    PayloadFields(payload, separators: separators, decimal: decimalSeparator)
  }

  /// Explains why a rule about the numbers of payloads doesn't apply; names the setting to use if a payload is text.
  func nothingKnown(_ payloads: [PayloadFields], _ otherwise: String) -> NotApplicable {
    NotApplicable(
      payloads.contains(where: \.isUndescribed)
        ? "the payloads aren't JSON: \(PayloadFields.undescribedAdvice)" : otherwise)
  }

  /// Finds a number that occurs once in a payload and once in the response, and that the response follows when it changes.
  func findProbe(where suits: (ReadingIdentity) -> Bool = { _ in true }) async throws -> KnownNumber {
    var tried: [PayloadFields] = []
    for sample in try await samplesWithResponse() {
      let honest = sample.responses.readings
      let payloads = payloads(of: sample).map(fields)
      tried += payloads
      let positions = NumberPositions(payloads, scales: scales)
      // In the order of the payload, so that every run makes the same choice.
      let ordered = honest.unrepeated.filter { suits($0.key) }
        .compactMap { key, value in positions.onlyPosition(of: value).map { (key, $0) } }
        .sorted { $0.1.order < $1.1.order }
      for (key, position) in ordered.prefix(8) {
        let known = KnownNumber(
          sample: sample, honest: honest, payload: position.payload, fields: payloads[position.payload],
          field: position.field, key: key, scale: position.scale)
        let number = known.otherNumber
        let changed = try await ask(known, rewritten: known.rewritten(as: number.plainText))
        if known.isMeant(number, by: changed.responses.readings[key]) { return known }
      }
    }
    throw nothingKnown(tried, "no number of a payload can be matched with a single value of the response")
  }

  func ask(_ known: KnownNumber, rewritten: [UInt8]) async throws -> Sample {
    var payloads = payloads(of: known.sample)
    if payloads.indices.contains(known.payload) { payloads[known.payload] = rewritten }
    return try await ask(replaying: known.sample, payloads: payloads)
  }
}

struct NumberPositions {
  struct Position {
    let payload: Int
    let field: PayloadFields.Field
    var scale = 1.0

    var order: (Int, Int) { (payload, field.range.lowerBound) }
  }

  private var positions: [Double: (count: Int, position: Position)] = [:]
  private let scales: [Double]

  init(_ payloads: [PayloadFields], scales: [Double]) {
    self.scales = scales
    for (index, payload) in payloads.enumerated() {
      for field in payload.fields {
        guard let number = field.number else { continue }
        positions[number] = ((positions[number]?.count ?? 0) + 1, Position(payload: index, field: field))
      }
    }
  }

  /// Returns whether a value equals a number of a payload, or such a number times a scale.
  func has(_ value: Double) -> Bool {
    positions[value] != nil
      || scales.contains { scale in positions.keys.contains { ($0 * scale).isNearly(value) } }
  }

  /// Returns the position of the only number that equals a value, or does so after multiplication by a scale.
  func onlyPosition(of value: Double) -> Position? {
    if let found = positions[value] { return found.count == 1 ? found.position : nil }
    for scale in scales {
      let found = positions.filter { ($0.key * scale).isNearly(value) }
      if found.count == 1, let only = found.first?.value, only.count == 1 {
        return Position(payload: only.position.payload, field: only.position.field, scale: scale)
      }
    }
    return nil
  }
}

extension [ReadingIdentity: Double] {
  /// The readings whose number no other reading has.
  var unrepeated: Self {
    let counts = values.reduce(into: [Double: Int]()) { $0[$1, default: 0] += 1 }
    return filter { counts[$0.value] == 1 }
  }
}

extension Double {
  /// Returns whether two numbers differ at most by the rounding of one multiplication.
  func isNearly(_ other: Double) -> Bool {
    self == other || (self - other).magnitude <= 1e-12 * max(magnitude, other.magnitude)
  }
}
