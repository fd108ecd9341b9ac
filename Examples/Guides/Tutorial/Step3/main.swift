import AQKit
import AQKitFixtures

let cities = try [
  ("Brno", Coordinate(49.2, 16.6)), ("New York", Coordinate(40.7, -74)), ("Enschede", Coordinate(52.2, 6.9)),
]

/// A line of the table: the city, the number, the band, and its freshness.
func line(_ city: String, _ place: Int, of answer: AirAnswer) -> String {
  switch answer.index(using: .usEPA, forPlace: place) {
  case .unavailable(let reason): return "\(city): \(reason)"
  case .value(let value):
    let age = answer.best(forPlace: place).flatMap(answer.freshness).map { "\($0)" } ?? "of unknown age"
    return "\(city): \(value.display) \(value.band?.name ?? "") (\(age))"
  }
}

let air = try AirHub(.preview)
let answer = try await air.answer(for: AirQuery(places: cities.map { .near($0.1) }))
for (place, city) in cities.enumerated() {
  print(line(city.0, place, of: answer))
}
print(answer.credit.text)
