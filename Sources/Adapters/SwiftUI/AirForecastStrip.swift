#if canImport(SwiftUI)
  public import AQKit
  import AQKitText
  public import Foundation
  public import SwiftUI

  /// A row of hours, each with its time and its index in the band's colour.
  ///
  /// ```swift uncompiled
  /// AirForecastStrip(report.hourlyIndex(using: .usEPA, from: now, hours: 24, place: tokyo))
  /// ```
  ///
  /// An hour without an index shows a dash, and VoiceOver reads the reason.
  public struct AirForecastStrip: View {
    @Environment(\.airTexts) private var texts
    @Environment(\.airPalette) private var palette
    private let hours: [HourlyIndex]
    private let timeZone: TimeZone?

    /// Creates a strip of hours.
    ///
    /// - Parameters:
    ///   - hours: The hours, in order.
    ///   - timeZone: The time zone for the hours; nil to use each hour's place, else its site, and the system's if neither
    ///     is known.
    public init(_ hours: [HourlyIndex], in timeZone: TimeZone? = nil) {
      self.hours = hours
      self.timeZone = timeZone
    }

    /// The hours, which scroll sideways.
    public var body: some View {
      ScrollView(.horizontal) {
        LazyHStack(alignment: .top, spacing: 12) {
          ForEach(hours) { hour in
            let timeZone = timeZone ?? texts.timeZone(of: hour)
            VStack(spacing: 4) {
              Text(texts.time(hour.time, in: timeZone, withDate: false)).font(.caption)
              AirBadge(hour, texts, palette)
            }
            .labelled("\(texts.time(hour.time, in: timeZone)), \(texts.accessibilityText(of: hour))")
          }
        }
        .padding(.horizontal)
      }
    }
  }
#endif
