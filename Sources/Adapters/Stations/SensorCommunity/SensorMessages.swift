import AQKit

/// Reads the messages of a file in passing, as far as they have the usual form.
struct SensorMessages {
  private var location: AQJSONReader.Row
  private var sensor: AQJSONReader.Row
  private var type: AQJSONReader.Row
  private var value: AQJSONReader.Row
  /// The description of the last box, and its number.
  private var lastBox: (bytes: Range<Int>, site: AirSite, number: Int)?
  /// The types of sensors and what they are called.
  private var models: [(bytes: Range<Int>, name: String?)] = []
  private static let names = SensorMessage.quantities.map { ContiguousArray($0.name.utf8) }

  private init(_ reader: AQJSONReader) {
    location = .init(
      ["id", "latitude", "longitude", "altitude", "country", "exact_location", "indoor"], in: reader)
    sensor = .init(["id", "pin", "sensor_type"], in: reader)
    type = .init(["id", "name", "manufacturer"], in: reader)
    value = .init(["id", "value", "value_type"], in: reader)
  }

  /// The messages of a file, and the indices of those that are to be read as values of JSON; nil for a file that is no
  /// array.
  static func all(in bytes: [UInt8]) -> (read: [SensorMessage], unread: Set<Int>)? {
    guard var reader = try? AQJSONReader(bytes) else { return nil }
    var messages = SensorMessages(reader)
    var (all, unread) = ([] as [SensorMessage], [] as Set<Int>)
    do {
      try reader.rows(["id", "sampling_rate", "timestamp", "location", "sensor", "sensordatavalues"]) { row in
        if let message = messages.message(row) {
          all.append(message)
        } else {
          unread.insert(all.count + unread.count)
        }
      }
      try reader.end()
    } catch {
      return nil
    }
    return (all, unread)
  }

  private mutating func message(_ row: borrowing AQJSONReader.Row) -> SensorMessage? {
    guard let box = readBox(row), let instrument = readInstrument(row), let text = row.plainString(2),
      text.count == 19, let second = try? row.instant(2, assuming: 0), second >= 0
    else { return nil }
    var values = SensorMessage.Values()
    var others = 0
    let isRead = value.read(each: 5, of: row) { value in
      guard value.plainString(2) != nil else { return false }
      guard let index = value.index(of: 2, among: Self.names) else {
        others += 1
        return true
      }
      let number = value.number(1)
      guard number != nil || value.kind(1) == .null || value.plainString(1)?.isEmpty == true else {
        return false
      }
      values.set(index, number)
      return true
    }
    guard isRead else { return nil }
    return SensorMessage(
      box.site, box: box.number, instrument, AirTime(secondsSince1970: second), values, others: others)
  }

  /// The box of a message; messages of a box stand side by side and describe it alike.
  private mutating func readBox(_ row: borrowing AQJSONReader.Row) -> (site: AirSite, number: Int)? {
    if let last = lastBox, row.holds(last.bytes, at: 3) { return (last.site, last.number) }
    guard location.read(3, of: row), let id = location.text(0), let north = location.number(1),
      let east = location.number(2), let coordinate = try? Coordinate(north, east),
      let isExact = flag(5), let isIndoor = flag(6)
    else { return nil }
    let elevation = location.number(3)
    guard elevation != nil || Self.isNothing(3, of: location) else { return nil }
    let country = location.plainString(4).flatMap { $0.isEmpty ? nil : location.text(4) }
    guard country != nil || Self.isNothing(4, of: location) else { return nil }
    guard
      let site = try? SensorMessage.site(
        id: id, coordinate, elevation: elevation, country: country, isIndoor: isIndoor, isExact: isExact)
    else { return nil }
    let number = (lastBox?.number ?? -1) + 1
    lastBox = (row.range(3), site, number)
    return (site, number)
  }

  /// A flag of the box that is 0, 1 or not there; nil for any other.
  private func flag(_ index: Int) -> Bool?? {
    if location.kind(index) == .missing { return .some(nil) }
    guard location.kind(index) == .number, let number = location.number(index) else { return nil }
    return number == 0 ? false : number == 1 ? true : nil
  }

  /// Whether a member is missing, null or the empty text.
  private static func isNothing(_ index: Int, of row: borrowing AQJSONReader.Row) -> Bool {
    row.kind(index) == .missing || row.kind(index) == .null || row.plainString(index)?.isEmpty == true
  }

  private mutating func readInstrument(_ row: borrowing AQJSONReader.Row) -> AirSite.Instrument? {
    guard sensor.read(4, of: row), let id = sensor.text(0) else { return nil }
    if let known = models.first(where: { sensor.holds($0.bytes, at: 2) }) {
      return AirSite.Instrument(id, model: known.name)
    }
    guard type.read(2, of: sensor), let name = type.text(1), let maker = type.text(2),
      type.kind(1) == .string,
      type.kind(2) == .string
    else { return nil }
    let words = [maker, name].filter { $0 != "various" }
    let model = words.isEmpty ? nil : words.joined(separator: " ")
    if models.count < 32 { models.append((sensor.range(2), model)) }
    return AirSite.Instrument(id, model: model)
  }
}
