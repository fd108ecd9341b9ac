#if canImport(ActivityKit) && os(iOS)
  public import AQKit
  public import AQKitText
  public import ActivityKit
  import Foundation

  /// The air at a place as a Live Activity.
  ///
  /// ```swift uncompiled
  /// let timeline = try await client.timeline(at: brno, hours: 1)
  /// let activity = try Activity.request(
  ///   attributes: AirActivityAttributes(at: brno), content: AirActivityAttributes.content(of: timeline))
  /// ```
  ///
  /// Update it when the timeline is due: `await activity.update(AirActivityAttributes.content(of: next))`.
  @available(Systems 2023, *)
  public struct AirActivityAttributes: ActivityAttributes {
    /// The changing content: a summary of the hour, well within the 4 kB of an activity.
    public struct ContentState: Codable, Hashable, Sendable {
      /// The number or the category to show on its own; nil without an index.
      public var display: String?
      /// The index in a few words, or the reason for a missing one.
      public var title: String
      /// The official colour, and that of text on it; nil without a certain band.
      public var color, textColor: AQIBand.Color?
      /// The end of the hour; nil without one.
      public var time: AirTime?
      /// The credit that must be shown.
      public var credit: String
    }

    /// The name of the place.
    public var placeName: String

    /// Creates the attributes of a place.
    public init(at place: AirPlace) { placeName = place.name }

    /// Returns the content of a timeline's present hour, which counts as stale ten minutes after the timeline was due.
    public static func content(of timeline: HourlyIndex.Timeline, texts: AirTexts = AirTexts())
      -> ActivityContent<ContentState>
    {
      let hour = timeline.hours.first
      let colour = hour.flatMap { $0.isBandUncertain ? nil : $0.color }
      let title =
        hour.map { texts.accessibilityText(of: $0) }
        ?? timeline.error.map { texts.explanation(of: $0).sentence } ?? ""
      return ActivityContent(
        state: ContentState(
          display: hour.flatMap(texts.display(of:)), title: title, color: colour,
          textColor: colour?.textColor, time: hour?.time,
          credit: texts.creditText(hour?.attribution ?? [])),
        staleDate: timeline.dueAt.date.addingTimeInterval(600))
    }
  }
#endif
