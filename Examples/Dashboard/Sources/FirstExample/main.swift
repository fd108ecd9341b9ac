import AQKit; import AQKitURLSession; import AQKitOpenMeteo

let air = try AirHub(.live.installing(.openMeteo))
let answer = try await air.answer(for: AirQuery(near: Coordinate(52.52, 13.41)))
print(answer.index(using: .usEPA))
