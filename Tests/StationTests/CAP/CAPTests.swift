import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("Warnings of the Common Alerting Protocol") struct CAPTests {
  static let now = AirTime(secondsSince1970: 1_784_469_600)  // 2026-07-19T14:00:00Z

  static func read(_ text: String, at time: AirTime = now) throws -> AirResponse {
    try PayloadFormat.cap.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: time))
  }

  /// A message with one block.
  static func message(
    _ identifier: String = "one", event: String = "Air quality alert", status: String = "Actual",
    type: String = "Alert", references: String = "", sent: String = "2026-07-19T12:00:00Z",
    expires: String = "2026-07-20T00:00:00Z", further: String = "", area: String = "",
    namespace: String = "urn:oasis:names:tc:emergency:cap:1.1"
  ) -> String {
    """
    <alert xmlns="\(namespace)"><identifier>\(identifier)</identifier><sender>a@b.example</sender>
    <sent>\(sent)</sent><status>\(status)</status><msgType>\(type)</msgType><scope>Public</scope>
    <references>\(references)</references>
    <info><category>Met</category><event>\(event)</event><urgency>Unknown</urgency><severity>Unknown</severity>
    <certainty>Unknown</certainty><expires>\(expires)</expires>\(further)
    <area><areaDesc>Here</areaDesc>\(area)</area></info></alert>
    """
  }

  private static func together(_ messages: String...) -> String {
    "<alerts>\(messages.joined())</alerts>"
  }

  @Test("an Air Quality Alert of NWS is shown with its severity “Unknown”, without a shape, until it expires")
  func nationalWeatherService() throws {
    let response = try maricopa(at: "2024-07-18T16:00:00Z")
    let notice = try #require(response.notices.first)
    #expect(response.notices.count == 1 && notice.kind == .episode && notice.event == "Air Quality Alert")
    #expect(notice.severity == "Unknown" && notice.publisher == "NWS Phoenix AZ" && notice.advice == nil)
    #expect(notice.from == AirTime("2024-07-18T15:13:00Z") && notice.until == AirTime("2024-07-20T04:00:00Z"))
    #expect(notice.area.names == ["Maricopa, AZ"] && notice.area.codes["UGC"] == ["AZC013"])
    #expect(!notice.area.hasShape && notice.text.contains("Ozone High Pollution Advisory"))
    // The other one is of heat.
    #expect(response.notes.contains { $0.code == .leftOut && $0.message.contains("other than the air") })
    let later = try maricopa(at: "2024-07-20T04:00:00Z")
    #expect(later.notices.isEmpty && later.notes.contains { $0.message.contains("has ended") })
  }

  private func maricopa(at time: String) throws -> AirResponse {
    try Payload.response("cap/nws_maricopa.json", .cap, at: try #require(AirTime(time)))
  }

  @Test("messages without an end and without an area are shown, as their publishers say them")
  func shapes() throws {
    let canada = try #require(
      Payload.response("cap/eccc_shape.xml", .cap, at: Self.now).notices.first)
    #expect(canada.title == "special air quality statement in effect" && canada.severity == "Moderate")
    #expect(canada.until == nil && canada.advice == "Stay indoors." && canada.language == "en-CA")
    #expect(canada.issuedAt == AirTime("2025-09-21T20:00:00Z") && canada.id == "urn:oid:active")
    let enviroFlash = try #require(
      Payload.response("cap/enviroflash_shape.xml", .cap, at: Self.now).notices.first)
    #expect(enviroFlash.area.codes == ["AirNowReportingArea": ["Fresno"]])
    #expect(enviroFlash.area.names == ["Central California"] && enviroFlash.severity == "Severe")
  }

  @Test("a message in two languages is two notices; polygon, circle, code and signature are read")
  func languages() throws {
    let notices = try Payload.response("cap/two_languages.xml", .cap, at: Self.now).notices
    #expect(notices.map(\.language) == ["en-CA", "fr-CA"] && Set(notices.map(\.id)).count == 2)
    #expect(Set(notices.map(\.message)) == ["air@agency.example,AQ-7"])
    let english = try #require(notices.first)
    #expect(english.area.polygons.count == 1 && english.area.circles.map(\.radius) == [20_000])
    #expect(english.area.names == ["The plain", "The harbour"])
    #expect(
      try english.area.contains(Coordinate(49.5, -123)) && !english.area.contains(Coordinate(49.5, -122)))
    #expect(
      try english.area.contains(Coordinate(48.5, -123.3)) && !english.area.contains(Coordinate(48.7, -123.37))
    )
    #expect(
      english.from == AirTime("2026-07-19T15:00:00Z") && english.until == AirTime("2026-07-20T12:00:00Z"))
    #expect(english.text == "High levels of pollution are expected & may last.")
    #expect(english.link == "https://agency.example/7" && english.publisher == "Agency of the Air")
    #expect(notices.last?.publisher == "Agence de l’air")
  }

  @Test(
    "tests, exercises, drafts and system messages are never shown, and replace nothing",
    arguments: ["Test", "Exercise", "Draft", "System"])
  func exercises(status: String) throws {
    let response = try Self.read(
      Self.together(
        Self.message(),
        Self.message(
          "two", status: status, type: "Update", references: "a@b.example,one,2026-07-19T12:00:00Z")))
    #expect(response.notices.map(\.message) == ["a@b.example,one"])
    #expect(response.notes.contains { $0.code == .leftOut && $0.count == 1 })
  }

  @Test(
    "an update replaces the messages that it names, and a cancellation withdraws them, in any order",
    arguments: [true, false])
  func replaced(isReversed: Bool) throws {
    let reference = "a@b.example,one,2026-07-19T12:00:00+00:00"
    func read(_ type: String) throws -> [String] {
      let messages = [
        Self.message(),
        Self.message("two", type: type, references: reference, sent: "2026-07-19T13:00:00Z"),
        Self.message("three"),
      ]
      let text = (isReversed ? messages.reversed() : messages).joined()
      return try Self.read("<alerts>\(text)</alerts>").notices.map(\.message).sorted()
    }
    #expect(try read("Update") == ["a@b.example,three", "a@b.example,two"])
    #expect(try read("Cancel") == ["a@b.example,three"])
    #expect(try read("Ack") == ["a@b.example,one", "a@b.example,three"])
  }

  @Test(
    "an update of something else, or one that has ended, still replaces; the same name of another sender stays"
  )
  func updates() throws {
    let ended = Self.message(
      "two", type: "Update", references: "a@b.example,one,2026-07-19T12:00:00Z", sent: "2026-07-19T13:00:00Z",
      expires: "2026-07-19T13:30:00Z")
    #expect(try Self.read(Self.together(Self.message(), ended)).notices.isEmpty)
    let foreign = Self.message().replacing("<sender>a@b.example", with: "<sender>c@d.example")
    #expect(try Self.read(Self.together(foreign, ended)).notices.map(\.message) == ["c@d.example,one"])
  }

  @Test("what has expired, is past or all clear is not shown")
  func ended() throws {
    #expect(try Self.read(Self.message(expires: "2026-07-19T14:00:00Z")).notices.isEmpty)
    #expect(try Self.read(Self.message(further: "<responseType>AllClear</responseType>")).notices.isEmpty)
    let past = Self.message().replacing("<urgency>Unknown", with: "<urgency>Past")
    #expect(try Self.read(past).notices.isEmpty)
    let canada = Self.message(
      further: """
        <parameter><valueName>layer:EC-MSC-SMC:1.0:Alert_Location_Status</valueName><value>ended</value></parameter>
        """)
    #expect(try Self.read(canada).notices.isEmpty)
  }

  @Test("an end that can't be read is noted, and hides nothing")
  func unreadableEnd() throws {
    let response = try Self.read(Self.message(expires: "tomorrow"))
    #expect(response.notices.first?.until == nil && response.notices.count == 1)
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("end can't be read") })
  }

  @Test(
    "an event of the air is recognised in many languages, and by its code",
    arguments: [
      ("Air Quality Action Day", AirNotice.Kind.actionDay), ("Dense Smoke Advisory", .smoke),
      ("Blowing Dust Warning", .dust), ("Dust Storm Warning", .dust), ("qualité de l’air", .episode),
      ("Épisode de pollution de l'air", .episode), ("Calidad del aire", .episode), ("Calima", .dust),
      ("Humo por incendios", .smoke), ("Feinstaubalarm", .episode), ("Ozonwarnung", .episode),
      ("Saharastaub", .dust), ("Starke Rauchentwicklung", .smoke), ("Smogová situace", .episode),
      ("空氣品質", .episode), ("PM2.5", .episode),
    ])
  func events(event: String, kind: AirNotice.Kind) throws {
    #expect(try Self.read(Self.message(event: event)).notices.map(\.kind) == [kind])
  }

  @Test(
    "an event of another kind isn't shown, whatever its text mentions",
    arguments: [
      "Industrial accident", "Air raid", "Excessive Heat Warning", "Avalanche", "Polvorín",
      "Special Marine Warning",
    ])
  func foreignEvents(event: String) throws {
    let message = Self.message(
      event: event,
      further: """
        <eventCode><valueName>SAME</valueName><value>SMW</value></eventCode>
        <headline>Smoke and poor air quality are possible</headline>
        """)
    #expect(try Self.read(message).notices.isEmpty)
  }

  @Test(
    "the codes AQA, AQW, SAS and SMW are about the air, but a Special Marine Warning isn't",
    arguments: ["AQA", "AQW", "SAS", "SMW"])
  func codes(code: String) throws {
    let message = Self.message(
      event: "Bulletin",
      further: "<eventCode><valueName>ECCC</valueName><value>\(code)</value></eventCode>")
    #expect(try Self.read(message).notices.map(\.kind) == [.episode])
  }

  @Test("an event that is a paragraph is the text, and its first sentence the title")
  func paragraph() throws {
    let paragraph =
      "The air quality in the valley is expected to be unhealthy for sensitive groups on Monday. "
      + String(repeating: "Reduce your time outdoors. ", count: 8)
    let notice = try #require(Self.read(Self.message(event: paragraph)).notices.first)
    #expect(
      notice.title
        == "The air quality in the valley is expected to be unhealthy for sensitive groups on Monday")
    #expect(notice.text.hasSuffix("Reduce your time outdoors.") && notice.kind == .episode)
  }

  @Test("a polygon or a circle that can't be read is refused alone")
  func badShapes() throws {
    let response = try Self.read(
      Self.message(
        area: """
          <polygon>49,-123 49,-122 fifty,-122</polygon><polygon> </polygon><circle>91,0 5</circle>
          <polygon>49,-123 49,-122 50,-122 49,-123</polygon>
          """))
    #expect(response.notices.first?.area.polygons.count == 1 && response.notices.first?.area.circles == [])
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 2)
  }

  @Test("lines may break in a polygon and in a circle")
  func brokenLines() throws {
    let area = "<polygon>49,-123\n49,-122\n50,-122</polygon><circle>\n50,14\n\t20</circle>"
    let shapes = try #require(Self.read(Self.message(area: area)).notices.first).area
    #expect(shapes.polygons.count == 1 && shapes.circles.map(\.radius) == [20_000])
  }

  @Test("a message without an identifier is refused alone")
  func withoutIdentifier() throws {
    let bad = Self.message().replacing("<identifier>one</identifier>", with: "")
    let response = try Self.read(Self.together(bad, Self.message("two")))
    #expect(response.notices.map(\.message) == ["a@b.example,two"])
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test("the texts and the number of notices are bounded")
  func bounds() throws {
    let long = String(repeating: "ä", count: 30_000)
    let notice = try #require(
      Self.read(Self.message(further: "<headline>\(long)</headline><description>\(long)</description>"))
        .notices.first)
    #expect(notice.title.utf8.count < 1010 && notice.text.utf8.count < 20_010)
    let many = (0..<600).map { Self.message("m\($0)") }.joined()
    let response = try Self.read("<alerts>\(many)</alerts>")
    #expect(response.notices.count == 500)
    #expect(response.notes.contains { $0.code == .refused && $0.count == 100 })
  }

  @Test("an Atom index with the elements of its messages gives their notices; a plain one leads to them")
  func atom() throws {
    func entry(_ inside: String) -> String {
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.1"><title>Alerts</title>
      <entry><id>urn:1</id><title>Air Quality Alert issued for the valley</title><updated>2026-07-19T12:00:00Z</updated>
      <link type="application/cap+xml" href="https://feed.example/1.xml"/>\(inside)</entry>
      <entry><id>urn:2</id><title>Wind Advisory</title><updated>2026-07-19T12:00:00Z</updated></entry></feed>
      """
    }
    let full = try Self.read(
      entry(
        """
        <cap:event>Air Quality Alert</cap:event><cap:status>Actual</cap:status><cap:msgType>Alert</cap:msgType>
        <cap:severity>Unknown</cap:severity><cap:expires>2026-07-20T00:00:00Z</cap:expires>
        <cap:areaDesc>The valley</cap:areaDesc><cap:polygon>49,-123 49,-122 50,-122 49,-123</cap:polygon>
        """))
    let notice = try #require(full.notices.first)
    #expect(
      full.notices.count == 1 && notice.event == "Air Quality Alert" && notice.area.names == ["The valley"])
    #expect(notice.area.polygons.count == 1 && notice.until == AirTime("2026-07-20T00:00:00Z"))
    let plain = try Self.read(entry(""))
    #expect(plain.notices.isEmpty && plain.notes.contains { $0.message.contains("continues in requests") })
  }

  @Test(
    "a warning without content is refused, so that it isn't taken for the absence of warnings",
    arguments: [
      "<alert><identifier>one</identifier><status>Actual</status><msgType>Alert</msgType></alert>",
      #"{"features": [{"id": "one", "geometry": null, "properties": {"alert_code": "AQW"}}]}"#,
    ])
  func withoutContent(text: String) throws {
    #expect(try Self.read(text).notes.map(\.code) == [.refused])
  }

  @Test("an empty feed gives a note that there is no warning")
  func empty() throws {
    for text in [
      #"<feed xmlns="http://www.w3.org/2005/Atom"><title>None</title></feed>"#, "<alerts/>",
      "<rss><channel><title>None</title></channel></rss>", #"{"type": "FeatureCollection", "features": []}"#,
    ] {
      let response = try Self.read(text)
      #expect(response.notices.isEmpty && response.notes.map(\.code) == [.noNotice], "\(text)")
    }
  }

  @Test(
    "a page, half a message and a refusal each give their own error",
    arguments: [
      ("<!DOCTYPE html><html><body>Down for maintenance</body></html>", AQError.Code.malformed),
      ("<html><head/></html>", .malformed), ("", .malformed), ("<rows><row/></rows>", .malformed),
      (String(CAPTests.message().prefix(300)), .malformed), (#"{"features": [{"id": "#, .malformed),
      (#"{"title": "Service Unavailable", "status": 503}"#, .unavailable), (#"{"a": 1}"#, .malformed),
    ])
  func errors(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { _ = try Self.read(text) }
    #expect(error.code == code)
  }

  @Test("Canada's collection is read in both languages by the code, until the event ends")
  func canada() throws {
    func feature(_ code: String, _ status: String) -> String {
      #"""
      {"type": "Feature", "id": "20330_\#(code)", "geometry": {"type": "Polygon", "coordinates":
        [[[-123.5, 49], [-122.5, 49], [-122.5, 50], [-123.5, 50], [-123.5, 49]]]},
       "properties": {"alert_code": "\#(code)", "alert_name_en": "yellow warning", "alert_name_fr": "avertissement jaune",
        "alert_text_en": "Smog.", "alert_text_fr": "Smog.", "publication_datetime": "2026-07-19T05:01:00.000Z",
        "expiration_datetime": "2026-07-19T21:01:00.000Z", "event_end_datetime": null, "status_en": "\#(status)",
        "feature_name_en": "Montréal Island", "feature_name_fr": "Île de Montréal", "province": "QC"}}
      """#
    }
    let text = [("SMW", "issued"), ("AQW", "continued"), ("SAS", "ended"), ("RFW", "issued")]
      .map { feature($0.0, $0.1) }.joined(separator: ",")
    let notices = try Self.read(#"{"type": "FeatureCollection", "features": [\#(text)]}"#).notices
    #expect(notices.map(\.message) == ["20330_SMW", "20330_SMW", "20330_AQW", "20330_AQW"])
    #expect(notices.map(\.language) == ["en-CA", "fr-CA", "en-CA", "fr-CA"])
    #expect(notices.first?.until == AirTime("2026-07-19T21:01:00Z"))
    #expect(try notices.allSatisfy { try $0.area.contains(Coordinate(49.5, -123)) })
  }
}
