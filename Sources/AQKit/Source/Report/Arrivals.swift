extension ReportBuilder {
  /// The sites that a feed's messages name repeatedly, found by the bytes of their names without creating strings, and
  /// their values that are in no column or report yet.
  ///
  /// All values are of one parameter and have no time of their own. A feed keeps the names from one message to the next.
  struct Arrivals {
    /// A spelling of a site's name.
    private struct Name {
      let hash: UInt64
      let start: Int
      let count: Int32
      let site: Int32
    }

    /// A site, by its name.
    struct Site {
      let name: String
      /// The last value; NaN for none.
      fileprivate(set) var latest = Double.nan
      /// Where a feed tracks its readings; nil if that isn't known yet.
      var track: Int32?
    }

    /// Nil for an index of nothing.
    let parameter: AirParameter?
    let unit: AirUnit
    let kind: AirSite.Kind
    let averaging: AveragingPeriod
    private let bounds: Bounds
    let possible: ClosedRange<Double>
    private(set) var interval: (Int64, Int64) = (0, 0)
    /// One more than the name's index; 0 for none. Its size is a power of two.
    private var slots: ContiguousArray<Int32> = []
    private var names: ContiguousArray<Name> = []
    private var bytes: ContiguousArray<UInt8> = []
    var sites: ContiguousArray<Site> = []
    /// The sites by name; made for the first name that isn't ASCII, because such a name has several spellings.
    private var siteByName: [String: Int32]?
    /// The values of the current message, each with its site.
    private(set) var waiting: ContiguousArray<(site: Int32, value: Double)> = []
    /// The sites that have a value, in order of their appearance.
    private(set) var order: ContiguousArray<Int32> = []
    /// Random for each process, so that nobody can choose colliding names.
    private static let seed = UInt64.random(in: .min ... .max)
    /// The names and bytes that are kept from one message to the next.
    private static let (mostNames, mostBytes) = (1024, 65_536)

    /// An index of nothing yet.
    init() {
      (parameter, unit, kind, averaging) = (nil, .one, .city, .instant)
      (bounds, possible) = (Bounds(.instant, .instant), 0...0)
    }

    /// An index of values of one parameter.
    init(_ parameter: AirParameter, _ unit: AirUnit, _ kind: AirSite.Kind, _ offer: SourceDescriptor.Offer) {
      self.parameter = parameter
      self.unit = unit
      self.kind = kind
      averaging = offer.averaging
      bounds = Bounds(offer.timeConvention, offer.averaging)
      possible = unit.possibleValues
    }

    func isFor(_ other: AirParameter, _ otherUnit: AirUnit, _ otherKind: AirSite.Kind) -> Bool {
      parameter == other && unit == otherUnit && kind == otherKind
    }

    /// Starts new messages, received at a time in seconds since 1970; false if that is out of range.
    mutating func begin(at seconds: Int64) -> Bool {
      guard let interval = bounds.interval(at: seconds) else { return false }
      self.interval = interval
      return true
    }

    /// Hands over the index, and leaves one of nothing.
    mutating func take() -> Arrivals {
      var taken = Arrivals()
      swap(&taken, &self)
      return taken
    }

    /// Forgets the names if they are too many to be kept for the next messages.
    mutating func bound() {
      if names.count > Self.mostNames || bytes.count > Self.mostBytes { self = Arrivals() }
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

    private func site(_ name: RawSpan, hash: UInt64) -> Int32? {
      if slots.isEmpty { return nil }
      let mask = slots.count &- 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        let known = names[Int(slots[slot] &- 1)]
        if known.hash == hash, equals(known, name) { return known.site }
        slot = (slot &+ 1) & mask
      }
      return nil
    }

    private func equals(_ known: Name, _ name: RawSpan) -> Bool {
      guard Int(known.count) == name.byteCount else { return false }
      let spelling = bytes.span.bytes.extracting(known.start..<known.start &+ name.byteCount)
      var at = 0
      while name.byteCount &- at >= 8 {
        if EightBytes.load(spelling, at: at) != EightBytes.load(name, at: at) { return false }
        at &+= 8
      }
      while at < name.byteCount {
        if EightBytes.byte(spelling, at: at) != EightBytes.byte(name, at: at) { return false }
        at &+= 1
      }
      return true
    }

    /// The site of a name, which is added if it is new; nil if it is blank.
    mutating func site(_ name: RawSpan) -> Int32? {
      let hash = Self.hash(name)
      return site(name, hash: hash) ?? insert(name, hash: hash)
    }

    private mutating func insert(_ name: RawSpan, hash: UInt64) -> Int32? {
      let (isBlank, isASCII) = name.withUnsafeBytes { name in
        (!name.contains { $0 > 0x20 }, name.allSatisfy { $0 < 0x80 })
      }
      guard !isBlank, let count = Int32(exactly: name.byteCount) else { return nil }
      let site = site(named: name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, isASCII: isASCII)
      names.append(Name(hash: hash, start: bytes.count, count: count, site: site))
      name.withUnsafeBytes { bytes.append(contentsOf: $0) }
      if names.count &* 2 > slots.count {
        slots = ContiguousArray(repeating: 0, count: max(32, slots.count &* 2))
        for index in names.indices { assignSlot(index) }
      } else {
        assignSlot(names.count &- 1)
      }
      return site
    }

    private mutating func site(named name: String, isASCII: Bool) -> Int32 {
      if !isASCII, siteByName == nil {
        siteByName = Dictionary(
          zip(sites.lazy.map(\.name), sites.indices.lazy.map { Int32(truncatingIfNeeded: $0) })
        ) { first, _ in first }
      }
      if let known = siteByName?[name] { return known }
      let new = Int32(truncatingIfNeeded: sites.count)
      sites.append(Site(name: name))
      siteByName?[name] = new
      return new
    }

    private mutating func assignSlot(_ index: Int) {
      let mask = slots.count &- 1
      var slot = Int(truncatingIfNeeded: names[index].hash) & mask
      while slots[slot] != 0 { slot = (slot &+ 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: index &+ 1)
    }

    /// Adds a value, which counts once the whole message has been read.
    mutating func append(_ value: Double, to site: Int32) { waiting.append((site, value)) }

    mutating func removeWaiting() { waiting.removeAll(keepingCapacity: true) }

    /// Counts the values of a message that has been read. Returns how many replaced others.
    mutating func commit() -> Int {
      var replaced = 0
      for index in waiting.indices {
        let (site, value) = waiting[index]
        if sites[Int(site)].latest.isNaN { order.append(site) } else { replaced &+= 1 }
        sites[Int(site)].latest = value
      }
      removeWaiting()
      return replaced
    }

    /// Hands over the values, each with its site, in order of the sites' appearance; removes them.
    mutating func takeLatest(_ body: (inout Site, Double) -> Void) {
      for site in order {
        let value = sites[Int(site)].latest
        sites[Int(site)].latest = .nan
        body(&sites[Int(site)], value)
      }
      order.removeAll(keepingCapacity: true)
    }
  }
}
