/// The origin of a recording's data.
public struct FixtureOrigin: Hashable, Sendable, Codable {
  /// The maker of the data and their licence; for constructed data, the way they were made.
  public var data: String
  /// The address of the repository with the recording.
  public var repository: String?
  /// The path in the repository.
  public var path: String?
  /// The commit at which the data were read.
  public var commit: String?
  /// The repository's licence, or a statement that it has none.
  public var licence: String?
  /// Anything else worth knowing.
  public var remark: String?

  /// Creates an origin from a description of the data; everything else is unknown.
  public init(data: String) { self.data = data }
}
