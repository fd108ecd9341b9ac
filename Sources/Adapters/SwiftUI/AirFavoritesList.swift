#if canImport(SwiftUI)
  public import AQKit
  import AQKitText
  public import SwiftUI

  /// A list of favourite places with the air at each, which users can reorder, delete from and pull to refresh.
  ///
  /// ```swift uncompiled
  /// AirFavoritesList(favorites)
  ///   .onChange(of: favorites.places) { storage.save(favorites.snapshots, as: "favourites") }
  /// ```
  @available(Systems 2023, *)
  public struct AirFavoritesList: View {
    @Environment(\.airTexts) private var texts
    private let favorites: AirQualityStore.Favorites

    /// Creates a list of favourites, which it follows for as long as it is on the screen.
    public init(_ favorites: AirQualityStore.Favorites) { self.favorites = favorites }

    /// The rows.
    public var body: some View {
      List {
        Section {
          ForEach(favorites.stores, id: \.place) { store in row(store) }
            .onDelete { favorites.places.remove(atOffsets: $0) }
            .onMove { favorites.places.move(fromOffsets: $0, toOffset: $1) }
        } footer: {
          AirAttributionView(favorites.credit)
        }
      }
      .task(id: favorites.places) { await favorites.follow() }
      .refreshable { await favorites.refresh() }
    }

    private func row(_ store: AirQualityStore) -> some View {
      HStack {
        VStack(alignment: .leading) {
          Text(store.place?.name ?? "")
          TimelineView(.periodic(from: .now, by: 60)) { context in
            Text(texts.name(of: store[.air], now: AirTime(context.date)))
              .font(.caption).foregroundStyle(.secondary)
          }
        }
        Spacer()
        AirIndexBadge(store.aqi, at: store.place?.name)
      }
    }
  }
#endif
