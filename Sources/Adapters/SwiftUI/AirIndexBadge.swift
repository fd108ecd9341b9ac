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
    private let outcome: AQIOutcome?
    private let place: String?
    private let kind: AirReport.Kind?

    /// Creates a badge.
    ///
    /// - Parameters:
    ///   - outcome: The index, or the reason for a missing one; nil while it is awaited.
    ///   - place: The name of the place, for VoiceOver.
    ///   - kind: The kind of the values, for VoiceOver, if the index doesn't know it; an index of a report does.
    public init(_ outcome: AQIOutcome?, at place: String? = nil, kind: AirReport.Kind? = nil) {
      self.outcome = outcome
      self.place = place
      self.kind = kind
    }

    /// The badge.
    public var body: some View {
      AirBadge(text: text, band: band, number: outcome?.value?.number, palette: palette)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(label)
    }

    /// The band; nil for a mere bound, which isn't shown.
    private var band: AQIBand? {
      outcome?.value.flatMap { $0.isBandUncertain ? nil : $0.band }
    }

    private var text: String? {
      outcome?.value.map { AQIValueStyle(texts: texts, width: .narrow).format($0) }
    }

    private var label: String {
      guard let outcome else { return texts.name(of: AirLoad<AQIOutcome>(isLoading: true)) }
      return texts.accessibilityText(of: outcome, at: place, kind: kind, now: AirTime(.now))
    }
  }

  /// A text in a band's colour.
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
#endif
