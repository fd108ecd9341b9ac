import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Spain's index") struct MITECOTests {
  private static let now = AirTime(secondsSince1970: 1_795_165_200)  // 2026-11-20T09:00:00Z
  private static let adapter = MITECOStations(baseURL: nil)
  private static let index = AirParameter("aqi.es-ica")
  private static let header = "cod_estacion,nombre,tipo,latitud,longitud,activa,fecha,indice,debido_a\n"

  private static func reply(_ url: String) throws -> String {
    let file = url.hasSuffix("previsto.csv") ? "forecast" : url.hasSuffix("24-horas.csv") ? "day" : "hour"
    return try Payload.text("miteco/\(file).csv")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.miteco.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("a station has its index at a time in UTC, and the leading zero of its code that the file drops")
  func value() throws {
    let response = try read(Payload.text("miteco/hour.csv"))
    let value = try #require(response.newest(Self.index, at: "01059001"))
    #expect(value.value == 3 && value.unit == .one && value.flags == [.provisional])
    #expect(value.interval.end == AirTime("2026-11-20T08:00:00Z"))
    let site = response.reports.first?.site
    #expect(site?.name == "EJEMPLO NORTE" && site?.details.setting == .traffic && site?.country == "ES")
    #expect(try site?.coordinate == Coordinate(42.84, -2.67))
  }

  @Test("ten times an index is the same index from fewer pollutants; zero is a gap")
  func partial() throws {
    let response = try read(Payload.text("miteco/hour.csv"))
    let value = try #require(response.newest(Self.index, at: "28079901"))
    #expect(value.value == 2 && value.flags == [.provisional, .partial])
    #expect(response.newest(Self.index, at: "28079902") == nil)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the pollutants that cause the index have the same index, even in a quoted list")
  func causes() throws {
    let response = try read(Payload.text("miteco/hour.csv"))
    let site = try #require(response.reports.first { $0.site.id == "08019901" })
    #expect(site.site.name == "EJEMPLO, EIXAMPLE")
    #expect(Set(site.series.map(\.parameter)) == [Self.index, "aqi.es-ica.pm10", "aqi.es-ica.pm25"])
    #expect(site.series.allSatisfy { $0.values == [2] })
  }

  @Test("a station out of service has no index, and a note says so")
  func inactive() throws {
    let response = try read(Payload.text("miteco/hour.csv"))
    #expect(response.newest(Self.index, at: "99999999") == nil)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.message.contains("out of service") })
  }

  @Test("neither Spain's index nor its parts are taken for the European one")
  func scale() throws {
    let response = try read(Payload.text("miteco/hour.csv"))
    let scales = response.reports.flatMap(\.series).map(\.parameter.indexScale)
    #expect(Set(scales) == ["es-ica"])
  }

  @Test("hours ahead of their receipt are a forecast")
  func forecast() throws {
    let report = try #require(read(Payload.text("miteco/forecast.csv")).reports.first)
    #expect(report.kind == .forecast)
    #expect(report.series(of: Self.index).first?.values == [3, 4])
  }

  @Test("an index beyond the scale, or an unreadable time, loses only its row")
  func brokenRows() throws {
    let response = try read(
      Self.header + """
        28079901,A,FONDO,40.4,-3.7,true,2026-11-20T08:00:00,7,O3
        28079902,B,FONDO,40.4,-3.7,true,2026-11-20T08:00:00,25,O3
        28079903,C,FONDO,40.4,-3.7,true,yesterday,2,O3
        28079904,D,FONDO,40.4,-3.7,true,2026-11-20T08:00:00,6,O3
        28079905,E,FONDO

        """)
    #expect(response.reports.filter { !$0.series.isEmpty }.map(\.site.id) == ["28079904"])
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } >= 4)
  }

  @Test("a file without stations has no values and says so")
  func empty() throws {
    let response = try read(Self.header)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test(
    "the page of maintenance is a temporary failure; other pages and files are malformed",
    arguments: [
      ("<!DOCTYPE html><html lang=es><body>Portal en mantenimiento</body></html>", AQError.Code.unavailable),
      ("<html><body>Bienvenido</body></html>", .malformed), ("a,b\n1,2\n", .malformed), ("", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
    if code == .unavailable { #expect(error?.message.contains("MITECO Spain is down") ?? false) }
  }

  @Test("now is one file, the past day and the day ahead have one each")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let place = try Coordinate(40.4193, -3.7024)
    let current = try await source.fetch(AirQuery(near: place))
    #expect(transport.requests.map(\.url) == ["https://ica.miteco.es/datos/ica-ultima-hora.csv"])
    #expect(current.newest(Self.index, at: "28079901")?.value == 2)
    let past = try await source.fetch(AirQuery(near: place, window: .past(.seconds(86_400))))
    #expect(transport.requests.last?.url == "https://ica.miteco.es/datos/ica-ultimas-24-horas.csv")
    #expect(past.readings(Self.index, at: "28079901").map(\.value) == [2, 1, 2])
    let ahead = try await source.fetch(AirQuery(near: place, window: .next(.seconds(86_400))))
    #expect(transport.requests.last?.url == "https://ica.miteco.es/datos/ica-previsto.csv")
    #expect(ahead.reports.first?.kind == .forecast && transport.requests.count == 3)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(40.4193, -3.7024)))
  }
}
