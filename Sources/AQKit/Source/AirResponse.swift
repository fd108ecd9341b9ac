/// What a source answers: reports, one per site, and notes on what is not in them.
public struct AirResponse: Hashable, Sendable, Codable {
  /// The reports, in the order of the query's places where there is one.
  public var reports: [AirReport]
  /// What is absent and why, what was refused, what failed.
  public var notes: [AirNote]

  /// Makes a response.
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

  /// Whether a part of the question failed or was not asked; a cache does not keep such an answer.
  public var isPartial: Bool { notes.contains { $0.code == .failed || $0.code == .limitReached } }

  /// The reports that answer one of the query's places, by index.
  public func reports(forPlace index: Int) -> [AirReport] { reports.filter { $0.places.contains(index) } }
}
