extension AirParameter {
  /// The bands of the global solar UV index of WHO, WMO, UNEP and ICNIRP.
  ///
  /// The index is reported as a whole number: 2.5 is 3. The limits are those of the practical guide (WHO/SDE/OEH/02.2, 2002)
  /// as Environment and Climate Change Canada prints them, “UV Index values and sun protection”; the colours and the scheme of
  /// protection are the guide's by general knowledge: it wasn't read.
  public enum UVIndexBand: String, Hashable, Sendable, Codable, CaseIterable, Comparable, Identifiable {
    /// 0 to 2.
    case low
    /// 3 to 5.
    case moderate
    /// 6 and 7.
    case high
    /// 8 to 10.
    case veryHigh = "very high"
    /// 11 and above.
    case extreme

    /// Creates the band of a UV index; `nil` for a negative or infinite number or NaN.
    public init?(_ index: Double) {
      guard index.isConcentration else { return nil }
      let whole = (index + 0.5).rounded(.down)
      self = Self.allCases.last { Double($0.from) <= whole } ?? .low
    }

    /// The lowest whole number of the band.
    public var from: Int { row.from }

    private var row: (from: Int, through: Int?, name: String, rgb: UInt32) {
      switch self {
      case .low: (0, 2, "Low", 0x289500)
      case .moderate: (3, 5, "Moderate", 0xF7E400)
      case .high: (6, 7, "High", 0xF85900)
      case .veryHigh: (8, 10, "Very high", 0xD8001D)
      case .extreme: (11, nil, "Extreme", 0x6B49C8)
      }
    }

    /// The spelling.
    public var id: String { rawValue }

    /// The highest whole number of the band; `nil` in the last band, which is open.
    public var through: Int? { row.through }

    /// The name in English, as the guide prints it: `Low`, `Moderate`, `High`, `Very high`, `Extreme`.
    public var name: String { row.name }

    /// The guide's scheme of protection, which has three steps: none up to 2, protection from 3 to 7, more from 8 on.
    public enum Protection: String, Hashable, Sendable, Codable, CaseIterable {
      /// Protection isn't needed.
      case none
      /// Protection is needed.
      case needed
      /// More protection is needed.
      case extra
    }

    /// The protection that the guide asks for.
    public var protection: Protection {
      switch self {
      case .low: .none
      case .moderate, .high: .needed
      case .veryHigh, .extreme: .extra
      }
    }

    /// The advice of the guide, paraphrased in English and unofficial; its source is ``document``.
    public var advice: String {
      switch protection {
      case .none: "Being outside is safe without protection."
      case .needed: "Look for shade around noon; wear a shirt and a hat, and use sunscreen."
      case .extra: "Stay out of the noon sun, and in the shade at other times; wear shirt, hat and sunscreen."
      }
    }

    /// The document of the bands and the advice.
    public static let document = "Global Solar UV Index: A Practical Guide, WHO/SDE/OEH/02.2 (2002)"

    /// The colour of the band.
    public var color: AQIBand.Color { AQIBand.Color(rgb: row.rgb) }

    /// Compares by exposure.
    public static func < (lhs: AirParameter.UVIndexBand, rhs: AirParameter.UVIndexBand) -> Bool {
      lhs.from < rhs.from
    }
  }
}
