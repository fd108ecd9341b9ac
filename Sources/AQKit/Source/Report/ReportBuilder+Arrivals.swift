extension ReportBuilder {
  /// The sites that a feed's messages name repeatedly, found by the bytes of their names without creating strings.
  ///
  /// All values are of one parameter and have no time of their own.
  struct Arrivals {
    private struct Entry {
      let hash: UInt64
      let name: Range<Int>
      let column: Int
    }

    private(set) var parameter: AirParameter?
    private(set) var unit = AirUnit.one
    private(set) var kind = AirSite.Kind.city
    private(set) var interval: (Int64, Int64) = (0, 0)
    private(set) var possible = 0.0...0.0
    /// One more than the entry's index; 0 for none. Its size is a power of two.
    private var slots: ContiguousArray<Int32> = []
    private var entries: ContiguousArray<Entry> = []
    private var names: ContiguousArray<UInt8> = []
    /// The last value of each entry that is not in a column yet; NaN for none.
    private var latest: ContiguousArray<Double> = []
    /// The values of the current message, each with its entry.
    private(set) var waiting: ContiguousArray<(entry: Int32, value: Double)> = []
    /// Random for each process, so that nobody can choose colliding names.
    private static let seed = UInt64.random(in: .min ... .max)

    /// An index of values of a parameter.
    init() {}

    /// An index of values of one parameter and interval.
    init(_ parameter: AirParameter, _ unit: AirUnit, _ kind: AirSite.Kind, interval: (Int64, Int64)) {
      self.parameter = parameter
      self.unit = unit
      self.kind = kind
      self.interval = interval
      possible = unit.possibleValues
      slots = ContiguousArray(repeating: 0, count: 64)
    }

    func isFor(_ other: AirParameter, _ otherUnit: AirUnit, _ otherKind: AirSite.Kind) -> Bool {
      parameter == other && unit == otherUnit && kind == otherKind
    }

    /// A number of a name, well spread.
    static func hash(_ bytes: RawSpan) -> UInt64 {
      var hash = seed ^ UInt64(truncatingIfNeeded: bytes.byteCount)
      var at = 0
      while bytes.byteCount &- at >= 8 {
        hash = mixed(hash ^ EightBytes.load(bytes, at: at))
        at &+= 8
      }
      var rest: UInt64 = 0
      while at < bytes.byteCount {
        rest = rest &<< 8 | UInt64(EightBytes.byte(bytes, at: at))
        at &+= 1
      }
      return mixed(hash ^ rest)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
      let (high, low) = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return high ^ low
    }

    /// The entry of a name; nil if there is none.
    func entry(_ name: RawSpan, hash: UInt64) -> Int32? {
      let mask = slots.count &- 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        let index = slots[slot] &- 1
        let entry = entries[Int(index)]
        if entry.hash == hash, equals(entry.name, name) { return index }
        slot = (slot &+ 1) & mask
      }
      return nil
    }

    private func equals(_ range: Range<Int>, _ name: RawSpan) -> Bool {
      guard range.count == name.byteCount else { return false }
      let known = names.span.bytes.extracting(range)
      var at = 0
      while name.byteCount &- at >= 8 {
        if EightBytes.load(known, at: at) != EightBytes.load(name, at: at) { return false }
        at &+= 8
      }
      while at < name.byteCount {
        if EightBytes.byte(known, at: at) != EightBytes.byte(name, at: at) { return false }
        at &+= 1
      }
      return true
    }

    /// Adds a new name and returns its entry.
    mutating func insert(_ name: RawSpan, hash: UInt64, column: Int) -> Int32 {
      if (entries.count &+ 1) &* 2 > slots.count {
        slots = ContiguousArray(repeating: 0, count: slots.count &* 2)
        for index in entries.indices { assignSlot(index) }
      }
      let start = names.count
      name.withUnsafeBytes { names.append(contentsOf: $0) }
      entries.append(Entry(hash: hash, name: start..<names.count, column: column))
      latest.append(.nan)
      assignSlot(entries.count &- 1)
      return Int32(truncatingIfNeeded: entries.count &- 1)
    }

    private mutating func assignSlot(_ index: Int) {
      let mask = slots.count &- 1
      var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
      while slots[slot] != 0 { slot = (slot &+ 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: index &+ 1)
    }

    /// Adds a value, which counts once the whole message has been read.
    mutating func append(_ value: Double, to entry: Int32) { waiting.append((entry, value)) }

    mutating func removeWaiting() { waiting.removeAll(keepingCapacity: true) }

    /// Counts the values of a message that has been read. Returns how many replaced others.
    mutating func commit() -> Int {
      var replaced = 0
      for index in waiting.indices {
        let (entry, value) = (Int(waiting[index].entry), waiting[index].value)
        replaced &+= latest[entry].isNaN ? 0 : 1
        latest[entry] = value
      }
      removeWaiting()
      return replaced
    }

    /// The values that are in no column yet, each with its column; removes them.
    mutating func takeLatest() -> [(column: Int, value: Double)] {
      var taken: [(column: Int, value: Double)] = []
      for index in latest.indices where !latest[index].isNaN {
        taken.append((entries[index].column, latest[index]))
        latest[index] = .nan
      }
      return taken
    }
  }

  /// Adds one value, without a time of its own, of a site known by its name: a fast path for messages that name the
  /// same sites repeatedly. It counts once ``addReceived()`` is called after the whole message.
  ///
  /// Of several values for the same site and time the last one counts, as everywhere, and a note counts the others.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - value: The value; finite.
  ///   - unit: The provider's unit.
  ///   - row: The object with the name.
  ///   - name: The index of the member with the name.
  ///   - kind: The kind of site.
  /// - Throws: ``AQError/Code/malformed`` for a name that is empty or no string, or a physically impossible value.
  package mutating func receive(
    _ parameter: AirParameter, _ value: Double, unit: AirUnit, siteNamed name: Int,
    in row: borrowing AQJSONReader.Row,
    kind: AirSite.Kind
  ) throws(AQError) {
    guard let range = row.plainString(name), prepareArrivals(parameter, unit, kind) else {
      let text = try row.string(name)
      guard text.utf8.contains(where: { $0 > 0x20 }) else { throw Self.emptyName }
      let site = site(AirSite(name: text, kind: kind))
      flushArrivals()
      return add(parameter, value, unit: unit, at: .received, to: site)
    }
    guard arrivals.possible.contains(value) else { throw impossible(parameter, value) }
    let entry = row.bytes.withUnsafeBufferPointer { buffer in
      arrival(UnsafeRawBufferPointer(buffer).bytes.extracting(range))
    }
    guard let entry else { throw Self.emptyName }
    arrivals.append(value, to: entry)
  }

  /// Adds the values of a whole message like ``receive(_:_:unit:siteNamed:in:kind:)`` and ``addReceived()``, if it has
  /// the usual form: compact, with these two members in this order in each object.
  ///
  /// - Returns: Whether it has this form; if not, nothing was added.
  package mutating func receiveAll(
    _ parameter: AirParameter, unit: AirUnit, from bytes: [UInt8], _ members: CompactMembers,
    kind: AirSite.Kind
  ) -> Bool {
    guard prepareArrivals(parameter, unit, kind) else { return false }
    let isRead = bytes.withUnsafeBufferPointer { buffer -> Bool in
      let bytes = UnsafeRawBufferPointer(buffer).bytes
      let count = bytes.byteCount
      guard count > 0, EightBytes.byte(bytes, at: 0) == UInt8(ascii: "[") else { return false }
      var at = 0
      repeat {
        at &+= 1
        guard count &- at >= 16, members.beforeName.stands(in: bytes, at: at) else { return false }
        let quote = at &+ members.beforeName.length &- 1
        at = quote
        guard let hasEscapes = try? JSONString.skip(bytes, &at), !hasEscapes else { return false }
        let name = bytes.extracting(quote &+ 1..<at &- 1)
        at &-= 1
        guard count &- at >= 16, members.betweenThem.stands(in: bytes, at: at) else { return false }
        at &+= members.betweenThem.length
        guard let value = try? NumberScanner.double(bytes, &at), arrivals.possible.contains(value),
          count &- at >= 2, EightBytes.byte(bytes, at: at) == UInt8(ascii: "}")
        else { return false }
        at &+= 1
        guard let entry = arrival(name) else { return false }
        arrivals.append(value, to: entry)
      } while EightBytes.byte(bytes, at: at) == UInt8(ascii: ",")
      return at &+ 1 == count && EightBytes.byte(bytes, at: at) == UInt8(ascii: "]")
    }
    if isRead { addReceived() } else { arrivals.removeWaiting() }
    return isRead
  }

  /// The spelling of the two members in a compact object.
  package struct CompactMembers: Sendable {
    let beforeName: BytePattern
    let betweenThem: BytePattern

    /// - Parameters:
    ///   - name: The member with the string; plain ASCII.
    ///   - value: The member with the number; plain ASCII.
    package init(name: String, value: String) {
      beforeName = BytePattern("{\"\(name)\":\"")
      betweenThem = BytePattern("\",\"\(value)\":")
    }
  }

  private static let emptyName = AQError(.malformed, "a site has an empty name")

  /// The entry of a site's name, created if needed; nil for a blank name.
  private mutating func arrival(_ name: RawSpan) -> Int32? {
    let hash = Arrivals.hash(name)
    if let entry = arrivals.entry(name, hash: hash) { return entry }
    guard name.withUnsafeBytes({ $0.contains { $0 > 0x20 } }) else { return nil }
    let text = name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let parameter = arrivals.parameter ?? .publishedIndex
    let site = site(AirSite(name: text, kind: arrivals.kind))
    let averaging = descriptor.offer(of: parameter)?.averaging ?? .instant
    let kind = seriesKinds.kind(parameter, arrivals.unit, averaging)
    let column = column(Identity(kind: kind, origin: nil), of: site)
    return arrivals.insert(name, hash: hash, column: column)
  }

  /// Whether the fast path can handle values of this kind.
  private mutating func prepareArrivals(_ parameter: AirParameter, _ unit: AirUnit, _ kind: AirSite.Kind)
    -> Bool
  {
    if arrivals.isFor(parameter, unit, kind) { return true }
    guard arrivals.parameter == nil, unit.isKnown, descriptor.sentinels.isEmpty else { return false }
    guard let offer = descriptor.plainOffer(of: parameter),
      let interval = Bounds(offer.timeConvention, offer.averaging).interval(at: receivedAt.secondsSince1970)
    else { return false }
    arrivals = Arrivals(parameter, unit, kind, interval: interval)
    return true
  }

  /// Adds the values that ``receive(_:_:unit:siteNamed:in:kind:)`` collected since the last call.
  package mutating func addReceived() {
    rowCount &+= arrivals.waiting.count
    replacedCount = replacedCount.addingSaturating(arrivals.commit())
  }

  /// Moves the received values into the columns.
  mutating func flushArrivals() {
    let interval = arrivals.interval
    for (column, value) in arrivals.takeLatest() {
      if columns[column].replaceLast(value, of: interval) {
        replacedCount = replacedCount.addingSaturating(1)
      } else {
        columns[column].append(interval, value, Column.received)
      }
    }
  }

  /// Refuses an element of the current message and counts it.
  package mutating func refuse(_ error: AQError, element: Int) {
    refuse(
      Self.withoutPositions(error.message),
      at: "element \(element)\(message.map { " of message \($0)" } ?? "")")
  }
}
