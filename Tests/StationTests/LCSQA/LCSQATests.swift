import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("France's stations") struct LCSQATests {
  /// 2021-10-22T09:00:00Z, in the day of the recorded file.
  private static let now = AirTime(secondsSince1970: 1_634_893_200)
  private static let adapter = LCSQAStations()
  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  /// The recorded rows as those of a station whose place is known.
  @Sendable private static func reply(_ url: String) throws -> String {
    if url.contains("/datasets/") { return try Payload.text("lcsqa/catalogue.json") }
    if url.contains("/data/csv/") { return try Payload.text("lcsqa/stations.csv") }
    return try Payload.text("lcsqa/day-2021.csv").replacing("FR01011;Metz-Centre", with: "FR33220;Passy")
  }

  private func read(_ file: String) throws -> AirResponse {
    try Payload.response("lcsqa/\(file)", .lcsqa, at: Payload.receivedAt)
  }

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.lcsqa.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
  }

  private static func row(_ values: String, of pollutant: String = "NO2", instrument: String = "A") -> String
  {
    """
    Date de début;Date de fin;code site;nom site;Polluant;discriminant;type de valeur;valeur;valeur brute;unité de mesure;validité
    2026/10/25 00:00:00;2026/10/25 01:00:00;FR01011;Metz;\(pollutant);\(instrument);moyenne horaire brute;\(values)

    """
  }

  @Test("an hour has both of its ends, in UTC, and one that isn't valid is a gap")
  func day() throws {
    let response = try read("day-2021.csv")
    let values = response.readings(.no, at: "FR01011")
    #expect(values.map(\.value).filter { !$0.isNaN } == [1.1, 0.8, 1.7, 2.7, 11.1, 7.9])
    let first = try #require(values.first)
    #expect(first.unit == .microgramsPerCubicMetre && first.averaging == .oneHour)
    #expect(first.interval.start == AirTime("2021-10-22T00:00:00Z"))
    #expect(first.interval.end == AirTime("2021-10-22T01:00:00Z"))
    let site = try #require(response.reports.first?.site)
    #expect(site.name == "Metz-Centre" && site.coordinate == nil && site.country == "FR")
    #expect(site.details.operatedBy == "ATMO GRAND EST" && site.details.setting == .background)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test(
    "quotation marks, a header without accents and a unit without micro are read; the value is provisional")
  func quoted() throws {
    let value = try #require(try read("day-2026.csv").newest(.no2, at: "FR01011"))
    #expect(value.value == 15 && value.unit == .microgramsPerCubicMetre && value.flags == [.provisional])
    #expect(value.interval.start == AirTime("2026-03-29T00:00:00Z"))
  }

  @Test("an export of Géod'air has coordinates of its own, a byte order mark, and hyphens in its dates")
  func export() throws {
    let response = try read("geodair.csv")
    #expect(response.newest(.pm10, at: "FR33220")?.value == 5.7)
    #expect(response.newest(.pm10, at: "FR33220")?.interval.start == AirTime("2026-10-05T00:00:00Z"))
    #expect(try response.reports.first?.site.coordinate == Coordinate(45.92361, 6.713611))
  }

  @Test("a record of dataset D and rows of its table are stations with places, latitude first")
  func stations() throws {
    for file in ["station.json", "stations.csv"] {
      let site = try #require(try read(file).reports.first { $0.site.id == "FR33220" }?.site)
      #expect(try site.coordinate == Coordinate(45.92361, 6.713611))
    }
  }

  @Test("a row of dataset D without coordinates is left out with a note")
  func noPlace() throws {
    let response = try decode("Broader,Latitude,Longitude\nx/STA-FR01011,49.1,6.2\nx/STA-FR01012,,\n")
    #expect(response.reports.map(\.site.id) == ["FR01011"])
    #expect(response.notes.filter { $0.message.contains("without coordinates") }.map(\.count) == [1])
  }

  @Test(
    "a value is valid from 1 on, whatever the quality code says; 2 and 3 are below the detection limit",
    arguments: [
      ("5;5;µg-m3;1", 5.0, []), ("5;5;µg-m3;4", 5, []), ("0;0;ug-m3;1", 0, []),
      ("0.4;0.4;mg-m3;2", 0.4, [.belowDetection]), ("0.4;0.4;µg-m3;3", 0.4, [.belowDetection]),
    ] as [(String, Double, Set<AirReading.QualityFlag>)])
  func validity(values: String, number: Double, flags: Set<AirReading.QualityFlag>) throws {
    let value = try #require(try decode(Self.row(values)).newest(.no2, at: "FR01011"))
    #expect(value.value == number && value.flags == flags.union([.provisional]))
  }

  @Test(
    "an invalid value is a gap, even if it is present",
    arguments: ["5;5;µg-m3;-1", "5;5;µg-m3;0", ";;µg-m3;-1"])
  func invalid(values: String) throws {
    #expect(try decode(Self.row(values)).newest(.no2, at: "FR01011") == nil)
  }

  @Test("an unknown pollutant or unit, and a truncated row, are refused alone and counted")
  func refused() throws {
    let rows =
      Self.row("5;5;µg-m3;1") + "2026/10/25 00:00:00;2026/10/25 01:00:00;FR01011;Metz;XYZ;A;m;1;1;µg-m3;1\n"
      + "2026/10/25 00:00:00;2026/10/25 01:00:00;FR01011;Metz;O3;A;m;1;1;stone;1\n2026/10/25 00:00:00;2026/1"
    let response = try decode(rows)
    #expect(response.newest(.no2, at: "FR01011")?.value == 5)
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 3)
  }

  @Test("two instruments of a pollutant are two series")
  func instruments() throws {
    let second = Self.row("7;7;µg-m3;1", instrument: "B").split(separator: "\n").last ?? ""
    let series = try decode(Self.row("5;5;µg-m3;1") + second + "\n").reports.first?.series ?? []
    #expect(series.map(\.values) == [[5], [7]])
  }

  @Test("a station whose first row can't be read is recognised by its next one")
  func afterFault() throws {
    let second = Self.row("7;7;µg-m3;1").split(separator: "\n").last ?? ""
    let response = try decode(Self.row("many;5;µg-m3;1") + second + "\n")
    #expect(response.reports.map(\.site.name) == ["Metz"] && response.newest(.no2, at: "FR01011")?.value == 7)
  }

  @Test("more stations than are remembered keep their own values")
  func manyStations() throws {
    let lines = Self.row("5;5;µg-m3;1").split(separator: "\n")
    let row = String(lines.last ?? "")
    func station(_ number: Int, _ hour: String) -> String {
      row.replacing("FR01011", with: "FR\(number)").replacing(";5;5;", with: ";\(number % 40);5;")
        .replacing("00:00:00;2026/10/25 01:00:00", with: hour)
    }
    let first = (0..<10_100).map { station($0, "00:00:00;2026/10/25 01:00:00") }
    let again = [0, 50, 10_099].map { station($0, "01:00:00;2026/10/25 02:00:00") }
    let response = try decode(([String(lines.first ?? "")] + first + again).joined(separator: "\n"))
    #expect(response.reports.count == 10_100)
    for number in [0, 50, 10_099] {
      #expect(
        response.readings(.no2, at: "FR\(number)").map(\.value) == [Double(number % 40), Double(number % 40)])
    }
  }

  @Test("a day with a clock change has its hours as written")
  func clockChange() throws {
    let hours = (0..<24).map { hour in
      let (from, to) = (hour < 10 ? "0\(hour)" : "\(hour)", hour < 9 ? "0\(hour + 1)" : "\(hour + 1)")
      let end = hour == 23 ? "2026/10/26 00:00:00" : "2026/10/25 \(to):00:00"
      return
        "2026/10/25 \(from):00:00;\(end);FR01011;Metz;O3;A;moyenne horaire validée;\(hour);\(hour);µg-m3;1"
    }
    let header = Self.row("").split(separator: "\n").first ?? ""
    let readings = try decode(([String(header)] + hours).joined(separator: "\n")).readings(.o3, at: "FR01011")
    #expect(readings.map(\.value) == (0..<24).map(Double.init))
    #expect(readings.allSatisfy { $0.averaging == .oneHour && $0.flags == [.validated] })
    #expect(readings.last?.interval.end == AirTime("2026-10-26T00:00:00Z"))
  }

  @Test(
    "a page of maintenance, refusals and other tables are errors by what they say",
    arguments: [
      ("<!DOCTYPE html><html><body>Site en maintenance</body></html>", AQError.Code.unavailable),
      (#"{"message": "Resource not found"}"#, .invalidRequest), (#"{"a": 1}"#, .malformed),
      ("a;b;c\n1;2;3\n", .malformed), ("a,b\n1,2\n", .malformed), ("", .malformed),
      (#"{"resources": []}"#, .malformed),
      ("[]", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == code)
  }

  private func fetch(_ query: AirQuery, _ transport: StubTransport) async throws -> AirResponse {
    try await HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now)).fetch(query)
  }

  private static func transport(_ reply: @escaping @Sendable (String) throws -> String = reply)
    -> StubTransport
  {
    StubTransport { TransportResponse(status: 200, text: try reply($0.url)) }
  }

  @Test("a place costs three requests when cold: the newest table of stations is found in the catalogue")
  func requests() async throws {
    let transport = Self.transport()
    let response = try await fetch(AirQuery(near: Coordinate(45.9, 6.7)), transport)
    #expect(
      Set(transport.requests.map(\.url)) == [
        "https://www.data.gouv.fr/api/1/datasets/5b98b648634f415309d52a50/",
        "https://tabular-api.data.gouv.fr/api/resources/11111111-0000-4000-8000-000000000002/data/csv/"
          + "?columns=Broader,Latitude,Longitude",
        "https://files.data.gouv.fr/ineris/lcsqa/concentrations-de-polluants-atmospheriques-reglementes/temps-reel/"
          + "2021/FR_E2_2021-10-22.csv",
      ])
    #expect(
      response.reports.map(\.site.id) == ["FR33220"]
        && response.reports.first?[.no]?.newestReading()?.value == 7.9)
  }

  @Test("a station that isn't bundled is found by the place that dataset D gives")
  func resolved() async throws {
    let transport = Self.transport { try Self.reply($0).replacing("FR33220", with: "FR99999") }
    let response = try await fetch(AirQuery(near: Coordinate(45.92, 6.71)), transport)
    #expect(response.reports.map(\.site.id) == ["FR99999"])
    #expect(try response.reports.first?.site.coordinate == Coordinate(45.92361, 6.713611))
  }

  @Test("without dataset D, a bundled station still has values, and the response says what failed")
  func fallback() async throws {
    let transport = StubTransport { request in
      request.url.contains("/FR_E2_")
        ? TransportResponse(status: 200, text: try Self.reply(request.url)) : TransportResponse(status: 503)
    }
    let response = try await fetch(AirQuery(near: Coordinate(45.9, 6.7)), transport)
    #expect(response.reports.map(\.site.id) == ["FR33220"] && response.isPartial)
  }

  @Test(
    "a time in the past is requested by its days, including the day before, and a missing file isn't an error"
  )
  func past() async throws {
    let transport = StubTransport { request in
      request.url.contains("2021-10-21")
        ? TransportResponse(status: 404, text: "Not Found")
        : TransportResponse(status: 200, text: try Self.reply(request.url))
    }
    let query = try AirQuery(near: Coordinate(45.9, 6.7), window: .past(.seconds(12 * 3600)))
    let response = try await fetch(query, transport)
    let days = transport.requests.map(\.url).filter { $0.contains("FR_E2_") }.map { $0.suffix(14).prefix(10) }
    #expect(Set(days) == ["2021-10-22", "2021-10-21"] && !response.isPartial)
    #expect(response.readings(.no, at: "FR33220").filter { !$0.value.isNaN }.count == 6)
  }

  @Test("stations alone are requested without a day")
  func sites() async throws {
    let transport = Self.transport()
    let response = try await fetch(
      AirQuery(places: [.near(Coordinate(45.9, 6.7))], detail: .sites), transport)
    #expect(transport.requests.count == 2 && response.reports.contains { $0.site.id == "FR33220" })
  }

  @Test("the bundled table has its day") func table() throws {
    #expect(LCSQAStations.places.count >= 1 && AirTime("\(LCSQAStations.tableDay)T00:00:00Z") != nil)
    #expect(
      LCSQAStations.places.values.allSatisfy { place in
        StationCountry.france.boxes.contains { $0.contains(place) }
      })
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(45.9, 6.7)))
  }
}
