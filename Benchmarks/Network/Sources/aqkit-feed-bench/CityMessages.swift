import AQKit
import NIOCore

/// Messages of a city feed, nine cities each of eleven, with all the digits of their doubles, as frames of a server.
enum CityMessages {
  static let count = 512

  static let texts: [String] = {
    let cities = [
      "Mumbai", "Bengaluru", "Chennai", "Pune", "Hyderabad", "Indore", "Jaipur", "Chandigarh", "Lucknow",
      "Delhi",
      "Kolkata",
    ]
    var random = AQRandomNumbers(seed: 2026)
    return (0..<count).map { number in
      let elements = (0..<9).map { index in
        #"{"city":"\#(cities[(number + index) % cities.count])","aqi":\#(Double.random(in: 20..<320, using: &random))}"#
      }
      return "[" + elements.joined(separator: ",") + "]"
    }
  }()

  static func frame(_ text: String) -> [UInt8] {
    let payload = Array(text.utf8)
    let count = payload.count
    let header: [UInt8] =
      count < 126 ? [0x81, UInt8(count)] : [0x81, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    return header + payload
  }

  /// All messages, one frame behind the other.
  static let block = ByteBuffer(bytes: texts.flatMap(frame))
}
