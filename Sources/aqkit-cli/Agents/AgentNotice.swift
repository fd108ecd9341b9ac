import AQKit

/// An authority's warning or statement, without the shapes of its area.
struct AgentNotice: Encodable {
  let source: SourceID
  let publisher: String?
  let kind: AirNotice.Kind
  let event: String?
  /// The publisher's own word.
  let severity: String?
  let title: String
  let text: String
  let advice: String?
  let areas: [String]
  let from: AirTime?
  let until: AirTime?
  let link: String?

  init(_ notice: AirNotice) {
    (source, publisher, kind, event) = (notice.source, notice.publisher, notice.kind, notice.event)
    (severity, title, text, advice) = (notice.severity, notice.title, notice.text, notice.advice)
    (areas, from, until, link) = (notice.area.names, notice.from, notice.until, notice.link)
  }
}
