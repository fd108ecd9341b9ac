import AQKit

extension SourceContract {
  static let instrumentRules: [ContractRule] = [
    ContractRule(
      "payload.silent-instrument",
      "An instrument without any value has none in the answer, a note says so, and all others are as before.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let honest = sample.responses.readings
      let bodies = contract.payloads(of: sample)
      let payloads = bodies.map(contract.fields)
      let positions = NumberPositions(payloads, scales: contract.scales)
      let counts = honest.values.reduce(into: [Double: Int]()) { $0[$1, default: 0] += 1 }
      for (instrument, values) in Dictionary(grouping: honest, by: \.key.ofAllTimes)
        .sorted(by: { $0.key.label < $1.key.label }).prefix(8)
      {
        let fields = values.compactMap { counts[$0.value] == 1 ? positions.onlyPosition(of: $0.value) : nil }
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
        if !left.isEmpty { throw NotApplicable("what is null has a value, which payload.null says") }
        return contract.judge(shown, without: instrument, against: sample)
      }
      throw contract.nothingKnown(payloads, "no instrument's numbers can be told from others in the payloads")
    }
  ]

  private func judge(
    _ shown: Sample, without instrument: ReadingIdentity, against sample: Sample
  ) -> [String] {
    var messages: [String] = []
    let others = { (readings: [ReadingIdentity: Double]) in
      readings.filter { $0.key.ofAllTimes != instrument }
    }
    if others(shown.responses.readings) != others(sample.responses.readings) {
      messages.append("Without any value of \(instrument.parameter) other values change.")
    }
    let notes = shown.responses.flatMap(\.notes)
    let codes: Set<AirNote.Code> = [.notMeasured, .refused, .nothingNear]
    // Another instrument, or the same one uncorrected, may still have the parameter; at a point another site, too.
    let hasOther = shown.responses.readings.keys.contains {
      $0.site == instrument.site && $0.parameter == instrument.parameter
    }
    let points = sample.responses.flatMap(\.reports).filter { $0.site.identity == instrument.site }
      .flatMap(\.places)
    let isAnsweredByOthers =
      !points.isEmpty
      && points.allSatisfy { place in
        sample.query.places.indices.contains(place) && sample.query.places[place].kind == .coordinate
          && shown.responses.contains { response in
            response.reports(forPlace: place).contains { !$0.series(of: instrument.parameter).isEmpty }
          }
      }
    let isNoted =
      hasOther || isAnsweredByOthers || notes.contains { $0.parameters.contains(instrument.parameter) }
      || shown.responses.count(of: codes) > sample.responses.count(of: codes)
    if !isNoted {
      messages.append("\(instrument.parameter) has no value any more, and no note says so.")
    }
    return messages
  }
}
