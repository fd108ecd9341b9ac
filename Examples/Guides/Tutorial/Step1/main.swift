import AQKit
import AQKitFixtures

let air = try AirHub(.preview)
let answer = try await air.answer(for: AirQuery(near: Coordinate(40.7, -74)))
print(answer.index(using: .usEPA))
