import AQKit

/// A message of the Common Alerting Protocol, from XML, the GeoJSON of a weather service, or an entry of a list.
///
/// Sources: OASIS CAP 1.2 (1 July 2010) and CAP 1.1 (October 2005), chapter 3.2.
struct CAPMessage {
  var identifier = ""
  var sender: String?
  var sent: AirTime?
  var status: String?
  var type: String?
  var scope: String?
  var references: [String] = []
  var infos: [Info] = []

  /// A block of a message: an event in one language.
  struct Info {
    var language: String?
    var event: String?
    var codes: [(system: String, code: String)] = []
    var categories: [String] = []
    var severity: String?
    var from: AirTime?
    var until: AirTime?
    var publisher: String?
    var headline: String?
    var description: String?
    var instruction: String?
    var link: String?
    var area = AirNotice.Area()
    var isOver = false
    var hasUnreadableEnd = false
  }

  /// Creates a message from the texts that XML and GeoJSON have under the same names, but for that of its type.
  init(_ identifier: String, type: String, _ text: (String) -> String?) {
    self.identifier = identifier
    sender = text("sender")
    sent = text("sent").flatMap { AirTime($0) }
    status = text("status")
    self.type = text(type)
    scope = text("scope")
  }

  /// Returns the identifier by which messages refer to it, with the sender: those of different senders may coincide.
  static func key(_ sender: String?, _ identifier: String) -> String {
    sender.map { "\($0),\(identifier)" } ?? identifier
  }

  /// Adds the message's notices about the air, and withdraws those of the messages that it replaces.
  ///
  /// It adds notices for public messages with the status Actual and the type Alert or Update, whose event is about the
  /// air (``CAPEvent``) and which have not ended, whatever their severity. Every message of the response holds for `places`;
  /// without any the area decides.
  func add(to report: inout ReportBuilder, heldBy places: [Int], publisher: String?) {
    func leaveOut(_ why: String) { report.note(.leftOut, why) }
    func isOne(_ text: String?, of words: String...) -> Bool {
      text.map { words.contains($0.lowercased()) } ?? true
    }
    // These come first, because an exercise must not withdraw earlier messages.
    guard isOne(status, of: "actual") else { return leaveOut("A test, an exercise or a draft was left out.") }
    guard isOne(scope, of: "public") else { return leaveOut("A message that isn't public was left out.") }
    let own = Self.key(sender, identifier)
    if let type, ["update", "cancel"].contains(type.lowercased()) {
      for message in references where message != own { report.withdraw(notices: message, asOf: sent) }
    }
    guard isOne(type, of: "alert", "update") else {
      return leaveOut("A cancellation or an acknowledgement was left out.")
    }
    if infos.isEmpty { report.refuse("a warning doesn't say what it is about") }
    for (index, info) in infos.enumerated() {
      guard let kind = CAPEvent.kind(of: info) else {
        leaveOut("A warning of something other than the air was left out.")
        continue
      }
      guard !info.isOver else {
        leaveOut("A warning has ended.")
        continue
      }
      if info.hasUnreadableEnd {
        report.note(.remark, "A warning's end can't be read; it is shown as long as the service lists it.")
      }
      let (title, text) = info.titleAndText
      report.issue(
        AirNotice(
          id: index == 0 ? own : "\(own)#\(index)", message: own, source: report.descriptor.id,
          publisher: info.publisher ?? publisher, kind: kind, event: info.event, severity: info.severity,
          title: title, text: text, advice: info.instruction, language: info.language, area: info.area,
          issuedAt: sent, from: info.from ?? sent, until: info.until, link: info.link,
          // A shape is more exact than the place that the service was asked about.
          places: info.area.hasShape ? [] : places))
    }
  }
}

extension CAPMessage.Info {
  /// Creates a block from the texts that XML and GeoJSON have under the same names.
  init(_ text: (String) -> String?) {
    language = text("language")
    event = text("event")
    severity = text("severity")
    publisher = text("senderName")
    headline = text("headline")
    description = text("description")
    instruction = text("instruction")
    link = text("web")
  }

  /// The headline and the description. If the event is a whole paragraph, as AirNow writes it, its first sentence
  /// replaces a missing headline, and all of it a missing description.
  fileprivate var titleAndText: (title: String, text: String) {
    let event = event ?? "Warning"
    let isParagraph = event.utf8.count > 120
    let sentence = isParagraph ? String(event.prefix { !".!\n".contains($0) }) : event
    return (headline ?? sentence, description ?? (isParagraph ? event : ""))
  }
}
