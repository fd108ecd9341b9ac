/// A provider's statement about the quality of one value. An open set; a value may have several.
public struct QualityFlag: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible
{
  /// The flag's spelling.
  public let rawValue: String
  /// A flag, by its spelling.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The spelling.
  public var description: String { rawValue }
  /// In the order of the spellings.
  public static func < (lhs: QualityFlag, rhs: QualityFlag) -> Bool { lhs.rawValue < rhs.rawValue }
  /// Not yet verified by the provider.
  public static let provisional = QualityFlag(rawValue: "provisional")
  /// Doubted by the provider.
  public static let suspect = QualityFlag(rawValue: "suspect")
  /// Corrected by the provider; must not be corrected again.
  public static let corrected = QualityFlag(rawValue: "corrected")
  /// Below what the instrument can detect.
  public static let belowDetection = QualityFlag(rawValue: "below detection")
  /// Filled in between neighbours in time or space.
  public static let interpolated = QualityFlag(rawValue: "interpolated")
  /// The provider states no time; the interval is the time of receipt.
  public static let timeOfReceipt = QualityFlag(rawValue: "time of receipt")
  /// Arrived after a newer value of the same series.
  public static let late = QualityFlag(rawValue: "late")
  /// The same value for the same interval was received before.
  public static let repeated = QualityFlag(rawValue: "repeated")
  /// The last known value, carried forward.
  public static let carriedForward = QualityFlag(rawValue: "carried forward")
}
