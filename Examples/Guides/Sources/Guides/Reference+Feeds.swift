import AQKit

// The examples of doc comments: live feeds and their history.

/// A feed of a city, to which a message subscribes.
struct CityMessages: FeedDecoder {
  static let descriptor = SourceDescriptor(
    id: "city-messages", name: "City messages",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
    ], siteKinds: [.referenceStation], testPlaces: [.site("1017")])

  var semantics: FeedOptions.Semantics {
    FeedOptions.Semantics(
      delivery: .changes, time: .iso8601, liveness: FeedOptions.Liveness(within: .seconds(30)),
      handshake: FeedOptions.Handshake([.send { _ in FeedMessage(text: #"{"subscribe":"air"}"#) }]))
  }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    try report.each(try message.json().array()) { row, report in
      let id = try row.require("station").string()
      let station = report.site(AirSite(id: id, kind: .referenceStation))
      let time = TimeStamp.text(try row.require("time").string())
      report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, to: station)
    }
  }
}

func authorising(with token: AirSecret) -> FeedOptions.Handshake {
  let handshake = FeedOptions.Handshake([
    .wait(for: "the request to authorise") { message, _ in
      try message.json()["type"].string() == "auth_required" ? .matched : .other
    },
    .send { _ in FeedMessage(text: #"{"type":"auth","access_token":"\#(token.exposed)"}"#) },
    .wait(for: "the authorisation") { message, _ in
      switch try message.json()["type"].string() {
      case "auth_ok": .matched
      case "auth_invalid": .refused(AQError(.unauthorized, "The server refuses the token."))
      default: .other
      }
    },
    .send { session in FeedMessage(text: #"{"id":\#(session.nextID()),"type":"subscribe_events"}"#) },
  ])
  return handshake
}

func shared(
  _ source: FeedSource<CityMessages>, for query: AirQuery, show: (AirUpdate) -> Void
) async throws {
  let feed = source.sharing(grace: .seconds(30))
  for try await update in feed.updates(for: query, flow: .latest) { show(update) }
}

func sampled(
  _ source: some AirDataSource, for query: AirQuery, show: ([AirChart]) -> Void
) async throws {
  let history = AirHistory(interval: .seconds(5))
  async let following: Void = history.follow(source, for: query)
  for await charts in history.liveCharts().prefix(12) { show(charts) }  // now, and at every step of sampling
  history.interval = .seconds(60)  // from here on
  try await following
}

func banded(_ history: AirHistory) -> [[AirChart]] {
  // A city feed that doesn't name its scale; concentrations without averaging; both.
  let feed = history.charts(AirChart.Options(banding: .published(on: .inNAQI)))
  let concentrations = history.charts(AirChart.Options(banding: .index(.usEPA)))
  let both = history.charts(AirChart.Options(banding: .chosen(.usEPA)))
  return [feed, concentrations, both]
}
