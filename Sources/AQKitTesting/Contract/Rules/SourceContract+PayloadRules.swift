import AQKit

extension SourceContract {
  /// Rules for payloads with one value or one arrangement changed.
  static let payloadRules: [ContractRule] = [
    ContractRule("payload.values", "Every value stands in a payload as it is.", requires: .payloads) {
      contract in
      let sample = try await contract.sampleWithValues()
      var numbers: Set<Double> = []
      for payload in contract.payloads(of: sample) {
        numbers.formUnion(PayloadFields(payload).fields.compactMap(\.number))
      }
      return sample.responses.readings.filter { !numbers.contains($0.value) }
        .map { "\($0.key.label) is \($0.value.plainText), which is in no payload." }.sorted()
    },
    known(
      "payload.change",
      "Another number in the payload is another value in the answer, and nothing else changes."
    ) {
      _, field in
      KnownNumber.Change(text: ((field.number ?? 0) + 0.5).plainText, expected: (field.number ?? 0) + 0.5)
    },
    known("payload.null", "A value that is null is absent, never zero, and all others are as before.") {
      contract, field in
      KnownNumber.Change(text: nil, expected: nil)
    },
    known("payload.zero", "A value of zero is zero, and not absent.") { _, _ in
      KnownNumber.Change(text: "0", expected: 0)
    },
    known(
      "payload.negative",
      "A small negative value of a concentration is kept: instruments scatter around zero.",
      families: [.gas, .particle]
    ) {
      _, _ in KnownNumber.Change(text: "-0.4", expected: -0.4)
    },
    known("payload.sentinel", "A number that stands for no value is absent, and counted.") { contract, _ in
      guard let sentinel = contract.descriptor.sentinels.first else {
        throw NotApplicable("no sentinel is declared")
      }
      return KnownNumber.Change(text: sentinel.plainText, expected: nil, isCounted: true)
    },
    ContractRule(
      "payload.text", "A text in the place of a number is refused and counted, and never loses other rows.",
      requires: .payloads
    ) {
      contract in
      let known = try await contract.findProbe(families: nil)
      let text = known.field.isJSONNumber ? "\"n/a\"" : "n/a"
      let changed = await contract.sample(
        known.sample.query,
        of: try contract.subjectUnderTest(known, rewritten: known.fields.rewriting(known.field, as: text)))
      // Only the row or column with the text may be lost.
      let others = known.honest.keys.filter { key in
        key.site != known.key.site
          || (key.interval != known.key.interval && key.parameter != known.key.parameter)
      }
      guard changed.outcome.value != nil else {
        if others.isEmpty, (changed.outcome.error as? AQError)?.code == .malformed { return [] }
        return ["One text in the place of a number gives \(changed.outcome.summary)."]
      }
      let readings = changed.responses.readings
      var messages: [String] = []
      if readings[known.key] != nil {
        messages.append("A text in the place of \(known.key.label) gives a value.")
      }
      if readings.contains(where: { known.honest[$0.key] != $0.value && $0.key != known.key }) {
        messages.append("A text in the place of \(known.key.label) changes other values.")
      }
      let lost = others.count { readings[$0] == nil }
      if lost > 0 {
        messages.append("One text in the place of a number loses \(lost) values of other rows and columns.")
      }
      if changed.responses.count(of: [.refused, .failed])
        <= known.sample.responses.count(of: [.refused, .failed])
      {
        messages.append("One text in the place of a number is refused, and not counted.")
      }
      return messages
    },
    rearrangement("payload.order", "Rows in another order give the same values.") { $0.reversed() },
    rearrangement("payload.duplicates", "Rows that come twice are kept once.") { $0.flatMap { [$0, $0] } },
    ContractRule("payload.unknown-member", "Members that nobody knows are passed over.", requires: .payloads)
    { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample)
      guard payloads.contains(where: { PayloadOutline(json: $0) != nil }) else {
        throw NotApplicable("needs JSON")
      }
      let unknown = Array(#""a_member_that_nobody_knows":{"deep":[1,2.5,null,"text"]}"#.utf8)
      return await contract.compare(
        sample, with: payloads.map { PayloadOutline(json: $0)?.adding(member: unknown) ?? $0 },
        "An unknown member")
    },
  ]

  /// A rule that changes one number of a payload and checks the effect on its value.
  private static func known(
    _ id: String, _ sentence: String, families: Set<AirParameter.Family>? = nil,
    _ change: @escaping @Sendable (SourceContract, PayloadFields.Field) throws -> KnownNumber.Change
  ) -> ContractRule {
    ContractRule(id, sentence, requires: .payloads) { contract in
      let known = try await contract.findProbe(families: families)
      let change = try change(contract, known.field)
      let changed = await contract.sample(
        known.sample.query,
        of: try contract.subjectUnderTest(known, rewritten: known.rewritten(as: change.text)))
      guard changed.outcome.value != nil else { return ["It gives \(changed.outcome.summary)."] }
      let readings = changed.responses.readings
      var messages: [String] = []
      let value = readings[known.key]
      if value != change.expected {
        messages.append(
          "\(known.key.label) is \(value?.plainText ?? "absent"), and should be \(change.expected?.plainText ?? "absent")."
        )
      }
      var others = readings
      others[known.key] = nil
      var honest = known.honest
      honest[known.key] = nil
      if others != honest { messages.append("A change of \(known.key.label) changes other values.") }
      if change.isCounted,
        changed.responses.count(of: [.refused, .withheld, .belowDetection, .notMeasured])
          <= known.sample.responses.count(of: [.refused, .withheld, .belowDetection, .notMeasured])
      {
        messages.append("\(known.key.label) is left out, and nothing counts it.")
      }
      return messages
    }
  }

  /// A rule that rearranges the rows of every payload and expects the same values.
  private static func rearrangement(
    _ id: String, _ sentence: String,
    _ change: @escaping @Sendable ([PayloadOutline.Node]) -> [PayloadOutline.Node]
  ) -> ContractRule {
    ContractRule(id, sentence, requires: .payloads) { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample)
      let rearranged = payloads.map { PayloadOutline(anyRows: $0)?.rearranged(change) ?? $0 }
      if rearranged == payloads { throw NotApplicable("no payload has rows") }
      return await contract.compare(sample, with: rearranged, "The arrangement of the rows")
    }
  }

  /// Compares the answers to changed payloads with a sample.
  private func compare(_ sample: Sample, with payloads: [[UInt8]], _ what: String) async -> [String] {
    guard let subjectUnderTest = try? subjectUnderTest(replaying: sample, payloads: payloads) else {
      return ["The source can't be made twice."]
    }
    let changed = await self.sample(sample.query, of: subjectUnderTest)
    guard changed.outcome.value != nil else { return ["\(what) gives \(changed.outcome.summary)."] }
    let (before, after) = (sample.responses.readings, changed.responses.readings)
    if before == after { return [] }
    let lost = before.keys.count { after[$0] == nil }
    let new = after.keys.count { before[$0] == nil }
    let other = before.count { after[$0.key] != nil && after[$0.key] != $0.value }
    return ["\(what) changes the values: \(lost) lost, \(new) new, \(other) different."]
  }
}
