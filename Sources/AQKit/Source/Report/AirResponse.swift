/// A source's answer: reports, one per site, and notes on what is missing.
///
/// Two answers are equal when they say the same, whether or not one of them was kept.
public struct AirResponse: Sendable, Codable {
  /// The reports, in the order of the query's places if it has any.
  public var reports: [AirReport]
  /// What is absent and why, what was refused, and what failed.
  public var notes: [AirNote]
  /// That it comes from a cache; nil for an answer that was asked for. Not part of its JSON.
  public var kept: Kept?

  /// That an answer comes from a cache.
  public struct Kept: Hashable, Sendable {
    /// When it was received.
    public var since: AirTime
    /// Why the source gave no newer one, if the answer replaces an error.
    public var failure: AQError.Code?
    /// Whether the failure is an earlier question's: after an error the source is left alone for a while.
    package var isOfEarlierFailure = false

    /// A statement that an answer was kept since a moment.
    public init(since: AirTime, failure: AQError.Code? = nil) {
      self.since = since
      self.failure = failure
    }
  }

  /// A response; empty by default, which means that the source has no data.
  public init(reports: [AirReport] = [], notes: [AirNote] = []) {
    self.reports = reports
    self.notes = notes
  }

  private enum CodingKeys: String, CodingKey { case reports, notes }

  /// Reads a response; `notes` may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      reports: try container.decode([AirReport].self, forKey: .reports),
      notes: try container.decodeIfPresent([AirNote].self, forKey: .notes) ?? [])
  }

  /// Whether a part of the query failed or was not requested; caches don't keep such an answer.
  public var isPartial: Bool { notes.contains { $0.code == .failed || $0.code == .limitReached } }

  /// The reports for one of the query's places, by index.
  public func reports(forPlace index: Int) -> [AirReport] { reports.filter { $0.places.contains(index) } }
}

extension AirResponse: Hashable {
  /// Equal in what they say.
  public static func == (lhs: AirResponse, rhs: AirResponse) -> Bool {
    lhs.reports == rhs.reports && lhs.notes == rhs.notes
  }

  /// Hashes what it says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reports)
    hasher.combine(notes)
  }
}
