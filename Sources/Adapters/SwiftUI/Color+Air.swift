#if canImport(SwiftUI)
  public import AQKit
  public import SwiftUI

  extension Color {
    /// Creates an official colour.
    public init(_ color: AQIBand.Color) {
      self.init(
        .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255,
        blue: Double(color.blue) / 255, opacity: 1)
    }
  }

  extension AQIBand {
    /// Returns the colours of a number in the band, and of text on it, in a palette or the official ones; grey if the
    /// standard has no colour.
    func colors(for number: Int?, in palette: AQIBand.Color.Palette?) -> (
      fill: SwiftUI.Color, text: SwiftUI.Color
    ) {
      let color = palette.map { $0.color(for: self, number: number) } ?? self.color(for: number)
      guard let color else { return (.gray, .white) }
      return (SwiftUI.Color(color), SwiftUI.Color(color.textColor))
    }
  }
#endif
