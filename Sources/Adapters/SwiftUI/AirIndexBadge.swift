#if canImport(SwiftUI)
  public import AQKit
  import AQKitText
  import Foundation
  public import SwiftUI

  /// A number in its band's colour: `126`, or the category if the standard has no number; a dash without an index.
  ///
  /// ```swift uncompiled
  /// AirIndexBadge(store.aqi, at: store.place?.name)
  /// ```
  ///
  /// VoiceOver reads the number with its band, its pollutant, whether it is measured or expected, and its age, or the reason
  /// for a missing index. The text is black or white, whichever has more contrast; the colour alone never carries the
  /// meaning.
  public struct AirIndexBadge: View {
    @Environment(\.airTexts) private var texts
    @Environment(\.airPalette) private var palette
    private let content: Content
    private let place: String?

    private enum Content {
      case outcome(AQIOutcome?, AirReport.Kind?)
      case hour(HourlyIndex?)
    }

    /// Creates a badge.
    ///
    /// - Parameters:
    ///   - outcome: The index, or the reason for a missing one; nil while it is awaited.
    ///   - place: The name of the place, for VoiceOver.
    ///   - kind: The kind of the values, for VoiceOver, if the index doesn't know it; an index of a report does.
    public init(_ outcome: AQIOutcome?, at place: String? = nil, kind: AirReport.Kind? = nil) {
      content = .outcome(outcome, kind)
      self.place = place
    }

    /// Creates the badge of an hour, as a widget shows it; nil if there is nothing to show.
    public init(_ hour: HourlyIndex?) {
      content = .hour(hour)
      place = hour?.placeName
    }

    /// The badge; the age in its label is renewed every minute.
    public var body: some View {
      switch content {
      case .outcome(let outcome, let kind):
        TimelineView(.periodic(from: .now, by: 60)) { context in
          badge(of: outcome).labelled(label(of: outcome, kind, now: AirTime(context.date)))
        }
      case .hour(let hour):
        AirBadge(hour, texts, palette).labelled(
          hour.map { [texts.accessibilityText(of: $0), place].compactMap { $0 }.joined(separator: ", ") }
            ?? texts.name(of: AirTopic<AQIOutcome>.Load()))
      }
    }

    /// Returns the number in its colour; a value that is only a bound has no colour.
    private func badge(of outcome: AQIOutcome?) -> AirBadge {
      let value = outcome?.value
      return AirBadge(
        text: value.map { AQIValueStyle(texts: texts, width: .narrow).format($0) },
        band: value.flatMap { $0.isBandUncertain ? nil : $0.band }, number: value?.number, palette: palette)
    }

    private func label(of outcome: AQIOutcome?, _ kind: AirReport.Kind?, now: AirTime) -> String {
      outcome.map { texts.accessibilityText(of: $0, at: place, kind: kind, now: now) }
        ?? texts.name(of: AirTopic<AQIOutcome>.Load(isLoading: true))
    }
  }

  struct AirBadge: View {
    let text: String?
    let band: AQIBand?
    let number: Int?
    let palette: AQIBand.Color.Palette?

    var body: some View {
      let colors = band?.colors(for: number, in: palette) ?? (fill: .gray, text: .white)
      Text(text ?? "–")
        .monospacedDigit()
        .lineLimit(1)
        .padding(.horizontal, 8)
        .padding(.vertical, 2)
        .foregroundStyle(colors.text)
        .background(colors.fill, in: .capsule)
    }
  }

  extension View {
    /// Lets VoiceOver read a text in place of the view's contents.
    func labelled(_ label: String) -> some View {
      accessibilityElement(children: .ignore).accessibilityLabel(label)
    }
  }

  extension AirBadge {
    /// Creates the badge of an hour, with the category if the index has no numbers.
    init(_ hour: HourlyIndex?, _ texts: AirTexts, _ palette: AQIBand.Color.Palette?) {
      let band = hour.flatMap { $0.isBandUncertain ? nil : $0.band }
      self.init(
        text: hour.flatMap(texts.display(of:)), band: band, number: hour?.number, palette: palette)
    }
  }

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
