import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Korea's stations") struct AirKoreaTests {
  private static let now = AirTime(secondsSince1970: 1_795_185_000)  // 2026-11-20T14:30:00Z
  private static let key = "ab+cd/ef=="
  private static let adapter = AirKoreaStations(serviceKey: AirSecret(key), baseURL: nil)

  private static func reply(_ url: String) throws -> String {
    try Payload.text(url.contains("MsrstnInfo") ? "airkorea/stations.json" : "airkorea/values.json")
  }

  private static let contract = ServiceContract(
    adapter: adapter, recordedAt: now, secrets: [key], reply: reply)

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.airKorea.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("the hour ends at its time in Korea, and 24:00 is the next day's midnight")
  func time() throws {
    let o3 = try #require(read(Payload.text("airkorea/values.json")).newest(.o3, at: "예시구"))
    #expect(o3.value == 0.031 && o3.unit == .ppm)
    #expect(o3.interval.start == AirTime("2026-11-20T13:00:00Z"))
    #expect(o3.interval.end == AirTime("2026-11-20T14:00:00Z"))
    let midnight = try read(
      #"{"items":[{"stationName":"A","dataTime":"2026-08-14 24:00","o3Value":"0.02"}]}"#)
    #expect(midnight.newest(.o3, at: "A")?.interval.end == AirTime("2026-08-14T15:00:00Z"))
  }

  @Test("hourly particles and the agency's 24-hour estimate are distinguished")
  func particles() throws {
    let response = try read(Payload.text("airkorea/values.json"))
    let hour = try #require(response.newest(.pm10, at: "예시구", averaging: .oneHour))
    #expect(hour.value == 35 && hour.unit == .microgramsPerCubicMetre && hour.origin == nil)
    let estimate = try #require(response.newest(.pm10, at: "예시구", averaging: .hours(12)))
    #expect(estimate.value == 42 && estimate.origin?.model == "24-hour estimate")
    // An index of 24-hour means has one hour of them.
    let daily = response.reports.compactMap { $0.index(using: .ukDAQI).value }.flatMap(\.subIndices)
    #expect(!daily.contains { $0.input.parameter == .pm10 })
  }

  @Test("the index is the agency's own")
  func index() throws {
    #expect(try read(Payload.text("airkorea/values.json")).newest("aqi.kr-cai", at: "예시구")?.value == 74)
  }

  @Test("a marked gap has no value, its reason is noted, and a doubtful value is flagged")
  func gaps() throws {
    let response = try read(Payload.text("airkorea/values.json"))
    let road = try #require(response.reports.first { $0.site.id == "도로변" })
    #expect(road.series.map(\.parameter) == [.pm25])
    #expect(response.newest(.pm25, at: "도로변")?.flags == [.suspect])
    #expect(response.notes.contains { $0.parameters == [.pm10] && $0.message.contains("통신장애") })
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the body alone is read, and so is XML")
  func shapes() throws {
    #expect(try read(Payload.text("airkorea/body_only.json")).newest(.no2, at: "예시구")?.value == 0.021)
    let xml = try read(Payload.text("airkorea/values.xml"))
    #expect(xml.newest(.o3, at: "예시구")?.value == 0.031 && xml.newest(.pm25, at: "예시구") == nil)
  }

  @Test("a list gives sites with their place, however its two fields are ordered")
  func stations() throws {
    let response = try read(Payload.text("airkorea/stations.json"))
    #expect(try response.reports.first?.site.coordinate == Coordinate(37.572, 127.005))
    #expect(try response.reports[1].site.coordinate == Coordinate(37.58, 127.02))
    #expect(response.reports.map(\.site.details.setting) == [.background, .traffic, .background])
  }

  @Test(
    "errors come with status 200, as JSON and as XML",
    arguments: [
      (
        #"{"response":{"header":{"resultCode":"30","resultMsg":"SERVICE_KEY_IS_NOT_REGISTERED_ERROR"},"body":{"items":[]}}}"#,
        AQError.Code.unauthorized
      ),
      (
        #"{"response":{"header":{"resultCode":"22","resultMsg":"LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"}}}"#,
        .rateLimited
      ),
      (
        #"{"response":{"header":{"resultCode":10,"resultMsg":"INVALID_REQUEST_PARAMETER_ERROR"}}}"#,
        .invalidRequest
      ),
      (#"{"response":{"header":{"resultCode":"04","resultMsg":"HTTP_ERROR"}}}"#, .unavailable),
      (
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg><returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
        .unauthorized
      ),
      ("<!DOCTYPE html><html><body>x</body></html>", .malformed), ("<html><body>x</body></html>", .malformed),
      (#"{"a":1}"#, .malformed),
    ])
  func errors(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("rows of one station that don't name it keep their values")
  func unnamed() throws {
    let response = try read(
      #"{"response":{"header":{"resultCode":"00"},"body":{"items":[{"dataTime":"2026-11-20 09:00","no2Value":0.02}]}}}"#
    )
    #expect(response.reports.first?.series.first?.newestReading()?.value == 0.02)
  }

  @Test("the station's name may be outside the list, as in replies of earlier years")
  func olderShape() throws {
    let response = try read(
      #"{"list":[{"stationName":"","dataTime":"2019-05-11 14:00","o3Value":"0.04"}],"parm":{"stationName":"A"},"ArpltnInforInqireSvcVo":{"stationName":"A"},"totalCount":1}"#
    )
    #expect(response.newest(.o3, at: "A")?.value == 0.04)
    let named = try read(#"{"list":[{"stationName":"B","dmX":"37.5","dmY":"127"}],"parm":{},"totalCount":1}"#)
    #expect(named.reports.map(\.site.id) == ["B"])
  }

  @Test("no data is an empty reply")
  func noData() throws {
    #expect(try read(#"{"response":{"body":{"items":null,"totalCount":0}}}"#).reports.isEmpty)
    let text =
      #"{"response":{"header":{"resultCode":"03","resultMsg":"NODATA_ERROR"},"body":{"items":"","totalCount":0}}}"#
    #expect(try read(text).reports.isEmpty)
    let bare = [
      #"{"response":{"header":{"resultCode":"03","resultMsg":"NODATA_ERROR"}}}"#,
      "<response><header><resultCode>03</resultCode></header></response>",
      "<OpenAPI_ServiceResponse><cmmMsgHeader><returnReasonCode>03</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
    ]
    for text in bare { #expect(try read(text).reports.isEmpty, "\(text)") }
  }

  @Test("an unreadable number of rows loses none of them")
  func total() throws {
    let xml = try Payload.text("airkorea/values.xml").replacing("<totalCount>1<", with: "<totalCount>many<")
    #expect(try read(xml).newest(.o3, at: "예시구")?.value == 0.031)
  }

  @Test(
    "the key is encoded once, whichever spelling was given", arguments: ["ab+cd/ef==", "ab%2Bcd%2Fef%3D%3D"])
  func encodedKey(spelling: String) throws {
    let adapter = AirKoreaStations(serviceKey: AirSecret(spelling), baseURL: nil)
    let calls = adapter.calls(for: try AirQuery(near: Coordinate(37.5, 127)), at: Self.now)
    #expect(calls.allSatisfy { $0.request.url.contains("?serviceKey=ab%2Bcd%2Fef%3D%3D&returnType=json&") })
  }

  @Test("a place costs two requests, and one when the list is kept")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let clock = ManualClock(Self.now)
    let source = HTTPSource(Self.adapter, transport: transport, clock: clock)
    let response = try await source.fetch(AirQuery(near: Coordinate(37.571, 127.004)))
    #expect(transport.requests.count == 2)
    #expect(
      transport.requests.contains {
        $0.url.hasPrefix("https://apis.data.go.kr/B552584/ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty?")
          && $0.url.hasSuffix("&sidoName=%EC%A0%84%EA%B5%AD&ver=1.3&pageNo=1&numOfRows=1000")
      })
    #expect(response.reports.first?.site.id == "예시구")
    await clock.advance(by: .seconds(2 * 3600))
    _ = try await source.fetch(AirQuery(near: Coordinate(37.571, 127.004)))
    #expect(transport.requests.count == 3)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(37.571, 127.004)))
  }
}
