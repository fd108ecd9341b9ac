extension ReportBuilder {
  /// The meaning that the declaration gives to values of a parameter in a unit.
  struct Meaning {
    let kind: SeriesKinds.Number
    let averaging: AveragingPeriod
    let bounds: Bounds
  }

  struct Meanings {
    /// The properties of a value that decide about its meaning.
    struct Question: Equatable {
      let parameter: AirParameter
      let unit: AirUnit
      let averaging: AveragingPeriod?
      let convention: SourceDescriptor.TimeConvention?
      let correction: AirOrigin.Correction?
      /// The kind of the values of the site.
      let kind: AirReport.Kind
    }

    // A type of its own: each access to a part of a tuple in an array copies the tuple.
    private struct Entry {
      let question: Question
      let meaning: Meaning
    }

    private var entries: [Entry] = []
    /// The entry that follows the last one that was found: rows have the same values in the same order.
    private var next = 0
    private static let most = 32

    mutating func meaning(for question: Question) -> Meaning? {
      for step in entries.indices {
        let index = next + step < entries.count ? next + step : next + step - entries.count
        if entries[index].question == question {
          next = index + 1
          return entries[index].meaning
        }
      }
      return nil
    }

    mutating func remember(_ meaning: Meaning, for question: Question) {
      if entries.count < Self.most { entries.append(Entry(question: question, meaning: meaning)) }
    }
  }

  /// Returns the meaning of values of a site; nil after refusing them.
  mutating func meaning(
    of parameter: AirParameter, _ unit: AirUnit, _ details: Details, _ site: SiteReference, count: Int
  ) -> Meaning? {
    guard isKnown(site, count: count) else { return nil }
    let question = Meanings.Question(
      parameter: parameter, unit: unit, averaging: details.averaging, convention: details.convention,
      correction: details.correction, kind: sites[site.index].kind)
    if let known = meanings.meaning(for: question) { return known }
    let (parameter, unit) = named(parameter, unit)
    guard unit.isKnown else {
      refuse(Self.unknown(unit), count: count)
      return nil
    }
    guard let offer = descriptor.offer(of: parameter, averaging: details.averaging, kind: question.kind)
    else {
      refuse(Self.unknownParameter(parameter.rawValue), count: count)
      return nil
    }
    let averaging = details.averaging ?? (details.convention == .instant ? .instant : offer.averaging)
    let kind = SeriesKinds.Kind(
      parameter: parameter, unit: unit, averaging: averaging, correction: details.correction)
    let meaning = Meaning(
      kind: seriesKinds.number(kind), averaging: averaging,
      bounds: Bounds(details.convention ?? offer.timeConvention, averaging))
    meanings.remember(meaning, for: question)
    return meaning
  }
}
