/// A source's answer: reports, one per site, and notes on what is missing.
public struct AirResponse: Hashable, Sendable, Codable {
  /// The reports, in the order of the query's places if it has any.
  public var reports: [AirReport]
  /// What is absent and why, what was refused, and what failed.
  public var notes: [AirNote]

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
