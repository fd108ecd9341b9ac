import AQKit
import Foundation

/// Finds places as the service does: two letters exactly, three or more as a prefix, ignoring accents and case, with a
/// country or a first-level area after a comma.
struct OpenMeteoGazetteer {
  private let places: [OpenMeteoPlace]

  init(_ places: [OpenMeteoPlace]) { self.places = places }

  /// Returns the body of the response to `/v1/search`.
  func search(_ question: OpenMeteoQuestion) throws -> [UInt8] {
    guard let name = question["name"] else { throw OpenMeteoRefusal.missing("name") }
    let count = try question.int("count") ?? 10
    guard (1...100).contains(count) else { throw OpenMeteoRefusal.placeCount }
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { Self.folded(String($0)) }
    let wanted = parts.first ?? ""
    let qualifier = parts.count > 1 ? parts[1] : ""
    var found: [OpenMeteoPlace] = []
    if wanted.count > 1 {
      found = places.filter { place in
        guard Self.matches(place, wanted), question["countryCode"].map({ place.countryCode == $0 }) ?? true
        else { return false }
        if qualifier.isEmpty { return true }
        return [place.country, place.countryCode, place.areas.first ?? ""].contains {
          Self.folded($0) == qualifier
        }
      }
    }
    var json = JSONText()
    json.object { json in
      if !found.isEmpty {
        json.array("results") { json in
          for place in found.prefix(Int(clamping: count)) { Self.write(place, &json) }
        }
      }
      json.member("generationtime_ms", 0.5)
    }
    return json.bytes
  }

  /// Returns the body of the response to `/v1/get`.
  func get(_ question: OpenMeteoQuestion) throws -> [UInt8] {
    guard let text = question["id"] else { throw OpenMeteoRefusal.missing("id", "Int32") }
    guard let id = Int64(text), let place = places.first(where: { $0.id == id }) else {
      throw OpenMeteoRefusal.place
    }
    var json = JSONText()
    Self.write(place, &json)
    return json.bytes
  }

  private static func matches(_ place: OpenMeteoPlace, _ wanted: String) -> Bool {
    if place.postcodes.contains(wanted) { return true }
    return ([place.name] + place.otherNames).contains { name in
      wanted.count == 2 ? folded(name) == wanted : folded(name).hasPrefix(wanted)
    }
  }

  /// Returns the text in lower case, trimmed, without accents.
  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).trimmed
  }

  private static func write(_ place: OpenMeteoPlace, _ json: inout JSONText) {
    json.object { json in
      if place.id != 0 { json.member("id", place.id) }
      text("name", place.name, &json)
      for (name, number) in [
        ("latitude", place.latitude), ("longitude", place.longitude), ("elevation", place.elevation),
      ] where number != 0 {
        json.name(name)
        // 32-bit numbers, always with a decimal.
        json.value(json: "\(Float(number))".utf8)
      }
      text("feature_code", place.featureCode, &json)
      text("country_code", place.countryCode, &json)
      text("timezone", place.timeZone, &json)
      if place.population != 0 { json.member("population", place.population) }
      if !place.postcodes.isEmpty {
        json.array("postcodes") { json in for code in place.postcodes { json.value(code) } }
      }
      text("country", place.country, &json)
      for (index, area) in place.areas.prefix(4).enumerated() { text("admin\(index + 1)", area, &json) }
    }
  }

  private static func text(_ name: String, _ text: String, _ json: inout JSONText) {
    if !text.isEmpty { json.member(name, text) }
  }
}
