extension AirAnswer {
  /// The outcome of one source of a hub.
  public struct SourceOutcome: Hashable, Sendable, Identifiable {
    /// The result: skipped, responded, failed, or pending.
    public enum Result: Hashable, Sendable {
      /// The source responded; the response may be empty or partial.
      case responded(AirResponse)
      /// The source failed.
      case failed(AQError)
      /// The source was not asked.
      case skipped(AirAnswer.SourceOutcome.SkipReason)
      /// The source hasn't responded yet; only in an answer that still grows.
      case pending
    }

    /// The source's declaration.
    public let descriptor: SourceDescriptor
    /// Skipped, responded, failed or pending.
    public internal(set) var result: Result
    /// The time at which the source responded or failed; nil if it was skipped or is pending.
    public internal(set) var receivedAt: AirTime?
    /// Whether a better response may still come, in an answer that still grows.
    public internal(set) var isPending = false
    /// The reports that were left out of the response, because their own licence isn't known to allow the query's purposes.
    public internal(set) var withheld: [AirReport] = []
    /// A model's values at the sites around the query's places; nil unless the query is about surroundings.
    public internal(set) var around: Around?

    /// Creates the outcome of a source, as a hub makes it; for answers in tests and previews.
    public init(descriptor: SourceDescriptor, result: Result, receivedAt: AirTime? = nil) {
      self.descriptor = descriptor
      self.result = result
      self.receivedAt = receivedAt
      if case .pending = result { isPending = true }
    }

    /// The source's identifier.
    public var source: SourceID { descriptor.id }

    /// The source: an answer has one outcome for each.
    public var id: SourceID { source }

    /// The response; nil unless the source responded.
    public var response: AirResponse? { if case .responded(let response) = result { response } else { nil } }

    /// The error; nil unless it failed.
    public var error: AQError? { if case .failed(let error) = result { error } else { nil } }

    /// The reason why the source was skipped; nil if it was asked.
    public var skipReason: AirAnswer.SourceOutcome.SkipReason? {
      if case .skipped(let reason) = result { reason } else { nil }
    }

    var reports: [AirReport] { response?.reports ?? [] }

    /// Whether it responded with a report.
    public var isUsable: Bool { !reports.isEmpty }

    /// The time at which it is worthwhile to ask again, after the source failed or spent its budget; nil if it responded,
    /// or if something else must change first.
    public var askAgainAt: AirTime? {
      switch result {
      case .skipped(.budgetSpent(let end)): return end
      case .failed(let error):
        guard let receivedAt else { return nil }
        switch error.retry {
        case .now: return receivedAt
        case .after(let wait): return receivedAt + wait
        case .whenChanged, .never: return nil
        }
      default: return nil
      }
    }
  }
}

extension AirAnswer.SourceOutcome {
  /// The reason why a source was not asked.
  public enum SkipReason: Hashable, Sendable {
    /// The source covers none of the places.
    case notCovered
    /// The source doesn't offer the requested parameters, time, kind of place or kind of report.
    case notOffered
    /// The query leaves it out (``AirQuery/sources``).
    case notSelected
    /// The source's rights forbid these purposes, or don't say whether they allow them.
    case rights([AirQuery.Purpose])
    /// A service, option or credential is missing; the text names it.
    case notConfigured(String)
    /// The configuration has switched it off.
    case disabled
    /// The provider has switched its addresses off.
    case retired
    /// The limits on requests allow none before this moment, which is too late for the query.
    case budgetSpent(until: AirTime)
    /// A source of higher precedence has responded.
    case notNeeded(after: SourceID)
    /// The source was asked while a slower one was pending, and cancelled when another source had responded.
    case noLongerNeeded(after: SourceID)
  }
}

extension AirAnswer.SourceOutcome.SkipReason: CustomStringConvertible {
  /// The outcome in an English sentence.
  public var description: String {
    switch self {
    case .notCovered: "It doesn't cover the place."
    case .notOffered: "It doesn't offer the requested data."
    case .rights(let purposes):
      "Its licence isn't known to allow \(purposes.map(\.rawValue).joined(separator: ", "))."
    case .notConfigured(let what): what
    case .disabled: "It is switched off."
    case .retired: "Its provider has switched it off."
    case .budgetSpent(let end): "The request limit is reached until \(end)."
    case .notSelected: "The query leaves it out."
    case .notNeeded(let source): "\(source) has already responded."
    case .noLongerNeeded(let source): "\(source) has responded sooner."
    }
  }
}

extension AirAnswer.SourceOutcome: Codable {
  /// Reads an outcome; only the declaration and the result are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      descriptor: container.value("descriptor"), result: container.value("result"),
      receivedAt: container.optional("receivedAt"))
    isPending = try container.optional("isPending") ?? isPending
    withheld = try container.optional("withheld") ?? []
    around = try container.optional("around")
  }

  /// Writes the outcome; an error loses its cause.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "descriptor": descriptor, "result": result, "receivedAt": receivedAt, "isPending": isPending,
      "withheld": withheld.isEmpty ? nil : withheld, "around": around,
    ])
  }
}

extension AirAnswer.SourceOutcome.Result: Codable {
  /// Reads `{"responded": …}`, `{"failed": …}`, `{"skipped": …}` or `"pending"`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "responded": self = .responded(try coded.held())
    case "failed": self = .failed(try coded.held())
    case "skipped": self = .skipped(try coded.held())
    case "pending": self = .pending
    default: throw coded.unknown
    }
  }

  /// Writes the result.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .responded(let response): try CodedCase.encode("responded", response, to: encoder)
    case .failed(let error): try CodedCase.encode("failed", error, to: encoder)
    case .skipped(let reason): try CodedCase.encode("skipped", reason, to: encoder)
    case .pending: try CodedCase.encode("pending", to: encoder)
    }
  }
}

extension AirAnswer.SourceOutcome.SkipReason: Codable {
  /// Reads a reason: its name, or an object with its content, such as `{"budgetSpent": "2026-10-01T22:00:00Z"}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "notCovered": self = .notCovered
    case "notOffered": self = .notOffered
    case "notSelected": self = .notSelected
    case "rights": self = .rights(try coded.held())
    case "notConfigured": self = .notConfigured(try coded.held())
    case "disabled": self = .disabled
    case "retired": self = .retired
    case "budgetSpent": self = .budgetSpent(until: try coded.held())
    case "notNeeded": self = .notNeeded(after: try coded.held())
    case "noLongerNeeded": self = .noLongerNeeded(after: try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the reason.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .notCovered: try CodedCase.encode("notCovered", to: encoder)
    case .notOffered: try CodedCase.encode("notOffered", to: encoder)
    case .notSelected: try CodedCase.encode("notSelected", to: encoder)
    case .rights(let purposes): try CodedCase.encode("rights", purposes, to: encoder)
    case .notConfigured(let what): try CodedCase.encode("notConfigured", what, to: encoder)
    case .disabled: try CodedCase.encode("disabled", to: encoder)
    case .retired: try CodedCase.encode("retired", to: encoder)
    case .budgetSpent(let end): try CodedCase.encode("budgetSpent", end, to: encoder)
    case .notNeeded(let source): try CodedCase.encode("notNeeded", source, to: encoder)
    case .noLongerNeeded(let source): try CodedCase.encode("noLongerNeeded", source, to: encoder)
    }
  }
}

extension AirAnswer.SourceOutcome {
  /// Returns the outcome without reports or series whose own licence isn't known to allow the query's purposes.
  func allowed(for query: AirQuery) -> AirAnswer.SourceOutcome {
    guard !query.purposes.isEmpty, case .responded(var response) = result else { return self }
    let statesRights = descriptor.offers.contains(where: \.statesRights)
    // A report without any rights has the source's, which were checked before it was asked.
    func isWithheld(_ report: AirReport) -> Bool {
      (statesRights || report.rights != .unknown) && !report.rights.unallowed(of: query.purposes).isEmpty
    }
    var (allowed, withheld): ([AirReport], [AirReport]) = ([], [])
    for report in response.reports {
      guard isWithheld(report) else {
        allowed.append(report)
        continue
      }
      let (kept, rest) = report.parted(by: query.purposes)
      if let kept { allowed.append(kept) }
      withheld.append(rest)
    }
    let notices = response.notices.filter { $0.rights.unallowed(of: query.purposes).isEmpty }
    let hidden = response.notices.count - notices.count
    if withheld.isEmpty, hidden == 0 { return self }
    response.reports = allowed
    response.notices = notices
    if hidden > 0 {
      response.notes.append(
        AirNote(.withheld, "The licence of a warning isn't known to allow this use.", count: hidden))
    }
    return changed(self) { ($0.result, $0.withheld) = (.responded(response), withheld) }
  }

  func adding(_ notes: [AirNote]) -> AirAnswer.SourceOutcome {
    guard !notes.isEmpty, case .responded(var response) = result else { return self }
    response.notes += notes
    return changed(self) { $0.result = .responded(response) }
  }
}

extension AirReport {
  /// Returns the series whose own rights allow the given purposes, as a report under their licences, and the other
  /// series; nil if there are none, or a series has no rights of its own.
  fileprivate func parted(by purposes: Set<AirQuery.Purpose>) -> (allowed: AirReport?, rest: AirReport) {
    guard series.allSatisfy({ $0.origin?.rights != nil }) else { return (nil, self) }
    func isAllowed(_ series: AirSeries) -> Bool { rights(of: series).unallowed(of: purposes).isEmpty }
    var (allowed, rest) = (self, self)
    allowed.series.removeAll { !isAllowed($0) }
    rest.series.removeAll(where: isAllowed)
    if allowed.series.isEmpty { return (nil, self) }
    allowed.rights = allowed.series.map(rights(of:)).combined
    allowed.attribution = allowed.attributionOfSeries
    return (allowed, rest)
  }
}

extension AirRights {
  func unallowed(of purposes: Set<AirQuery.Purpose>) -> [AirQuery.Purpose] {
    if purposes.isEmpty { return [] }
    return AirQuery.Purpose.allCases.filter { purposes.contains($0) && permission(of: $0) != .allowed }
  }

  func permission(of purpose: AirQuery.Purpose) -> Permission {
    switch purpose {
    case .commercialUse: commercialUse
    case .redistribution: redistribution
    case .caching: caching
    case .modification: modification
    }
  }
}
