#if canImport(SwiftUI)
  public import AQKit
  import AQKitText
  import Foundation
  public import SwiftUI

  /// The sites of a live store with their newest values and ages, and the state of the feeds.
  ///
  /// ```swift uncompiled
  /// AirLiveTable(store)
  ///   .task { await store.run() }
  /// ```
  @available(Systems 2023, *)
  public struct AirLiveTable: View {
    @Environment(\.airTexts) private var texts
    @Environment(\.airPalette) private var palette
    private let store: LiveAirStore

    /// Creates a table of a store's sites, in its order.
    public init(_ store: LiveAirStore) { self.store = store }

    /// The rows; ages are renewed twice a minute.
    public var body: some View {
      TimelineView(.periodic(from: .now, by: 30)) { context in
        list(at: AirTime(context.date))
      }
    }

    private func list(at now: AirTime) -> some View {
      List {
        Section {
          ForEach(store.sites) { site in row(site, now) }
        } footer: {
          VStack(alignment: .leading) {
            ForEach(store.feeds) { feed in
              if let state = feed.state {
                let name = texts.name(of: state, now: now)
                Text(feed.id.map { "\($0): \(name)" } ?? name)
              }
            }
            AirAttributionView(store.sites.flatMap(\.attribution))
          }
        }
      }
    }

    private func row(_ site: LiveAirStore.Site, _ now: AirTime) -> some View {
      HStack {
        VStack(alignment: .leading) {
          Text(texts.title(of: site.site))
          if let time = site.updatedAt {
            Text(texts.ago(time, now: now)).font(.caption).foregroundStyle(.secondary)
          }
        }
        Spacer()
        if let value = site.value {
          AirBadge(text: text(of: value), band: value.band, number: value.number, palette: palette)
        }
      }
      .labelled(label(of: site, now))
    }

    private func text(of value: LiveAirStore.Value) -> String {
      value.number?.formatted(.number.locale(texts.locale)) ?? texts.value(of: value.reading)
    }

    private func label(of site: LiveAirStore.Site, _ now: AirTime) -> String {
      let title = texts.title(of: site.site)
      guard let value = site.value else { return title }
      let band = value.band.map { ", \(texts.spokenName(of: $0))" } ?? ""
      let reading = texts.accessibilityText(of: value.reading, kind: value.id.kind, now: now)
      return "\(title): \(reading)\(band)"
    }
  }
#endif
