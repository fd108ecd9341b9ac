extension AQIBand {
  /// A colour in sRGB, as regulators publish them.
  public struct Color: Hashable, Sendable, CustomStringConvertible {
    /// Red, 0 to 255.
    public let red: UInt8
    /// Green, 0 to 255.
    public let green: UInt8
    /// Blue, 0 to 255.
    public let blue: UInt8

    /// Creates a colour from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Creates a colour from its hexadecimal spelling, `#FF7E00` or `ff7e00`; `nil` if the string isn't a colour.
    public init?(hex: String) {
      let digits = hex.hasPrefix("#") ? hex.dropFirst() : Substring(hex)
      let values = digits.compactMap(\.hexDigitValue)
      // Six bytes, so that no digit is one of full width.
      guard values.count == 6, digits.utf8.count == 6 else { return nil }
      self.init(rgb: values.reduce(0) { $0 * 16 + UInt32($1) })
    }

    /// Creates a colour from its components in one number, such as `0xFF7E00`.
    init(rgb: UInt32) {
      self.init(
        red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
        blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// Black.
    public static var black: Self { Self(rgb: 0) }
    /// White.
    public static var white: Self { Self(rgb: 0xFFFFFF) }

    /// The hexadecimal text, such as `#FF7E00`.
    public var hex: String {
      // A leading 1 keeps the zeros.
      let value = 0x100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      return "#" + String(value, radix: 16, uppercase: true).dropFirst()
    }

    /// The relative luminance of WCAG 2.2, 0 (black) to 1 (white).
    public var luminance: Double {
      func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast ratio of WCAG 2.2 to another colour, 1 to 21.
    public func contrast(with other: AQIBand.Color) -> Double {
      let (first, second) = (luminance, other.luminance)
      return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Black or white, whichever has more contrast on this colour; the ratio is never below 4.58, which meets WCAG AA.
    public var textColor: AQIBand.Color { contrast(with: .black) >= contrast(with: .white) ? .black : .white }

    /// The hexadecimal text.
    public var description: String { hex }
  }
}

extension AQIBand.Color: Codable {
  /// Reads the hexadecimal text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(AQIBand.Color.init(hex:)) { "\($0) isn't a colour such as #FF7E00." }
  }

  /// Writes the hexadecimal text.
  public func encode(to encoder: any Encoder) throws { try hex.encode(to: encoder) }
}

extension AQIBand.Color {
  /// An application's own colours and labels over an index's bands. The numbers don't change.
  public struct Palette: Hashable, Sendable, Codable, Identifiable {
    /// The name of the palette.
    public var name: String
    /// The name.
    public var id: String { name }
    /// Colours by the band's key; a band that is not named keeps its official colour.
    public var colors: [String: AQIBand.Color]
    /// Labels by the band's key; a band that is not named keeps its English name.
    public var labels: [String: String]

    /// Creates a palette; bands that it does not name keep their own colours and labels.
    public init(name: String, colors: [String: AQIBand.Color], labels: [String: String] = [:]) {
      self.name = name
      self.colors = colors
      self.labels = labels
    }

    /// Returns the colour of a value.
    public func color(for value: AQIValue) -> AQIBand.Color? {
      value.band.flatMap { color(for: $0, number: value.number) }
    }

    /// Returns the colour of a number in a band.
    public func color(for band: AQIBand, number: Int? = nil) -> AQIBand.Color? {
      colors[band.key] ?? band.color(for: number)
    }

    /// Returns the label of a band.
    public func label(for band: AQIBand) -> String { labels[band.key] ?? band.name }

    /// EPA's alternative colours for the US bands, for people with colour vision deficiency (EPA-454/B-24-002, May 2024,
    /// Table 3, “ColorVision Assist”).
    public static let epaColorVisionAssist = AQIBand.Color.Palette(
      name: "EPA ColorVision Assist",
      colors: [
        "good": AQIBand.Color(red: 0x9E, green: 0xFF, blue: 0x91),
        "moderate": AQIBand.Color(red: 0xFF, green: 0xC9, blue: 0x05),
        "unhealthy-for-sensitive-groups": AQIBand.Color(red: 0xFF, green: 0x82, blue: 0x05),
        "unhealthy": AQIBand.Color(red: 0xF0, green: 0x22, blue: 0x00),
        "very-unhealthy": AQIBand.Color(red: 0x89, green: 0x09, blue: 0x97),
        "hazardous": AQIBand.Color(red: 0x64, green: 0x00, blue: 0x15),
      ])
  }
}
