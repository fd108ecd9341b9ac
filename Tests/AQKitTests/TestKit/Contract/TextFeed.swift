import AQKit
import AQKitTesting

/// A sensor that sends lines such as `id=TA1 pm25=12.5 no2=18.25`, optionally in tenths, and PING in between.
struct TextFeed: FeedDecoder {
  static let descriptor: SourceDescriptor = {
    var descriptor = TownFeed.descriptor
    descriptor.id = "text-feed"
    descriptor.offers[0].timeConvention = .instant
    descriptor.offers[0].averaging = .instant
    descriptor.offers[0].placeKinds = [.site]
    descriptor.testPlaces = [.site("TA1")]
    descriptor.sentinels = []
    return descriptor
  }()

  var isInTenths = false
  var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none) }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let line = String(decoding: message.bytes, as: UTF8.self)
    if line == "PING" { return }
    var values: [(name: String, text: String)] = []
    for field in line.split(separator: " ") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw AQError(.malformed, "A field has no equals sign.") }
      values.append((String(parts[0]), String(parts[1])))
    }
    guard let id = values.first(where: { $0.name == "id" })?.text else {
      throw AQError(.malformed, "A line has no id.")
    }
    let site = report.site(AirSite(id: id, kind: .referenceStation))
    for (name, text) in values where ["pm25", "no2"].contains(name) {
      let number = Double(text).map { isInTenths ? $0 * 0.1 : $0 }
      if number == nil, !text.isEmpty {
        report.refuse("a field isn't a number")
      } else {
        report.add(AirParameter(name), number, unit: .microgramsPerCubicMetre, at: .received, to: site)
      }
    }
  }

  static let messages = ["PING", "id=TA1 pm25=12.5 no2=18.25", "id=TA1 pm25=13.75"].map(
    FeedMessage.init(text:))
  static let tenths = ["PING", "id=TA1 pm25=125 no2=182"].map(FeedMessage.init(text:))
}
