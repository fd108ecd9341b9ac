extension ReportBuilder {
  /// Adds one value, without a time of its own, of a site known by its name: a fast path for messages that name the
  /// same sites repeatedly. It counts once ``addReceived()`` is called after the whole message.
  ///
  /// Of several values for the same site and time the last one counts, as everywhere, and a note counts the others. The
  /// fast path is for one parameter, unit and kind of site; further ones are added as usual.
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
    guard prepareArrivals(parameter, unit, kind) else {
      let site = site(AirSite(name: try Self.name(name, in: row), kind: kind))
      return add(parameter, value, unit: unit, at: .received, to: site)
    }
    guard arrivals.possible.contains(value) else { throw impossible(parameter, value) }
    let site: Int32?
    if let range = row.plainString(name) {
      site = row.bytes.withUnsafeBufferPointer {
        arrivals.site(UnsafeRawBufferPointer($0).bytes.extracting(range))
      }
    } else {
      site = Array(try row.string(name).utf8).withUnsafeBytes { arrivals.site($0.bytes) }
    }
    guard let site else { throw Self.emptyName }
    arrivals.append(value, to: site)
  }

  private static func name(_ member: Int, in row: borrowing AQJSONReader.Row) throws(AQError) -> String {
    let text = try row.string(member)
    guard text.utf8.contains(where: { $0 > 0x20 }) else { throw emptyName }
    return text
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
        guard let site = arrivals.site(name) else { return false }
        arrivals.append(value, to: site)
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

  /// Whether the fast path can handle values of this kind.
  private mutating func prepareArrivals(_ parameter: AirParameter, _ unit: AirUnit, _ kind: AirSite.Kind)
    -> Bool
  {
    if arrivals.isFor(parameter, unit, kind) { return true }
    guard arrivals.parameter == nil, unit.isKnown, descriptor.sentinels.isEmpty,
      let offer = descriptor.plainOffer(of: parameter)
    else { return false }
    resume(Arrivals(parameter, unit, kind, offer))
    return arrivals.parameter != nil
  }

  /// Takes the names that earlier messages of the same feed left.
  mutating func resume(_ names: consuming Arrivals) {
    if names.begin(at: receivedAt.secondsSince1970) { arrivals = names }
  }

  /// Adds the values that ``receive(_:_:unit:siteNamed:in:kind:)`` collected since the last call.
  package mutating func addReceived() {
    rowCount &+= arrivals.waiting.count
    replacedCount = replacedCount.addingSaturating(arrivals.commit())
  }

  /// Moves the received values into the columns.
  mutating func flushArrivals() {
    guard let parameter = arrivals.parameter else { return }
    var arrivals = arrivals.take()
    let identity = Identity(
      kind: seriesKinds.number(parameter, arrivals.unit, arrivals.averaging), origin: nil)
    let (kind, interval) = (arrivals.kind, arrivals.interval)
    arrivals.takeLatest { site, value in
      let index = column(identity, of: self.site(AirSite(name: site.name, kind: kind)))
      columns[index].append(interval, value, Column.received)
    }
    self.arrivals = arrivals
  }

  /// Refuses an element of the current message and counts it.
  package mutating func refuse(_ error: AQError, element: Int) {
    refuse(
      Self.withoutPositions(error.message),
      at: "element \(element)\(message.map { " of message \($0)" } ?? "")")
  }
}
