/// What a source can be asked for. An open set.
public struct Capability: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The capability's spelling.
  public let rawValue: String
  /// A capability, by its spelling.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The spelling.
  public var description: String { rawValue }
  /// The newest values.
  public static let current = Capability(rawValue: "current")
  /// Values ahead.
  public static let forecast = Capability(rawValue: "forecast")
  /// Values of the past.
  public static let history = Capability(rawValue: "history")
  /// Values as they arise, pushed.
  public static let live = Capability(rawValue: "live")
  /// Lists of sites.
  public static let stations = Capability(rawValue: "stations")
}
