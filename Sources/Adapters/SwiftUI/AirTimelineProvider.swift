#if canImport(WidgetKit) && (os(iOS) || os(macOS) || os(watchOS))
  public import AQKit
  public import Foundation
  public import WidgetKit

  /// The timeline of a widget that shows the air at a place: this hour and the next ones, reloaded when a source may
  /// have new values.
  ///
  /// ```swift uncompiled
  /// StaticConfiguration(kind: "air", provider: AirTimelineProvider(at: brno, client: client)) { entry in
  ///   VStack { AirIndexBadge(entry.hour); AirAttributionView(entry.hour?.attribution ?? []) }
  /// }
  /// ```
  ///
  /// Without a network it shows what the client's sources stored (`AirStorage`, in a folder of the application group), up to a
  /// day old.
  public struct AirTimelineProvider: TimelineProvider, Sendable {
    /// An hour as the widget shows it.
    public struct Entry: TimelineEntry, Sendable {
      /// The time from which the entry is shown.
      public var date: Date
      /// The hour; nil if there is nothing to show.
      public var hour: HourlyIndex?
      /// The error of the last attempt, even if there is an older value.
      public var error: AQError?
    }

    private let place: AirPlace
    private let index: IndexEdition.Reference
    private let hours: Int
    private let options: IndexOptions
    private let client: AirClient

    /// Creates the provider of a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - index: The index.
    ///   - hours: The number of hours in a timeline.
    ///   - options: The options of the index, by default those for screens.
    ///   - client: The client that makes the queries.
    public init(
      at place: AirPlace, using index: IndexEdition.Reference = .usEPA, hours: Int = 12,
      options: IndexOptions = .shown, client: AirClient
    ) {
      self.place = place
      self.index = index
      self.hours = hours
      self.options = options
      self.client = client
    }

    /// Returns a made-up hour, which the system redacts.
    public func placeholder(in context: Context) -> Entry {
      Entry(date: .now, hour: .placeholder(using: index, at: place, time: AirTime(.now)))
    }

    /// Returns the present hour, or a made-up one for the gallery.
    public func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) {
      let placeholder = placeholder(in: context)
      if context.isPreview { return completion(placeholder) }
      Task { completion(await timeline().entries.first ?? placeholder) }
    }

    /// Returns the hours, and the time at which to ask again.
    public func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void) {
      Task { completion(await timeline()) }
    }

    /// Returns the hours from the present one on; a single empty entry if there are none.
    public func timeline() async -> Timeline<Entry> {
      let found = try? await client.timeline(at: place, using: index, hours: hours, options: options)
      guard let found else {
        return Timeline(entries: [Entry(date: .now)], policy: .after(.now.addingTimeInterval(900)))
      }
      let entries = found.hours.map { Entry(date: $0.date, hour: $0, error: found.error) }
      return Timeline(
        entries: entries.isEmpty ? [Entry(date: .now, error: found.error)] : entries,
        policy: .after(found.dueAt.date))
    }
  }
#endif
