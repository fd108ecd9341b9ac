import AQKit
import AQKitFixtures

let cities = try [
  ("Brno", Coordinate(49.2, 16.6)), ("New York", Coordinate(40.7, -74)), ("Enschede", Coordinate(52.2, 6.9)),
]

let air = try AirHub(.preview)
let answer = try await air.answer(for: AirQuery(places: cities.map { .near($0.1) }))
for (place, city) in cities.enumerated() {
  print(city.0, answer.index(using: .usEPA, forPlace: place))
}
print(answer.credit.text)
