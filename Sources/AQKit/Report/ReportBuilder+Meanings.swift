extension ReportBuilder {
  /// The meaning that the declaration gives to values of a parameter in a unit.
  struct Meaning {
    let kind: SeriesKinds.Number
    let averaging: AveragingPeriod
    let bounds: Bounds
  }

  /// The meanings of the values so far.
  struct Meanings {
    private struct Entry {
      let parameter: AirParameter
      let unit: AirUnit
      let averaging: AveragingPeriod?
      let convention: SourceDescriptor.TimeConvention?
      let correction: AirOrigin.Correction?
      let siteKind: AirReport.Kind
      let meaning: Meaning
    }

    private var entries: [Entry] = []
    /// The entry that follows the last one that was found: rows have the same values in the same order.
    private var next = 0
    private static let most = 32

    mutating func meaning(
      of parameter: AirParameter, _ unit: AirUnit, _ details: Details, at siteKind: AirReport.Kind
    ) -> Meaning? {
      for step in entries.indices {
        let index = next + step < entries.count ? next + step : next + step - entries.count
        // Member by member: a copy of the entry would take longer than the rest.
        if entries[index].parameter == parameter, entries[index].unit == unit,
          entries[index].averaging == details.averaging, entries[index].convention == details.convention,
          entries[index].correction == details.correction, entries[index].siteKind == siteKind
        {
          next = index + 1
          return entries[index].meaning
        }
      }
      return nil
    }

    mutating func remember(
      _ meaning: Meaning, of parameter: AirParameter, _ unit: AirUnit, _ details: Details,
      at siteKind: AirReport.Kind
    ) {
      guard entries.count < Self.most else { return }
      entries.append(
        Entry(
          parameter: parameter, unit: unit, averaging: details.averaging, convention: details.convention,
          correction: details.correction, siteKind: siteKind, meaning: meaning))
    }
  }

  /// Returns the meaning of values of a site; nil after refusing them.
  mutating func meaning(
    of parameter: AirParameter, _ unit: AirUnit, _ details: Details, _ site: SiteReference, count: Int
  ) -> Meaning? {
    guard isKnown(site, count: count) else { return nil }
    let siteKind = sites[site.index].kind
    if let known = meanings.meaning(of: parameter, unit, details, at: siteKind) { return known }
    let (declared, declaredUnit) = named(parameter, unit)
    guard declaredUnit.isKnown else {
      refuse(Self.unknown(declaredUnit), count: count)
      return nil
    }
    guard let offer = descriptor.offer(of: declared, averaging: details.averaging, kind: siteKind) else {
      refuse(Self.unknownParameter(declared.rawValue), count: count)
      return nil
    }
    let averaging = details.averaging ?? (details.convention == .instant ? .instant : offer.averaging)
    let kind = SeriesKinds.Kind(
      parameter: declared, unit: declaredUnit, averaging: averaging, correction: details.correction)
    let meaning = Meaning(
      kind: seriesKinds.number(kind), averaging: averaging,
      bounds: Bounds(details.convention ?? offer.timeConvention, averaging))
    meanings.remember(meaning, of: parameter, unit, details, at: siteKind)
    return meaning
  }
}
