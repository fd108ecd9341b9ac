import AQKit
import AQKitOpenMeteo
import AQKitStations
import AQKitURLSession

/// Measured air where a network covers the place, and the models of Open-Meteo everywhere.
func measuredAndModelled(keys: StationKeys) throws -> AirHub {
  try AirHub(.live.installing(.openMeteo).installing(.stations(keys)))
}

/// Returns the sources that may be used commercially, by their declarations.
func commercialSources(of container: AQContainer) -> [String] {
  container.descriptors.filter { $0.rights.commercialUse == .allowed }.map(\.name)
}

/// Returns a single answer from all sources: for each parameter and hour the best site, never a mean of several.
func merged(at place: Coordinate, in hub: AirHub) async throws -> AirReport? {
  let answer = try await hub.answer(for: AirQuery(near: place), policy: .merged())
  for candidate in answer.candidates() { print(candidate) }
  return answer.merged()?.report
}

/// Asks two sources, and no other.
func onlyMeasured(at place: Coordinate, in hub: AirHub) async throws -> AirAnswer {
  var query = AirQuery(near: place)
  query.sources = .only(["uba", "openaq"])
  query.kinds = [.observation]
  return try await hub.answer(for: query)
}
