import AQKit
import AQKitFixtures

let air = try AirHub(.preview)
let answer = try await air.answer(for: AirQuery(near: Coordinate(31.5, 74.4)))
print(answer.index(using: .usEPA))
