import AQKit
import AQKitDevices
import AQKitFixtures
import AQKitOpenMeteo
import AQKitStations
import AQKitURLSession

/// `AQKitIndices` alone: an index of concentrations that were averaged elsewhere.
func computeOnly() throws -> AQIOutcome? {
  guard let index = IndexEdition.Reference.usEPA.resolved() else { return nil }
  let pm25 = try index.concentration(of: .pm25, 35.4, unit: "µg/m³", averaging: .hours(24))
  return index.value(of: [pm25])
}

/// Open-Meteo: the hours of two days ahead.
func forecast(at place: Coordinate) async throws -> AirReport? {
  let air = try AirHub(.live.installing(.openMeteo))
  let query = AirQuery(near: place, parameters: [.pm25, .o3], window: .next(.seconds(2 * 86_400)))
  return try await air.answer(for: query).best
}

/// Stations: the nearest of every network that needs no key.
func stations(near place: Coordinate) async throws -> [AirReport] {
  let air = try AirHub(.live.installing(.stations()))
  return try await air.answer(for: AirQuery(near: place)).nearest(5).map(\.report)
}

/// A device at home.
func balcony() async throws -> AirReport? {
  let home = try Coordinate(50.08, 14.42)
  let balcony = DevicesModule.Device("airgradient", at: "http://192.168.1.21", near: home)
  return try await AirHub(.live.installing(.devices([balcony]))).answer(for: AirQuery(near: home)).best
}

/// Recordings: the data of a preview, without a network.
func recorded() async throws -> AirAnswer {
  let air = try AirHub(.preview)
  return try await air.answer(for: AirQuery(near: Coordinate(52.52, 13.41)))
}
