import AQKit

/// Messages of sensors, and the boxes that they are about.
struct SensorMessages {
  private(set) var boxes: [AirSite] = []
  private(set) var all: [SensorMessage] = []

  mutating func append(_ message: SensorMessage) { all.append(message) }

  /// Adds a box, and returns its number.
  mutating func add(_ box: AirSite) -> Int {
    boxes.append(box)
    return boxes.count - 1
  }

  /// Returns the number of a box, which is added unless it is described like the last one, since messages of a box are
  /// adjacent.
  mutating func number(of box: AirSite) -> Int { boxes.last == box ? boxes.count - 1 : add(box) }

  /// Takes only the boxes of other messages.
  mutating func take(boxesOf others: SensorMessages) { boxes = others.boxes }

  /// Returns for each box whether a message of its site reports humid air.
  func humidities() -> [Bool] {
    var humid: Set<String> = []
    for message in all where message.isHumid {
      if let id = boxes[message.box].id { humid.insert(id) }
    }
    return boxes.indices.map { boxes[$0].id.map(humid.contains) ?? false }
  }
}

/// Reads the messages of a file directly, without JSON values, if they have the usual form.
struct SensorMessageReader {
  /// The messages that were read.
  private(set) var messages = SensorMessages()
  /// The indices of the messages that must be read as JSON values.
  private(set) var unread: Set<Int> = []

  private var location: AQJSON.Reader.Row
  private var sensor: AQJSON.Reader.Row
  private var models: SensorModels
  private var value: AQJSON.Reader.Row
  /// The parts of the current message that were read; nil for missing parts and those of an unusual form.
  private var current: (box: Int?, origin: AirOrigin?, values: SensorMessage.Values?)
  /// The descriptions of the last box, and the last time.
  private var lastBox: (bytes: Range<Int>, number: Int)?
  private var lastTime: (bytes: Range<Int>, seconds: Int64)?

  private static let members = AQJSON.Reader.Names(
    ["timestamp", "location", "sensor", "sensordatavalues"], passing: ["id", "sampling_rate"])
  private static let names = SensorMessage.quantities.map { ContiguousArray($0.name.utf8) }

  /// Creates the messages of a file; nil if it isn't an array.
  init?(_ bytes: [UInt8]) {
    guard var reader = try? AQJSON.Reader(bytes, allowsNaN: true) else { return nil }
    location = .init(
      ["id", "latitude", "longitude", "altitude", "country", "exact_location", "indoor"], in: reader)
    sensor = .init(.init(["id", "sensor_type"], passing: ["pin"]), in: reader)
    models = SensorModels(in: reader)
    value = .init(.init(["value", "value_type"], passing: ["id"]), in: reader)
    do {
      try reader.rows(Self.members) { member, bytes, position, deepest throws(ScanFault) in
        switch member {
        case 1: try readBox(bytes, &position, deepest)
        case 2: try readSensor(bytes, &position, deepest)
        default: try readValues(bytes, &position, deepest)
        }
      } _: { row in
        take(row)
      }
      try reader.end()
    } catch {
      return nil
    }
  }

  /// Makes a message from the parts if they are complete.
  private mutating func take(_ row: borrowing AQJSON.Reader.Row) {
    let (box, origin, values) = current
    current = (nil, nil, nil)
    if let box, let origin, let values, let seconds = seconds(row) {
      messages.append(SensorMessage(box: box, origin, AirTime(secondsSince1970: seconds), values))
    } else {
      unread.insert(messages.all.count + unread.count)
    }
  }

  private mutating func seconds(_ row: borrowing AQJSON.Reader.Row) -> Int64? {
    if let last = lastTime, row.holds(last.bytes, at: 0) { return last.seconds }
    guard row.plainString(0)?.count == 19, let seconds = try? row.instant(0, assuming: 0), seconds >= 0
    else { return nil }
    lastTime = (row.range(0), seconds)
    return seconds
  }

  /// Reads the box of a message; messages of a box describe it alike.
  private mutating func readBox(
    _ bytes: RawSpan, _ position: inout Int, _ deepest: Int
  ) throws(ScanFault) -> Bool {
    if let last = lastBox, last.bytes.pass(bytes, &position) {
      current.box = last.number
      return true
    }
    let start = position
    try location.read(bytes, &position, deepest: deepest)
    current.box = box().map { messages.add($0) }
    lastBox = current.box.map { (start..<position, $0) }
    return true
  }

  private func box() -> AirSite? {
    guard let id = location.text(0), let north = location.number(1), let east = location.number(2),
      let coordinate = try? Coordinate(north, east), let isExact = flag(5), let isIndoor = flag(6)
    else { return nil }
    let elevation = location.number(3)
    guard elevation != nil || isNothing(3) else { return nil }
    let country = location.plainString(4).flatMap { $0.isEmpty ? nil : location.text(4) }
    guard country != nil || isNothing(4) else { return nil }
    return try? SensorMessage.site(
      id: id, coordinate, elevation: elevation, country: country, isIndoor: isIndoor, isExact: isExact)
  }

  /// Returns a flag of the box that is 0, 1 or missing; nil for any other value.
  private func flag(_ index: Int) -> Bool?? {
    if location.kind(index) == .missing { return .some(nil) }
    guard location.kind(index) == .number, let number = location.number(index) else { return nil }
    return number == 0 ? false : number == 1 ? true : nil
  }

  /// Returns whether a member of the box is missing, null or the empty string.
  private func isNothing(_ index: Int) -> Bool {
    location.kind(index) == .missing || location.kind(index) == .null
      || location.plainString(index)?.isEmpty == true
  }

  private mutating func readSensor(
    _ bytes: RawSpan, _ position: inout Int, _ deepest: Int
  ) throws(ScanFault) -> Bool {
    current.origin = try Self.origin(bytes, &position, deepest, &sensor, &models)
    return true
  }

  private static func origin(
    _ bytes: RawSpan, _ position: inout Int, _ deepest: Int, _ sensor: inout AQJSON.Reader.Row,
    _ models: inout SensorModels
  ) throws(ScanFault) -> AirOrigin? {
    var model: String??
    try sensor.read(bytes, &position, deepest: deepest) { _, bytes, position, deepest throws(ScanFault) in
      model = try models.read(bytes, &position, deepest)
      return true
    }
    guard let model, let id = sensor.text(0) else { return nil }
    return AirOrigin(instrument: AirSite.Instrument(id, model: model))
  }

  private mutating func readValues(
    _ bytes: RawSpan, _ position: inout Int, _ deepest: Int
  ) throws(ScanFault) -> Bool {
    var values = SensorMessage.Values()
    var isUsual = true
    let isArray = try value.read(each: bytes, &position, deepest: deepest) { row in
      isUsual = isUsual && Self.add(row, to: &values)
    }
    current.values = isArray && isUsual ? values : nil
    return isArray
  }

  /// Adds a value; returns false if its form is unusual.
  private static func add(_ row: borrowing AQJSON.Reader.Row, to values: inout SensorMessage.Values) -> Bool {
    guard row.plainString(1) != nil else { return false }
    guard let index = row.index(of: 1, among: names) else {
      values.others += 1
      return true
    }
    let number = row.number(0)
    guard number != nil || row.kind(0) == .null || row.plainString(0)?.isEmpty == true else { return false }
    values.set(index, number)
    return true
  }
}

/// The sensor types that occur in a file, with their names.
private struct SensorModels {
  private var type: AQJSON.Reader.Row
  private var known: [(bytes: Range<Int>, name: String?)] = []

  init(in reader: borrowing AQJSON.Reader) {
    type = .init(.init(["name", "manufacturer"], passing: ["id"]), in: reader)
  }

  /// Reads the name of a type, if it has one; nil if its form is unusual.
  mutating func read(_ bytes: RawSpan, _ position: inout Int, _ deepest: Int) throws(ScanFault) -> String?? {
    for model in known where model.bytes.pass(bytes, &position) { return model.name }
    let start = position
    try type.read(bytes, &position, deepest: deepest)
    guard type.kind(0) == .string, type.kind(1) == .string, let name = type.text(0), let maker = type.text(1)
    else { return nil }
    let words = [maker, name].filter { $0 != "various" }
    let model = words.isEmpty ? nil : words.joined(separator: " ")
    if known.count < 32 { known.append((start..<position, model)) }
    return .some(model)
  }
}

extension Range<Int> {
  /// Skips the bytes of this range of the document if they occur again at a position; otherwise returns false.
  fileprivate func pass(_ bytes: RawSpan, _ position: inout Int) -> Bool {
    guard ByteKey.equal(bytes, position, bytes, lowerBound, count) else { return false }
    position += count
    return true
  }
}
