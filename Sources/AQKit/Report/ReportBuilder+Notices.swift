extension ReportBuilder {
  static let mostNotices = 500
  private static let mostWithdrawals = 10_000

  struct Notices {
    var entries: [NoticeEntry] = []
    var byID: [String: Int] = [:]
    /// The identifiers of withdrawn messages, each with the newest time of issue of a message that withdraws it, by the
    /// part for whose places that message was read; nil for all places.
    var withdrawn: [String: [Int?: AirTime]] = [:]
    /// The places of each merged part.
    var parts: [[Int]] = []
  }

  /// A notice, and what decides which places it belongs to: the serial number of the site to whose places it belongs, nil if
  /// its own places or its area decide.
  typealias NoticeEntry = (notice: AirNotice, site: Int?, isPlaced: Bool)

  /// Issues a notice, unless it has ended.
  ///
  /// It belongs to its ``AirNotice/places`` if it names any, because the provider was asked about these; else to the places
  /// of a site, if one is given; else to the places in its area. A notice whose area has no shape then belongs to none,
  /// and a note says so. Attribution and rights that the notice lacks are the source's. Titles are limited to 1,000
  /// bytes, texts to 20,000. Of two notices with one identifier the later one counts. Beyond 500 notices, or with
  /// more than 20,000 corners in its area, a notice is refused and counted.
  ///
  /// - Parameters:
  ///   - notice: The notice.
  ///   - site: The site that it is about, such as a reporting area.
  public mutating func issue(_ notice: AirNotice, of site: SiteReference? = nil) {
    if notice.hasEnded(by: receivedAt) { return note(.leftOut, "A warning has ended.") }
    let corners = notice.area.polygons.reduce(0) { $1.reduce($0) { $0 + $1.count } }
    guard corners <= AirNotice.mostCorners else {
      return refuse("the area of a warning has more than \(AirNotice.mostCorners) corners")
    }
    var notice = notice.bounded
    notice.source = descriptor.id
    if notice.attribution.isEmpty { notice.attribution = descriptor.attribution }
    if notice.rights == .unknown { notice.rights = descriptor.rights }
    append((notice, site?.serial, isPlaced: !notice.places.isEmpty))
  }

  /// Withdraws the notices of a message that another message replaces or cancels, whether they are added before or after.
  /// Beyond 10,000 messages, a withdrawal is refused and counted.
  ///
  /// - Parameters:
  ///   - message: The message's ``AirNotice/message``.
  ///   - time: The time at which the other message was issued; notices issued later stay. With nil, all are withdrawn.
  public mutating func withdraw(notices message: String, asOf time: AirTime?) {
    withdraw(message, [nil: time ?? AirTime(secondsSince1970: AirTime.lastSecond)])
  }

  private mutating func withdraw(_ message: String, _ times: [Int?: AirTime]) {
    let before = notices.withdrawn[message]
    guard notices.withdrawn.count < Self.mostWithdrawals || before != nil else {
      return refuse("more withdrawals of warnings than \(Self.mostWithdrawals)")
    }
    notices.withdrawn[message] = (before ?? [:]).merging(times, uniquingKeysWith: max)
    undoLog.record(.withdrawal(message: message, before: before))
  }

  private mutating func append(_ entry: NoticeEntry) {
    if let index = notices.byID[entry.notice.id] {
      let known = notices.entries[index]
      let isOlder =
        if let time = entry.notice.issuedAt, let before = known.notice.issuedAt { time < before } else {
          false
        }
      undoLog.record(.replacedNotice(index: index, before: known))
      if !isOlder { notices.entries[index] = entry }
      // The same notice for another place.
      if known.isPlaced, entry.isPlaced {
        notices.entries[index].notice.addPlaces(of: isOlder ? entry.notice : known.notice)
      }
      return
    }
    guard notices.entries.count < Self.mostNotices else {
      return refuse("more warnings than \(Self.mostNotices)")
    }
    notices.byID[entry.notice.id] = notices.entries.count
    notices.entries.append(entry)
    undoLog.record(.notice)
  }

  /// Takes over the notices of another builder, with the serial numbers of its sites in this one. What it withdraws for all
  /// places is withdrawn for those of its part: another part's reply may be older, and its notice applies until replaced.
  mutating func mergeNotices(
    of other: ReportBuilder, _ places: (Int) -> Int?, all part: [Int]?, sites: [Int: Int]
  ) {
    if let part, notices.parts.last != part { notices.parts.append(part) }
    // Without places a part is the whole query.
    let number = part?.isEmpty ?? true ? nil : notices.parts.indices.last
    for (message, times) in other.notices.withdrawn {
      for time in times.values { withdraw(message, [number: time]) }
    }
    for var entry in other.notices.entries {
      entry.notice.places = entry.notice.places.compactMap(places)
      if let site = entry.site {
        guard let own = sites[site] else { continue }
        entry.site = own
      }
      append(entry)
    }
  }

  /// Determines which places of a query each notice belongs to, and drops those that belong to none. The sites must
  /// have their places already.
  mutating func placeNotices(for query: AirQuery) {
    guard !query.places.isEmpty else { return }
    var unplaced = 0
    for index in notices.entries.indices where !notices.entries[index].isPlaced {
      if let serial = notices.entries[index].site {
        notices.entries[index].notice.places = sites.first { $0.serial == serial }?.places.sorted() ?? []
      } else {
        let area = notices.entries[index].notice.area
        if !area.hasShape { unplaced += 1 }
        notices.entries[index].notice.places = query.places(in: area)
      }
      notices.entries[index].isPlaced = true
    }
    notices.entries = notices.entries.filter { !$0.notice.places.isEmpty }
    notices.byID = [:]
    for index in notices.entries.indices { notices.byID[notices.entries[index].notice.id] = index }
    if unplaced > 0 {
      note(
        .leftOut, "The area of a warning has no shape, so the places that it applies to aren't known.",
        count: unplaced)
    }
    guard descriptor.isOfNotices, unplaced == 0, noteTable.refusals.isEmpty else { return }
    // The absence of warnings is only stated if all were read.
    var told = Set(standingNotices.flatMap(\.places))
    for note in notes where note.isFailure || [.noNotice, .notCovered, .notOffered].contains(note.code) {
      if note.isFailure, note.places.isEmpty { return }
      told.formUnion(note.places)
    }
    let quiet = query.places.indices.filter { !told.contains($0) }
    if !quiet.isEmpty {
      note(.noNotice, "There is no warning about the air here.", places: quiet, count: quiet.count)
    }
  }

  /// The notices that no other message has withdrawn, each with the places where it applies.
  var standingNotices: [AirNotice] {
    notices.entries.compactMap { entry in
      var notice = entry.notice
      let times = notices.withdrawn[notice.message] ?? [:]
      let withdrawing = times.filter { time in notice.issuedAt.map { $0 <= time.value } ?? true }.keys
      if withdrawing.isEmpty { return notice }
      if withdrawing.contains(nil) { return nil }
      let gone = Set(withdrawing.compactMap(\.self).flatMap { notices.parts[$0] })
      notice.places.removeAll(where: gone.contains)
      return notice.places.isEmpty ? nil : notice
    }
  }

  mutating func hideInNotices(_ secrets: RequestSecrets) {
    for index in notices.entries.indices {
      notices.entries[index].notice = notices.entries[index].notice.mappingTexts { text, _ in
        secrets.hidden(in: text)
      }
    }
    let withdrawn = notices.withdrawn
    notices.withdrawn = [:]
    for (message, times) in withdrawn { withdraw(secrets.hidden(in: message), times) }
  }
}
