/// Where the figures of a recording come from.
public struct FixtureOrigin: Hashable, Sendable, Codable {
  /// Who made the data, and under which licence they are; or, for constructed data, how they were made.
  public var data: String
  /// The address of the repository in which the recording was found.
  public var repository: String?
  /// The path in the repository.
  public var path: String?
  /// The commit at which it was read.
  public var commit: String?
  /// The licence of the repository, or that none is stated.
  public var licence: String?
  /// What else there is to know.
  public var remark: String?

  /// Makes an origin.
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
