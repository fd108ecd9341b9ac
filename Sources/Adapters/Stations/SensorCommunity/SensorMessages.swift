import AQKit

/// Messages of sensors, and the boxes that they are about.
struct SensorMessages {
  private(set) var boxes: [AirSite] = []
  private(set) var all: [SensorMessage] = []
  /// The text of the last box in JSON, and its number.
  private var last: (text: String, number: Int)?

  mutating func append(_ message: SensorMessage) { all.append(message) }

  /// Returns the number of a box, which is added unless it is described like the last one, since messages of a box are
  /// adjacent.
  mutating func number(of box: AirSite) -> Int {
    if boxes.last != box { boxes.append(box) }
    return boxes.count - 1
  }

  /// Returns the number of a box in JSON, which isn't read again if it repeats the text of the last one.
  mutating func number(of box: AQJSON) throws -> Int {
    let text = box.rawText
    if let last, last.text == text { return last.number }
    let number = number(of: try SensorMessage.site(box))
    last = (text, number)
    return number
  }

  /// Returns for each box whether a message of its site reports humid air.
  func humidities() -> [Bool] {
    var humid: Set<String> = []
    for message in all where message.isHumid {
      if let id = boxes[message.box].id { humid.insert(id) }
    }
    return boxes.indices.map { boxes[$0].id.map(humid.contains) ?? false }
  }
}
