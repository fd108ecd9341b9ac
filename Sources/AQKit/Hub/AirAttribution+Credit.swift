extension AirAttribution {
  /// The text that must be shown with data from several sources, without repetition, and the uses that all of them allow.
  public struct Credit: Hashable, Sendable, Codable {
    /// The attributions in the order of the reports, each once.
    public var parts: [AirAttribution]
    /// The uses that every licence among them allows: a right is allowed only if all allow it, and forbidden if one forbids
    /// it.
    public var rights: AirRights

    /// Creates the credit of reports and notices.
    public init(of reports: [AirReport], _ notices: [AirNotice] = []) {
      var parts: [AirAttribution] = []
      // The part that says each attribution or, with more details, the same text.
      var indices: [AirAttribution: Int] = [:]
      for attribution in reports.flatMap(\.attribution) + notices.flatMap(\.attribution)
      where indices[attribution] == nil {
        // The attribution, and its variants without some of the members other than the text.
        let less = (0..<8).map { left in
          changed(attribution) {
            if left & 1 != 0 { $0.link = nil }
            if left & 2 != 0 { $0.licence = nil }
            if left & 4 != 0 { $0.licenceLink = nil }
          }
        }
        // The same text with fewer details adds nothing.
        let known = less.compactMap { form in indices[form].flatMap { parts[$0] == form ? $0 : nil } }.min()
        if let known { parts[known] = attribution } else { parts.append(attribution) }
        for form in less where indices[form] == nil { indices[form] = known ?? parts.count - 1 }
      }
      self.parts = parts
      rights = (reports.map(\.rights) + notices.map(\.rights)).combined
    }

    /// All attributions on one line, each with its licence: `Open-Meteo.com (CC BY 4.0); CAMS`.
    public var text: String { parts.map(\.textWithLicence).joined(separator: "; ") }
  }

  /// The text and, if there is one, the licence: `Open-Meteo.com (CC BY 4.0)`.
  package var textWithLicence: String { licence.map { "\(text) (\($0))" } ?? text }
}

extension AirAnswer {
  /// The attributions that must be shown with the answer's reports and notices, without repetition, and the uses that all
  /// of them allow.
  ///
  /// To show only some of the reports, such as those of one place (``reports(forPlace:)``), use `AirAttribution.Credit(of:_:)`
  /// with these.
  public var credit: AirAttribution.Credit { AirAttribution.Credit(of: reports, notices) }
}
