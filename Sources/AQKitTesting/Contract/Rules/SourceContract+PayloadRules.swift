import AQKit

extension SourceContract {
  static let payloadRules: [ContractRule] = [
    ContractRule(
      "payload.values",
      "Every value equals a number in the payload, or that number times a declared scale.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample).map(contract.fields)
      let numbers = NumberPositions(payloads, scales: contract.scales)
      // A value below its detection limit may be a fraction of that limit, such as half of it.
      let strays = sample.responses.readings { !$0.flags.contains(.belowDetection) }
        .filter { !numbers.has($0.value) }
      if !strays.isEmpty, payloads.contains(where: \.isUndescribed) {
        throw contract.nothingKnown(payloads, "")
      }
      return strays.map { "\($0.key.label) is \($0.value.plainText), which is in no payload." }.sorted()
    },
    known(
      "payload.change",
      "A changed number in the payload changes its value in the response, and nothing else."
    ) { _, known in
      let number = known.otherNumber
      return [KnownNumber.Change(text: number.plainText, expected: number)]
    },
    known("payload.null", "A value that is null is absent, never zero, and all others are as before.") {
      _, _ in
      [KnownNumber.Change(text: nil, expected: nil)]
    },
    known("payload.zero", "A value of zero is zero, and not absent.", where: { $0.mayBe(0) }) { contract, _ in
      [KnownNumber.Change(text: "0", expected: contract.meaningOfZero)]
    },
    known(
      "payload.negative",
      "A small negative value of a concentration is kept: instruments scatter around zero.",
      where: { [.gas, .particle].contains($0.parameter.family) && $0.mayBe(-1e-9) }
    ) { _, known in
      // A scaled number stays whole. −0.4 is a small number in ppb, but a large one in ppm.
      let numbers = known.isWhole ? [-4.0, -1] : [-0.4, -0.004, -0.000_4]
      let number = try numbers.first { known.key.mayBe($0 * known.scale) }
        .orNotApplicable("no small negative number is possible in the unit")
      return [KnownNumber.Change(text: number.plainText, expected: number)]
    },
    known(
      "payload.tiny",
      "The smallest numbers are values near zero, whatever their sign and spelling, and neither absent nor refused.",
      where: { $0.mayBe(0) }
    ) { contract, known in
      // A zero may have a sign, and the smallest number has an exponent, unless all are whole.
      guard let zero = contract.meaningOfZero else { return [KnownNumber.Change(text: "-0", expected: nil)] }
      let texts = known.isWhole ? ["-0"] : ["-0", "5e-324"]
      return texts.map { KnownNumber.Change(text: $0, expected: zero) }
    },
    known("payload.huge", "A number beyond what is possible is absent, and counted.") { _, known in
      guard known.key.unit.isKnown else { throw NotApplicable("the unit isn't known") }
      return [KnownNumber.Change(text: "1e300", expected: nil, isCounted: true)]
    },
    known("payload.sentinel", "A number that means a missing value is absent, and counted.") { contract, _ in
      let sentinel = try contract.descriptor.sentinels.first.orNotApplicable("no sentinel is declared")
      return [KnownNumber.Change(text: sentinel.plainText, expected: nil, isCounted: true)]
    },
    ContractRule(
      "payload.text", "A text in place of a number is refused and counted, and never loses other rows.",
      requires: .payloads
    ) { contract in
      let known = try await contract.findProbe()
      let text = known.field.isJSONNumber ? "\"text\"" : "text"
      let changed = try await contract.ask(known, rewritten: known.fields.rewriting(known.field, as: text))
      // Only the row or column with the text may be lost.
      let others = known.honest.keys.filter { key in
        key.site != known.key.site
          || (key.interval != known.key.interval && key.parameter != known.key.parameter)
      }
      guard changed.outcome.value != nil else {
        if others.isEmpty, (changed.outcome.error as? AQError)?.code == .malformed { return [] }
        return ["One text in place of a number gives \(changed.outcome.summary)."]
      }
      let readings = changed.responses.readings
      let lost = others.count { readings[$0] == nil }
      let refused = [changed, known.sample].map { $0.responses.count(of: [.refused, .failed]) }
      return findings(
        readings[known.key] != nil ? "A text in place of \(known.key.label) gives a value." : nil,
        readings.withoutSubstitutes(for: known.key, in: known.honest).contains {
          known.honest[$0.key] != $0.value && $0.key != known.key
        }
          ? "A text in place of \(known.key.label) changes other values." : nil,
        lost > 0 ? "One text in place of a number loses \(lost) values of other rows and columns." : nil,
        refused[0] <= refused[1] ? "One text in place of a number is refused, and not counted." : nil)
    },
    rearrangement("payload.order", "Rows in another order give the same values.") { $0.reversed() },
    rearrangement("payload.duplicates", "Rows that come twice are kept once.") { $0.flatMap { [$0, $0] } },
    ContractRule("payload.unknown-member", "Unknown members are ignored.", requires: .payloads) { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample)
      guard payloads.contains(where: { PayloadOutline(json: $0) != nil }) else {
        throw NotApplicable("needs JSON")
      }
      let unknown = Array(#""a_member_that_nobody_knows":{"deep":[1,2.5,null,"text"]}"#.utf8)
      let changed = try await contract.ask(
        replaying: sample, payloads: payloads.map { PayloadOutline(json: $0)?.adding(member: unknown) ?? $0 })
      return sample.differences(from: changed, after: "An unknown member")
    },
    ContractRule(
      "payload.silent-instrument",
      "An instrument without any value has none in the response, a note says so, and all others are as before.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let honest = sample.responses.readings
      let payloads = contract.payloads(of: sample).map(contract.fields)
      let positions = NumberPositions(payloads, scales: contract.scales)
      let unrepeated = honest.unrepeated
      for (instrument, values) in Dictionary(grouping: honest, by: \.key.ofAllTimes)
        .sorted(by: { ($0.key.label, $0.key.site) < ($1.key.label, $1.key.site) }).prefix(8)
      {
        let fields = values.compactMap { unrepeated[$0.key].flatMap(positions.onlyPosition) }
        // Only an instrument all of whose values are known can be silenced.
        guard fields.count == values.count,
          fields.allSatisfy({ $0.field.isJSONNumber || !payloads[$0.payload].isJSON })
        else { continue }
        let silenced = payloads.indices.map { index in
          payloads[index].rewriting { field in
            fields.contains { $0.payload == index && $0.field.range == field.range }
              ? (payloads[index].isJSON ? "null" : "") : nil
          }
        }
        let shown = try await contract.ask(replaying: sample, payloads: silenced)
        guard shown.outcome.value != nil else {
          return ["Without any value of \(instrument.parameter) there is \(shown.outcome.summary)."]
        }
        let readings = shown.responses.readings
        let left = readings.filter { $0.key.ofAllTimes == instrument }
        // A number that only happens to equal a value doesn't silence it.
        if left == honest.filter({ $0.key.ofAllTimes == instrument }) { continue }
        // The payload has no value left to test.
        if !left.isEmpty { throw NotApplicable("a null becomes a value, as payload.null reports") }
        return contract.judge(shown, without: instrument, against: sample)
      }
      throw contract.nothingKnown(payloads, "no instrument's numbers can be told from others in the payloads")
    },
  ]

  /// Zero, or nil if it means a missing value.
  private var meaningOfZero: Double? { (absences + descriptor.sentinels).contains(0) ? nil : 0 }

  /// Returns a rule that changes one number of a payload and checks the effect on its value.
  private static func known(
    _ id: String, _ sentence: String,
    where suits: @escaping @Sendable (ReadingIdentity) -> Bool = { _ in true },
    _ changes: @escaping @Sendable (SourceContract, KnownNumber) throws -> [KnownNumber.Change]
  ) -> ContractRule {
    ContractRule(id, sentence, requires: .payloads) { contract in
      let known = try await contract.findProbe(where: suits)
      return try await changes(contract, known).asyncFlatMap { try await contract.effect(of: $0, on: known) }
    }
  }

  private func effect(of change: KnownNumber.Change, on known: KnownNumber) async throws -> [String] {
    let changed = try await ask(known, rewritten: known.rewritten(as: change.text))
    let text = change.text ?? "null"
    guard changed.outcome.value != nil else {
      return ["With \(text) in place of \(known.key.label) there is \(changed.outcome.summary)."]
    }
    let readings = changed.responses.readings
    let value = readings[known.key]
    let others = { (readings: [ReadingIdentity: Double]) in readings.filter { $0.key != known.key } }
    let codes: Set<AirNote.Code> = [.refused, .withheld, .belowDetection, .notMeasured]
    let counted = changed.responses.count(of: codes) - known.sample.responses.count(of: codes)
    return findings(
      // The smallest number becomes zero in any multiplication.
      known.isMeant(change.expected, by: value.map { $0.magnitude < 1e-300 ? 0 : $0 })
        ? nil
        : "\(known.key.label) is written as \(text) and is \(value?.plainText ?? "absent"), not \(change.expected?.plainText ?? "absent").",
      others(readings.withoutSubstitutes(for: known.key, in: known.honest)) == others(known.honest)
        ? nil : "\(text) in place of \(known.key.label) changes other values.",
      change.isCounted && value == nil && counted <= 0
        ? "\(known.key.label), written as \(text), is left out, and no note counts it." : nil)
  }

  /// Returns a rule that rearranges the rows of every payload and expects the same values.
  private static func rearrangement(
    _ id: String, _ sentence: String,
    _ change: @escaping @Sendable ([Int]) -> [Int]
  ) -> ContractRule {
    ContractRule(id, sentence, requires: .payloads) { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample)
      func written(_ change: ([Int]) -> [Int]) -> [[UInt8]] {
        payloads.map { PayloadOutline(anyRows: $0)?.rearranged(change) ?? $0 }
      }
      // Without rows, they differ from the payloads in white space alone.
      let (plain, rearranged) = (written { $0 }, written(change))
      if rearranged == plain { throw NotApplicable("no payload has rows") }
      let what = "The arrangement of the rows"
      let changed = try await contract.ask(replaying: sample, payloads: rearranged)
      if !changed.endsBefore(sample) { return sample.differences(from: changed, after: what) }
      // If a page has more rows than its total allows, no further page is asked for. So each payload is rearranged by
      // itself, and those that end the list aren't judged.
      var isJudged = false
      for index in payloads.indices where rearranged[index] != plain[index] {
        var single = payloads
        single[index] = rearranged[index]
        let changed = try await contract.ask(replaying: sample, payloads: single)
        if changed.endsBefore(sample) { continue }
        isJudged = true
        let findings = sample.differences(from: changed, after: what)
        if !findings.isEmpty { return findings }
      }
      if !isJudged { throw NotApplicable("the number of rows decides on what is asked next") }
      return []
    }
  }

  private func judge(
    _ shown: Sample, without instrument: ReadingIdentity, against sample: Sample
  ) -> [String] {
    let others = { (readings: [ReadingIdentity: Double]) in
      readings.filter { $0.key.ofAllTimes != instrument }
    }
    let honest = sample.responses.readings
    let left = shown.responses.readings.withoutSubstitutes(for: instrument, in: honest)
    let notes = shown.responses.flatMap(\.notes)
    let codes: Set<AirNote.Code> = [.notMeasured, .refused, .nothingNear]
    // Another instrument, or the same one uncorrected, may still have the parameter; at a point another site, too.
    let hasOther = shown.responses.readings.keys.contains {
      $0.site == instrument.site && $0.parameter == instrument.parameter
    }
    let points = sample.responses.flatMap(\.reports).filter { $0.site.identity == instrument.site }
      .flatMap(\.places)
    let isServedByOthers =
      !points.isEmpty
      && points.allSatisfy { place in
        sample.query.places.indices.contains(place) && sample.query.places[place].kind == .coordinate
          && shown.responses.contains { response in
            response.reports(forPlace: place).contains { !$0.series(of: instrument.parameter).isEmpty }
          }
      }
    let isNoted =
      hasOther || isServedByOthers || notes.contains { $0.parameters.contains(instrument.parameter) }
      || shown.responses.count(of: codes) > sample.responses.count(of: codes)
    return findings(
      others(left) == others(honest)
        ? nil : "Without any value of \(instrument.parameter) other values change.",
      isNoted ? nil : "\(instrument.parameter) has no value any more, and no note says so.")
  }
}

extension [ReadingIdentity: Double] {
  /// Returns the readings without those of sites that took the place of a reading's site, such as the next nearest one.
  fileprivate func withoutSubstitutes(for key: ReadingIdentity, in honest: Self) -> Self {
    if keys.contains(where: { $0.site == key.site }) { return self }
    let sites = Set(honest.keys.map(\.site))
    return filter { sites.contains($0.key.site) }
  }
}

extension ReadingIdentity {
  /// Returns whether a value of the parameter can be a number in the unit.
  fileprivate func mayBe(_ number: Double) -> Bool {
    ValueLimits(of: parameter, in: unit).verdict(on: number) != .impossible
  }
}

extension Sample {
  /// Returns whether this has a response after fewer requests than another one.
  fileprivate func endsBefore(_ other: Sample) -> Bool {
    outcome.value != nil && requests.count < other.requests.count
  }

  /// Returns the differences of the values after a change from these; empty if there are none.
  fileprivate func differences(from changed: Sample, after what: String) -> [String] {
    guard changed.outcome.value != nil else { return ["\(what) gives \(changed.outcome.summary)."] }
    let (before, after) = (responses.readings, changed.responses.readings)
    if before == after { return [] }
    let lost = before.keys.count { after[$0] == nil }
    let new = after.keys.count { before[$0] == nil }
    let other = before.count { after[$0.key] != nil && after[$0.key] != $0.value }
    return ["\(what) changes the values: \(lost) lost, \(new) new, \(other) different."]
  }
}
