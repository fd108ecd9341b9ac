#if canImport(SwiftUI)
  public import AQKit
  import AQKitText
  public import SwiftUI

  /// The air at a place: its index, the coming hours and the credit, from the environment's client (`\.airClient`), for
  /// as long as the view is on screen.
  ///
  /// ```swift uncompiled
  /// AirPlaceView(brno).environment(\.airClient, client)
  /// ```
  ///
  /// Without a client in the environment it shows the error's message. It keeps the client with which it appeared: give
  /// the view another `.id(_:)` to replace the client.
  @available(Systems 2023, *)
  public struct AirPlaceView: View {
    @Environment(\.airClient) private var client
    @Environment(\.hasAirClient) private var hasClient
    @Environment(\.airTexts) private var texts
    @State private var store: AirQualityStore?
    @State private var loaded: Shown?
    private let place: AirPlace
    private let index: IndexEdition.Reference
    private let hours: Int

    private struct Shown: Hashable {
      let place: AirPlace
      let hours: Int
      let hasClient: Bool
    }

    /// Creates the view of a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - index: The index.
    ///   - hours: The number of coming hours.
    public init(_ place: AirPlace, using index: IndexEdition.Reference = .usEPA, hours: Int = 24) {
      self.place = place
      self.index = index
      self.hours = hours
    }

    /// The index, the hours and the credit, one below the other.
    public var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        // Until the task has turned the store to another place, it has the values of the last one.
        let store = self.store?.place == place ? self.store : nil
        TimelineView(.periodic(from: .now, by: 60)) { _ in
          VStack(alignment: .leading, spacing: 8) {
            AirIndexBadge(store?.aqi, at: place.name)
            if let error = store?[.air].error { Text(texts.explanation(of: error).sentence).font(.caption) }
            if let store { AirForecastStrip(store.hourlyIndex(of: .forecast(hours: hours), hours: hours)) }
          }
        }
        if let store { AirAttributionView(store.credit) }
      }
      .task(id: Shown(place: place, hours: hours, hasClient: hasClient)) {
        let isKept = loaded?.hours == hours && loaded?.hasClient == hasClient
        let shown = (isKept ? store : nil) ?? AirQualityStore(client, loading: .air, .forecast(hours: hours))
        shown.index = index
        (store, loaded) = (shown, Shown(place: place, hours: hours, hasClient: hasClient))
        await shown.follow(place)
      }
      .onChange(of: index) { store?.index = index }
    }
  }
#endif
