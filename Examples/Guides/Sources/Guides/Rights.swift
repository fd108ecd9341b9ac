import AQKit

/// Returns the credits that must be shown with the values, each with its link.
func credits(of answer: AirAnswer) -> [(text: String, link: String?)] {
  answer.credit.parts.map { ($0.text, $0.link) }
}

/// Asks only sources whose licence lets an application that earns money show their values.
func forPaidApplication(_ place: Coordinate, in hub: AirHub) async throws -> AirAnswer {
  var query = AirQuery(near: place)
  query.purposes = [.commercialUse]
  return try await hub.answer(for: query)
}

/// Returns whether values may be passed on, in a file or an interface of your own.
func mayBePassedOn(_ report: AirReport) -> Bool {
  report.rights.redistribution == .allowed
}
