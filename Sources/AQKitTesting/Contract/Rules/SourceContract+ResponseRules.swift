import AQKit

extension SourceContract {
  static let responseRules: [ContractRule] = [
    ContractRule(
      "response.something",
      "At least one of the queries gets a value or a notice; without one the contract proves little."
    ) { contract in
      let samples = try await contract.samples()
      if samples.isEmpty { return ["There is no query: declare test places, or give queries."] }
      if !samples.contains(where: \.hasValue) { try await contract.requireLatitudeFirst() }
      return samples.contains { $0.hasValue || !$0.notices.isEmpty }
        ? [] : ["No query got a value, but: \(samples.map(\.explanation).joined(separator: ", "))."]
    },
    ContractRule("response.every-query", "Every query of the contract gets a response.") { contract in
      let samples = try await contract.samples()
      guard samples.contains(where: { !$0.responses.isEmpty }) else {
        throw NotApplicable("no query gets a response")
      }
      return samples.enumerated().compactMap { index, sample in
        sample.outcome.value == nil ? "Query \(index) got \(sample.outcome.summary)." : nil
      }
    },
    ContractRule(
      "response.history", "Declared history is returned.", requires: .capability(.history)
    ) { try await $0.judge(.history) },
    ContractRule(
      "response.forecast", "A declared forecast is returned.", requires: .capability(.forecast)
    ) { try await $0.judge(.forecast) },
    eachReport("response.source", "Every report names the source by its declared identifier.") {
      contract, report, _ in
      report.source == contract.descriptor.id
        ? [] : ["A report says that it comes from “\(report.source)”."]
    },
    eachReport("response.site-identified", "Every site has an identifier, a name or a coordinate.") {
      _, report, _ in
      report.site.identity.isEmpty ? ["A site has no identifier, no name and no coordinate."] : []
    },
    ContractRule(
      "response.one-report-per-site", "A response has one report for each site, kind and time of issue."
    ) { contract in
      try await contract.everyResponse { response, _ in
        var counts: [[String]: Int] = [:]
        for report in response.reports {
          let places = report.site.id == nil ? report.places.map(String.init) : []
          let key =
            [report.site.identity, report.kind.rawValue, report.issuedAt?.description ?? ""] + places
          counts[key, default: 0] += 1
        }
        return counts.filter { $0.value > 1 }.map { "The site “\($0.key[0])” has \($0.value) reports." }
          .sorted()
      }
    },
    eachReport(
      "response.one-series",
      "A report has one series for each parameter, averaging, unit, origin and correction."
    ) { _, report, _ in
      var seen: Set<ReadingIdentity> = []
      return report.series.compactMap { series in
        seen.insert(ReadingIdentity(series, of: report)).inserted
          ? nil : "\(series.parameter) occurs twice in one report."
      }
    },
    eachReport("response.kinds-declared", "Reports are of a kind that the source declares.") {
      contract, report, _ in
      contract.descriptor.offers.contains { $0.kinds.contains(report.kind) }
        ? [] : ["A report is of the kind \(report.kind.rawValue)."]
    },
    ContractRule("response.site-kinds-declared", "Sites are of a kind that the source declares.") {
      contract in
      let kinds = contract.descriptor.siteKinds
      if kinds.isEmpty { throw NotApplicable("the kinds of site aren't known beforehand") }
      return try await contract.everyReport { report, _ in
        kinds.contains(report.site.kind) ? [] : ["A site is a “\(report.site.kind)”, which isn't declared."]
      }
    },
    eachSeries(
      "response.parameters-declared", "Every series is of a parameter that the source offers.",
      requires: .listedParameters
    ) { contract, series, _, _ in
      contract.descriptor.parameters.contains(series.parameter)
        ? [] : ["\(series.parameter) isn't offered."]
    },
    eachSeries("response.units-known", "Every series has a known unit.") { _, series, _, _ in
      series.unit.isKnown ? [] : ["\(series.parameter) is in “\(series.unit)”, which nothing can convert."]
    },
    eachSeries(
      "response.units-fit",
      "The unit measures what the parameter is: a gas isn't in grains, an index has no unit."
    ) { _, series, _, _ in
      guard series.unit.isKnown, !series.unit.fits(series.parameter) else { return [] }
      let unit = series.unit == .one ? "no unit" : series.unit.rawValue
      return ["\(series.parameter) can't be in \(unit)."]
    },
    eachSeries("response.no-sentinel", "A number that the declaration calls a sentinel is never a value.") {
      contract, series, _, _ in
      contract.descriptor.sentinels.filter(series.values.contains)
        .map { "\(series.parameter) has the value \($0.plainText), which means a missing value." }
    },
    eachSeries(
      "response.no-undeclared-sentinel",
      "No concentration is a number that means a missing value, such as -999."
    ) { contract, series, _, _ in
      let high: Set<Double> = [9999, 99_999, 999_999]
      guard [.gas, .particle, .pollen].contains(series.parameter.family) else { return [] }
      return series.values.filter {
        !contract.descriptor.sentinels.contains($0)
          && (high.contains($0) || series.parameter.isMissing($0, in: series.unit))
      }
      .map { "\(series.parameter) has the value \($0.plainText): declare it as a sentinel." }
    },
    ContractRule(
      "response.refused",
      "Nothing in a genuine recording is refused, except for numbers that mean a missing value."
    ) { contract in
      guard try await contract.samples().contains(where: \.hasValue) else {
        throw NotApplicable("no response has a value")
      }
      return try await contract.everyNote { note in
        note.code == .refused && !note.message.contains(ReportBuilder.sentinelWords)
          ? [RefusalAdvice.sentence(about: note)] : []
      }
    },
    ContractRule(
      "response.duplicates", "No two values in a genuine recording stand for the same time at the same site."
    ) { contract in
      if contract.drive == .connector { throw NotApplicable("a feed may say the same twice") }
      return try await contract.everyNote { note in
        note.code == .duplicate ? ["The response has the note “\(note.message)” (\(note.count) times)."] : []
      }
    },
    ContractRule(
      "response.magnitude",
      "Values have a realistic magnitude for their parameter: µg/m³ aren't mg/m³ or ppb, ppb aren't ppm, per cent aren't fractions."
    ) { contract in
      try await contract.samplesWithResponse().flatMap {
        Magnitude.doubts(about: $0.responses.flatMap(\.series))
      }
    },
    eachSeries("response.no-empty-series", "A series without any value is left out, and said in a note.") {
      _, series, _, _ in
      series.hasNoValue ? ["\(series.parameter) has \(series.count) gaps and no value."] : []
    },
    eachReport("response.attribution", "Every report carries an attribution, where the rights require one.") {
      contract, report, _ in
      // If none is declared, the rule for the declaration reports it.
      let isDeclared =
        report.attribution == contract.descriptor.attribution
        && contract.descriptor.rights.attributionRequired
      return report.rights.attributionRequired && report.attribution.allSatisfy { $0.text.isEmpty }
        && !isDeclared
        ? ["A report requires an attribution and carries none."] : []
    },
    eachReport("response.rights", "Every report says what its licence allows, or links the terms.") {
      contract, report, _ in
      // If the declaration is silent, the rule for it reports that.
      report.rights.areStated || report.rights == contract.descriptor.rights
        ? [] : ["A report says nothing about its licence."]
    },
    ContractRule("response.empty-explained", "A response without any report says why in a note.") {
      contract in
      guard contract.drive != .connector else { throw NotApplicable("an update may be empty") }
      return try await contract.everyResponse { response, _ in
        response.reports.isEmpty && response.notes.isEmpty && response.notices.isEmpty
          ? ["A response has no report and no note."] : []
      }
    },
    ContractRule(
      "response.notes", "A note has one line of text, and a failure has its code."
    ) { contract in
      try await contract.everyNote { note in
        findings(
          note.message.isEmpty || note.message.contains(where: \.isNewline)
            ? "A note (\(note.code)) has no text, or several lines." : nil,
          note.code == .failed && note.failure == nil ? "A note says that a part failed, and not how." : nil)
      }
    },
    ContractRule(
      "response.notices",
      "A notice names the source, has a title, an identifier of its own and its credit, is still in force, and applies to one of the query's places, if it has any."
    ) { contract in
      try await contract.everyResponse { response, sample in
        var seen: Set<String> = []
        return response.notices.flatMap { notice in
          findings(
            notice.source != contract.descriptor.id ? "A notice comes from “\(notice.source)”." : nil,
            notice.title.isEmpty ? "A notice has no title." : nil,
            seen.insert(notice.id).inserted ? nil : "Two notices have the same identifier.",
            notice.rights.attributionRequired && notice.attribution.allSatisfy { $0.text.isEmpty }
              ? "A notice requires an attribution and carries none." : nil,
            notice.hasEnded(by: sample.askedAt) ? "A notice ended before it was asked for." : nil,
            // A feed's notices are for all that follow it.
            notice.places.isEmpty && !sample.query.places.isEmpty && contract.drive != .connector
              ? "A notice applies to no place of the query." : nil,
            notice.bounded != notice ? "A notice has a text or a list without a bound." : nil)
        }
      }
    },
    ContractRule("response.codable", "A response is read back from JSON as it was.") { contract in
      try await contract.everyResponse { response, _ in
        try roundTripped(response) == response ? [] : ["What is read back differs from what was written."]
      }
    },
  ]
}
