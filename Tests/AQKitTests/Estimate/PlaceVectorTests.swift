import AQKit
import Foundation
import Testing

/// The worked cases of the method's reference implementation.
struct PlaceVectorTests {
  @Test("every worked case gives the reference's value, interval, scale and weights")
  func vectors() throws {
    let cases = try PlaceVector.all()
    #expect(cases.count == 46)
    for vector in cases { vector.check() }
  }
}

private struct PlaceVector {
  let json: AQJSON

  static func all() throws -> [PlaceVector] {
    let url = try #require(Bundle.module.url(forResource: "PlaceVectors", withExtension: "json"))
    let json = try AQJSON(parsing: [UInt8](Data(contentsOf: url)))
    return (try json.array()).map(PlaceVector.init)
  }

  private var stations: [PlaceEstimator.Station] {
    get throws {
      try ((try? json["stations"].array()) ?? []).map { station in
        PlaceEstimator.Station(
          at: try Coordinate(station["lat"].doubleValue ?? .nan, station["lon"].doubleValue ?? .nan),
          values: [station["value"].doubleValue ?? .nan], model: [station["model"].doubleValue ?? .nan],
          setting: station["setting"].stringValue.map { .init(rawValue: $0) },
          quality: station["quality"].stringValue.flatMap(PlaceEstimator.Quality.init) ?? .reference)
      }
    }
  }

  private func estimate() throws -> PlaceEstimator.Estimate {
    let lead = json["hours_ahead"].intValue.map(Int.init).map {
      PlaceEstimator.Lead(
        hours: $0, model: json["model_then"].doubleValue, dayBefore: json["day_before"].doubleValue)
    }
    return try PlaceEstimator().estimate(
      of: AirParameter(rawValue: json["parameter"].stringValue ?? ""),
      at: Coordinate(json["place"][0].doubleValue ?? .nan, json["place"][1].doubleValue ?? .nan),
      from: stations,
      model: json["model_at_place"].doubleValue.map { [$0] } ?? [], ahead: lead,
      setting: json["roadside"].boolValue == true ? .traffic : .background)
  }

  func check() {
    let name = Comment(rawValue: json["name"].stringValue ?? "?")
    let expected = json["expect"]
    guard expected["value"].doubleValue != nil else {
      #expect(throws: AirEstimate.Unavailable.self, name) { try estimate() }
      return
    }
    guard let found = try? estimate() else {
      Issue.record(name)
      return
    }
    func close(_ value: Double?, _ expected: AQJSON) -> Bool {
      guard let value, let expected = expected.doubleValue else {
        return value == nil && expected.doubleValue == nil
      }
      return (value - expected).magnitude <= 1e-6 * max(1, expected.magnitude)
    }
    #expect(close(found.value.value, expected["value"]), name)
    #expect(close(found.value.low, expected["low"]), name)
    #expect(close(found.value.high, expected["high"]), name)
    #expect(close(found.scale, expected["scale"]), name)
    #expect(close(found.modelBias, expected["model_bias"]), name)
    let weights = (try? expected["weights"].array()) ?? []
    #expect(found.contributions.count == weights.count, name)
    for (own, reference) in zip(found.contributions, weights) {
      #expect(Int64(own.station) == reference[0].intValue, name)
      #expect(close(own.weight, reference[1]), name)
      #expect(close(own.distance / 1000, reference[2]), name)
    }
  }
}
