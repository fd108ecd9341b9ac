/// What kind of site a value comes from. An open set.
public struct SiteKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kind's spelling.
  public let rawValue: String
  /// A kind, by its spelling.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The spelling.
  public var description: String { rawValue }
  /// A station that measures by a reference method or an equivalent one.
  public static let referenceStation = SiteKind(rawValue: "reference station")
  /// A low-cost sensor.
  public static let lowCostSensor = SiteKind(rawValue: "low-cost sensor")
  /// A cell of a model's grid.
  public static let modelCell = SiteKind(rawValue: "model cell")
  /// An administrative or other area.
  public static let area = SiteKind(rawValue: "area")
  /// A city as a whole.
  public static let city = SiteKind(rawValue: "city")
}
