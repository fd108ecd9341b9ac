extension ReportBuilder {
  /// A parameter in a unit, with its properties from the source's offer, looked up once for many values.
  package struct Quantity: Equatable, Sendable {
    let kind: SeriesKinds.Number
    let bounds: Bounds
    /// The values that need no further check, whatever the instrument.
    let plausible: ClosedRange<Double>
  }

  /// The quantities that were asked for so far, by their names as given; nil for an unknown one.
  struct Quantities {
    private var entries: [(parameter: AirParameter, unit: AirUnit, quantity: Quantity?)] = []
    /// The entry that follows the last one that was found: rows name the same quantities in the same order.
    private var next = 0
    /// The most entries that are remembered.
    private static let most = 32

    /// Returns what is remembered of a quantity; nil if nothing is.
    mutating func known(_ parameter: AirParameter, _ unit: AirUnit) -> Quantity?? {
      func isWanted(_ index: Int) -> Bool {
        entries[index].parameter == parameter && entries[index].unit == unit
      }
      let index = next < entries.count && isWanted(next) ? next : entries.indices.first(where: isWanted)
      guard let index else { return nil }
      next = index + 1 < entries.count ? index + 1 : 0
      return .some(entries[index].quantity)
    }

    mutating func remember(_ parameter: AirParameter, _ unit: AirUnit, _ quantity: Quantity?) {
      if entries.count < Self.most { entries.append((parameter, unit, quantity)) }
    }
  }

  /// Returns a parameter in a unit; nil if its values would be refused, or depend on the site or averaging period because
  /// the source offers the parameter in several ways.
  package mutating func quantity(_ parameter: AirParameter, in unit: AirUnit) -> Quantity? {
    guard timePolicy == nil else { return nil }
    if let known = quantities.known(parameter, unit) { return known }
    let quantity = lookUpQuantity(parameter, unit)
    quantities.remember(parameter, unit, quantity)
    return quantity
  }

  private mutating func lookUpQuantity(_ parameter: AirParameter, _ unit: AirUnit) -> Quantity? {
    let (parameter, unit) = named(parameter, unit)
    guard unit.isKnown, let offer = descriptor.plainOffer(of: parameter) else { return nil }
    let kind = seriesKinds.number(parameter, unit, offer.averaging)
    return Quantity(
      kind: kind, bounds: Bounds(offer.timeConvention, offer.averaging),
      plausible: limits(ofKind: kind).plausible)
  }

  /// Adds a value, or a gap for NaN, exactly as ``add(_:_:unit:at:convention:averaging:flags:completeness:accuracy:origin:correction:within:to:)``
  /// does, and faster.
  ///
  /// - Returns: False, without adding anything, if the value needs a note; the general method then adds it.
  package mutating func add(
    _ value: Double, of quantity: Quantity, at time: AirTime, flags: Set<AirReading.QualityFlag> = [],
    origin: AirOrigin? = nil, to site: SiteReference
  ) -> Bool {
    guard sites.indices.contains(site.index), sites[site.index].serial == site.serial,
      let interval = interval(of: value, quantity, at: time.secondsSince1970),
      interval.1 <= latestEnd(ofSite: site.index)
    else { return false }
    let identity = Identity(kind: quantity.kind, origin: origin)
    if let column = knownColumn(identity, ofSite: site.index) {
      guard columns[column].limits.map({ isPlausible(value, $0) }) ?? true else { return false }
      append(value, interval, flags, toColumn: column)
    } else {
      let own = ownLimits(of: identity)
      guard own.map({ isPlausible(value, $0) }) ?? true else { return false }
      registerNextColumn(identity, ofSite: site.index)
      columns.append(.starting(identity, own, interval, value, flags))
      rowCount += 1
      undoLog.record(.column(ofSite: site.index))
      undoLog.record(.rows(column: columns.count - 1, count: 1))
    }
    return true
  }

  private func isPlausible(_ value: Double, _ limits: Int) -> Bool {
    value.isNaN || knownLimits[limits].plausible.contains(value)
  }

  /// Returns the interval of a value that can be added unchanged; otherwise nil.
  func interval(of value: Double, _ quantity: Quantity, at seconds: Int64) -> (Int64, Int64)? {
    guard value.isNaN || quantity.plausible.contains(value) && !descriptor.sentinels.contains(value) else {
      return nil
    }
    return quantity.bounds.interval(at: seconds)
  }

  mutating func append(
    _ value: Double, _ interval: (Int64, Int64), _ flags: Set<AirReading.QualityFlag>, toColumn column: Int
  ) {
    columns[column].append(interval, value, flags)
    rowCount += 1
    undoLog.record(.rows(column: column, count: 1))
  }

  /// A site that is registered repeatedly with the same data.
  package struct KnownSite: Sendable {
    let reference: SiteReference
    /// The revision of its description.
    let revision: Int
  }

  /// Registers a site, or finds it if exactly the same site is registered already.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - place: The index of the query's place that it answers.
  ///   - known: The result of the same call for an equal site; nil at first.
  package mutating func site(_ site: AirSite, place: Int?, known: inout KnownSite?) -> SiteReference {
    if let known, isUnchanged(known), place.map(sites[known.reference.index].places.contains) ?? true {
      return known.reference
    }
    let before = restatements
    let reference = self.site(site, place: place)
    known =
      restatements == before
      ? KnownSite(reference: reference, revision: sites[reference.index].revision) : nil
    return reference
  }

  /// Returns whether a site was neither taken back nor changed.
  func isUnchanged(_ site: KnownSite) -> Bool {
    let reference = site.reference
    return sites.indices.contains(reference.index) && sites[reference.index].serial == reference.serial
      && sites[reference.index].revision == site.revision
  }
}
