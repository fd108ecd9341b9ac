extension AirAttribution {
  /// What must be shown beside data of several sources, without repetition, and what may be done with all of them.
  public struct Credit: Hashable, Sendable, Codable {
    /// The attributions in the order of the reports, each once.
    public var parts: [AirAttribution]
    /// What every licence among them allows: a right is allowed only if all allow it, and forbidden if one forbids it.
    public var rights: AirRights

    /// The credit of reports.
    public init(of reports: [AirReport]) {
      parts = []
      var seen: [AirAttribution] = []
      for attribution in reports.flatMap(\.attribution) where !seen.contains(attribution) {
        seen.append(attribution)
        // The same text with less beside it says nothing more.
        let isKnown = parts.firstIndex { $0.text == attribution.text && $0.adds(nothingTo: attribution) }
        if let isKnown {
          parts[isKnown] = attribution
        } else if !parts.contains(where: { $0.text == attribution.text && attribution.adds(nothingTo: $0) }) {
          parts.append(attribution)
        }
      }
      rights = reports.first?.rights ?? .unknown
      for report in reports.dropFirst() { rights = rights.combined(with: report.rights) }
    }

    /// All attributions in one line, each with its licence: `Open-Meteo.com (CC BY 4.0); CAMS`.
    public var text: String {
      parts.map { part in part.licence.map { "\(part.text) (\($0))" } ?? part.text }.joined(separator: "; ")
    }
  }
}

extension AirAttribution {
  /// Whether another attribution has all that this one has.
  fileprivate func adds(nothingTo other: AirAttribution) -> Bool {
    (link == nil || link == other.link) && (licence == nil || licence == other.licence)
      && (licenceLink == nil || licenceLink == other.licenceLink)
  }
}

extension AirAnswer {
  /// What must be shown beside the answer's reports, each attribution once, and what may be done with all of them.
  ///
  /// Who shows only some of the reports takes `AirAttribution.Credit(of:)` of these.
  public var credit: AirAttribution.Credit { AirAttribution.Credit(of: reports) }
}
