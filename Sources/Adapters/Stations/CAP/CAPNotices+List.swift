import AQKit

extension CAPNotices {
  /// Reads a list in Atom or RSS, whose entries describe one message each.
  ///
  /// An entry whose event isn't about the air, or has ended, leads to no request; one that names no event is judged by
  /// its title and summary. An entry that states its area becomes a notice; for any other the message is requested from
  /// the same server. For a query without places no messages are requested if their entries say enough.
  func read(
    list root: AQXML, _ reply: HTTPReply<Void>, heldBy places: [Int], into report: inout ReportBuilder
  ) throws -> [HTTPCall<Void>] {
    let list = root.localName == "rss" ? root.all("channel").first ?? root : root
    let entries = list.all("entry") + list.all("item")
    if entries.isEmpty { noteSilence(of: reply, &report) }
    let calls = try report.each(entries) { entry, report -> HTTPCall<Void>? in
      if let alert = entry.all("content").first?.all("alert").first ?? entry.all("alert").first {
        try CAPMessage(alert, into: &report).add(to: &report, heldBy: places, publisher: publisher)
        return nil
      }
      let message = CAPMessage(entry: entry, into: &report)
      let info = message.infos[0]
      let isNotice = CAPEvent.kind(of: info) != nil && info.until.map { $0 > report.receivedAt } ?? true
      let saysEnough = entry.line("event") != nil && !message.identifier.isEmpty
      let canBePlaced = info.area.hasShape || !places.isEmpty || reply.query.places.isEmpty
      if isNotice, !(saysEnough && canBePlaced), let link = entry.messageLink,
        let request = request(for: link, reply)
      {
        return HTTPCall(request, keepsFor: .hours(1))
      }
      guard saysEnough || !isNotice else {
        throw AQError(.malformed, "An entry about the air doesn't link to a message on this server.")
      }
      // Adds a note instead of a notice if the entry isn't about the air, or has ended.
      message.add(to: &report, heldBy: places, publisher: publisher)
      return nil
    }
    // The next page as RFC 5005 links it, in RSS with an element of Atom.
    let next = list.all("link").first { $0.attribute("rel").content == "next" }
    return calls.compactMap(\.self)
      + nextPage(at: next?.attribute("href").content, after: entries.count, reply, &report)
  }

  /// Returns the call for the page that follows a page with some entries. An empty page is the last one, whatever it links, and
  /// so is one that links to itself.
  func nextPage(
    at link: String?, after count: Int, _ reply: HTTPReply<Void>, _ report: inout ReportBuilder
  ) -> [HTTPCall<Void>] {
    guard count > 0, let link else { return [] }
    if let request = request(for: link, reply) {
      return request == reply.call?.request ? [] : [HTTPCall(request, keepsFor: .seconds(60))]
    }
    report.note(
      .limitReached, "The feed continues at an address that isn't on the same server, or can't be read.",
      places: Array(reply.query.places.indices))
    return []
  }

  /// Returns the request for a link to the server of its document; nil elsewhere. A recorded document has no server.
  func request(for link: String, _ reply: HTTPReply<Void>) -> TransportRequest? {
    if url.isEmpty { return TransportRequest(url: link) }
    return try? (reply.call?.request ?? TransportRequest(url: url)).following(link)
  }
}

extension CAPMessage {
  /// Reads the entry of a list, which repeats some elements of the message.
  fileprivate init(entry: AQXML, into report: inout ReportBuilder) {
    let identifier = entry.line("identifier") ?? entry.line("id") ?? entry.line("guid") ?? entry.messageLink
    self.init(identifier ?? "", type: "msgType") { $0 == "sender" ? nil : entry.line($0) }
    let time = entry.line("sent") ?? entry.line("published") ?? entry.line("updated")
    sent = time.flatMap { AirTime($0) }
    references = Self.references(entry.line("references") ?? "")
    var info = Info(info: entry, into: &report)
    info.area.add(entry, into: &report)
    let title = entry.line("title")
    if info.event == nil {
      // The title isn't an element of the message, but usually is the event.
      info.event = title
      let summary = entry.line("summary") ?? entry.line("description")
      let kinds = entry.all("category").compactMap { $0.attribute("term").content }
      info.categories += kinds + [summary].compactMap(\.self)
    }
    info.headline = info.headline ?? title
    info.description = entry.line("summary") ?? entry.line("description")
    info.publisher = info.publisher ?? entry.all("author").first?.line("name")
    infos = [info]
  }
}

extension AQXML {
  /// The address of the message that an entry is about: the one of the type CAP, else the first one.
  fileprivate var messageLink: String? {
    let links = all("link")
    let typed = links.first { $0.attribute("type").content == "application/cap+xml" }
    let link = typed ?? links.first { $0.attribute("href").content != nil } ?? links.first
    return link.flatMap { $0.attribute("href").content ?? $0.line }
  }
}
