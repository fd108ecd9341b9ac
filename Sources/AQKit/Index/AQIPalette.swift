/// An application's own colours and labels over an index's bands. The maths stay untouched.
public struct AQIPalette: Hashable, Sendable, Codable {
  /// What the palette calls itself.
  public var name: String
  /// Colours by the band's key; a band that is not named keeps its official colour.
  public var colors: [String: AQIColor]
  /// Labels by the band's key; a band that is not named keeps its English name.
  public var labels: [String: String]

  /// Makes a palette.
  public init(name: String, colors: [String: AQIColor], labels: [String: String] = [:]) {
    self.name = name
    self.colors = colors
    self.labels = labels
  }

  /// The colour of a value.
  public func color(for value: AQIValue) -> AQIColor? {
    value.band.flatMap { color(for: $0, number: value.number) }
  }

  /// The colour of a number in a band.
  public func color(for band: AQIBand, number: Int? = nil) -> AQIColor? {
    colors[band.key] ?? band.color(for: number)
  }

  /// Black or white, whichever stands out more on the band's colour.
  public func textColor(for band: AQIBand) -> AQIColor? { color(for: band)?.textColor }

  /// The label of a band.
  public func label(for band: AQIBand) -> String { labels[band.key] ?? band.name }

  /// EPA's alternative colours for the US bands, made for people who see colours differently (EPA-454/B-24-002, May
  /// 2024, Table 3, “ColorVision Assist”).
  public static let epaColorVisionAssist = AQIPalette(
    name: "EPA ColorVision Assist",
    colors: [
      "good": AQIColor(red: 0x9E, green: 0xFF, blue: 0x91),
      "moderate": AQIColor(red: 0xFF, green: 0xC9, blue: 0x05),
      "unhealthy-for-sensitive-groups": AQIColor(red: 0xFF, green: 0x82, blue: 0x05),
      "unhealthy": AQIColor(red: 0xF0, green: 0x22, blue: 0x00),
      "very-unhealthy": AQIColor(red: 0x89, green: 0x09, blue: 0x97),
      "hazardous": AQIColor(red: 0x64, green: 0x00, blue: 0x15),
    ])
}
