/// Where the data of a recording come from.
public struct FixtureOrigin: Hashable, Sendable, Codable {
  /// Who made the data, and their licence; for constructed data, how they were made.
  public var data: String
  /// The address of the repository with the recording.
  public var repository: String?
  /// The path in the repository.
  public var path: String?
  /// The commit at which it was read.
  public var commit: String?
  /// The repository's licence, or that it states none.
  public var licence: String?
  /// Anything else worth knowing.
  public var remark: String?

  /// An origin; only `data` is required.
  public init(
    data: String, repository: String? = nil, path: String? = nil, commit: String? = nil,
    licence: String? = nil,
    remark: String? = nil
  ) {
    self.data = data
    self.repository = repository
    self.path = path
    self.commit = commit
    self.licence = licence
    self.remark = remark
  }
}
