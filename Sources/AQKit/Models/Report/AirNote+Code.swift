extension AirNote {
  /// What a note is about. An open set.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code's stable spelling.
    public let rawValue: String
    /// A code, by its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }

    /// There is no site near the place.
    public static let nothingNear = Code(rawValue: "nothing near")
    /// The site, or the provider, has no value of this parameter.
    public static let notMeasured = Code(rawValue: "not measured")
    /// The place is outside what the provider covers for this parameter.
    public static let notCovered = Code(rawValue: "not covered")
    /// The provider has a value and withholds it.
    public static let withheld = Code(rawValue: "withheld")
    /// The value is below what the instrument can detect.
    public static let belowDetection = Code(rawValue: "below detection")
    /// Not asked for, because the source doesn't offer it.
    public static let notOffered = Code(rawValue: "not offered")
    /// Rows or values that were refused: malformed, out of range, a sentinel.
    public static let refused = Code(rawValue: "refused")
    /// Values that stood twice for the same interval; one was kept.
    public static let duplicate = Code(rawValue: "duplicate")
    /// A part of the question failed; ``AirNote/failure`` says how. Its places have no answer.
    public static let failed = Code(rawValue: "failed")
    /// A part of the question was not asked, because a limit on the number of calls was reached.
    public static let limitReached = Code(rawValue: "limit reached")
    /// Values that were dropped, because nobody took them in time.
    public static let dropped = Code(rawValue: "dropped")
    /// The connection of a live feed was lost, or didn't come about; ``AirNote/failure`` says how. Values of the time
    /// until the next one may be missing.
    public static let disconnected = Code(rawValue: "disconnected")
    /// Something worth knowing about the values that are there.
    public static let remark = Code(rawValue: "remark")
  }
}
