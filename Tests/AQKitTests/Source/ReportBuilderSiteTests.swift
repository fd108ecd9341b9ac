import AQKit
import Testing

/// Tests for several registrations and series of one site: no licence is lost.
@Suite("A site that is registered again")
struct ReportBuilderSiteTests {
  private let city = AirAttribution("City of Brno", licence: "CC BY 4.0")
  private let agency = AirAttribution("Agency")
  private let source = AirAttribution("The service")

  private func builder() -> ReportBuilder {
    var descriptor = SourceDescriptor.sample(offers: [.sample(convention: .instant, averaging: .instant)])
    descriptor.attribution = [source]
    descriptor.rights = AirRights(commercialUse: .allowed, caching: .allowed)
    return ReportBuilder(descriptor, receivedAt: .noon)
  }

  private func site(_ change: (inout AirSite) -> Void = { _ in }) -> AirSite {
    var site = AirSite(id: "s1", kind: .referenceStation)
    change(&site)
    return site
  }

  private func result(_ builder: consuming ReportBuilder, _ site: ReportBuilder.SiteReference) throws
    -> (report: AirReport, notes: [AirNote])
  {
    builder.add(.pm25, 12, unit: "µg/m³", at: .time(.noon), to: site)
    let response = builder.response()
    #expect(response.reports.count == 1)
    return (try #require(response.reports.first), response.notes)
  }

  @Test("keeps a hundred measurements, and counts those beyond at each registration", arguments: [1, 2])
  func surplus(_ times: Int) throws {
    var builder = builder()
    let site = site { site in
      site.details.measures = (0..<150).map { .init(AirParameter("p\($0)")) }
    }
    var reference = builder.site(site)
    for _ in 1..<times { reference = builder.site(site) }
    let (report, notes) = try result(builder, reference)
    #expect(report.site.details.measures == Array(site.details.measures.prefix(100)))
    // Nothing of the values is missing, so that caches keep the response.
    #expect(notes.map(\.code) == [.remark] && notes.map(\.count) == [50 * times])
  }

  @Test("unites attributions and keeps the stricter of each right")
  func licences() throws {
    var builder = builder()
    _ = builder.site(
      site(), attribution: [city], rights: AirRights(commercialUse: .allowed, caching: .allowed))
    let again = builder.site(
      site(), attribution: [agency, city],
      rights: AirRights(commercialUse: .forbidden, shareAlike: true))
    let (report, notes) = try result(builder, again)
    #expect(report.attribution == [city, agency])
    #expect(
      report.rights == AirRights(commercialUse: .forbidden, caching: .unknown, shareAlike: true))
    #expect(notes.isEmpty)
  }

  @Test("keeps its values without a coordinate if its degrees aren't a point on Earth, with a note")
  func impossibleCoordinate() throws {
    var report = builder()
    let point = report.coordinate(50.14, 14.1)
    let beyond = report.coordinate(501.4, 14.1)  // nil, and a note
    let row = try AQJSON(parsing: Array(#"{"lat":"50.14","lon":14.1,"x":null,"y":"east","z":-501}"#.utf8))
    let pairs = [("lat", "lon"), ("lat", "x"), ("y", "lon"), ("lat", "none"), ("z", "lon")]
    let read = pairs.map { report.coordinate(of: row, $0.0, $0.1) }
    let expected = try Coordinate(50.14, 14.1)
    #expect(point == expected && beyond == nil)
    #expect(read == [expected, nil, nil, nil, nil])
    let station = report.site(site { $0.coordinate = beyond })
    let (found, notes) = try result(report, station)
    #expect(found.site.coordinate == nil && found[.pm25]?.values == [12])
    #expect(notes.map(\.code) == [.refused] && notes.first?.count == 2)
  }

  @Test("keeps its details if it has values of another kind or issue")
  func otherKinds() throws {
    var builder = builder()
    let listed = builder.site(
      site(), attribution: [city], rights: AirRights(commercialUse: .forbidden))
    let forecast = builder.site(
      AirSite(id: site().id, kind: .referenceStation), kind: .forecast, issuedAt: .noon)
    #expect(forecast != listed)
    let (report, notes) = try result(builder, forecast)
    #expect(report.attribution == [city] && report.rights.commercialUse == .forbidden)
    #expect(report.site.coordinate == site().coordinate && notes.isEmpty)
  }

  @Test("keeps its first description if it has values of another kind, and notes contradictions")
  func otherNames() throws {
    var builder = builder()
    _ = builder.site(site { $0.name = "Brno" })
    let cell = site {
      $0.name = "Brno-střed"
      $0.kind = .modelCell
    }
    let forecast = builder.site(cell, kind: .forecast)
    let (report, notes) = try result(builder, forecast)
    #expect(report.site.name == "Brno" && report.site.kind == .modelCell)
    #expect(
      notes.map(\.message) == ["Two statements about a site differ in its name; the first is kept."])
  }

  @Test("is found again by its kind and issue, even after others with its identifier were taken back")
  func kindsAndIssues() throws {
    var builder = builder()
    let issues = [nil, AirTime.noon, AirTime.noon + .seconds(3600)]
    let first = issues.map { builder.site(site(), kind: .forecast, issuedAt: $0) }
    try builder.each([0]) { _, report in
      _ = report.site(site(), kind: .analysis)
      _ = report.site(site(), kind: .observation)
      _ = report.site(site { $0.id = "s2" })
      throw AQError(.malformed, "unreadable")
    }
    let analysis = builder.site(site(), kind: .analysis)
    let other = builder.site(site { $0.id = "s2" })
    let again = issues.map { builder.site(site(), kind: .forecast, issuedAt: $0) }
    #expect(again == first)
    #expect(builder.site(site(), kind: .analysis) == analysis)
    #expect(builder.site(site { $0.id = "s2" }) == other)
    #expect(Set(first + [analysis, other]).count == 5)
  }

  @Test("has the source's licence until a registration states one, which replaces it")
  func ownLicence() throws {
    var first = builder()
    let plain = first.site(site())
    let ofSource = try result(first, plain).report
    #expect(ofSource.attribution == [source] && ofSource.rights.commercialUse == .allowed)
    var second = builder()
    _ = second.site(site())
    let stated = second.site(site(), attribution: [city], rights: AirRights(commercialUse: .forbidden))
    _ = second.site(site())
    let own = try result(second, stated).report
    #expect(own.attribution == [city] && own.rights == AirRights(commercialUse: .forbidden))
  }

  @Test("takes the licence that a match of a list carries")
  func match() throws {
    var builder = builder()
    let match = AirSite.Match(
      site(), places: [0, 2], index: 0, attribution: [agency], rights: AirRights(caching: .forbidden))
    let reference = builder.site(match)
    let report = try result(builder, reference).report
    #expect(report.attribution == [agency] && report.rights.caching == .forbidden && report.places == [0, 2])
  }

  @Test("without an identifier is one site for all places of a match")
  func anonymousMatch() throws {
    var builder = builder()
    let reference = builder.site(AirSite.Match(site { $0.id = nil }, places: [0, 2], index: 0))
    #expect(try result(builder, reference).report.places == [0, 2])
  }

  @Test("fills gaps of the first description, and notes contradictions")
  func descriptions() throws {
    var builder = builder()
    _ = builder.site(
      site {
        $0.name = "Brno"
        $0.details.network = "CZ"
        $0.details.identifiers = ["eoi": "CZ0BBNA"]
      })
    let again = builder.site(
      site {
        $0.name = "Brno-střed"
        $0.elevation = 237
        $0.details.operatedBy = "CHMI"
        $0.details.identifiers = ["local": "1017"]
      })
    let (report, notes) = try result(builder, again)
    #expect(report.site.name == "Brno" && report.site.elevation == 237)
    #expect(report.site.details.network == "CZ" && report.site.details.operatedBy == "CHMI")
    #expect(report.site.details.identifiers == ["eoi": "CZ0BBNA", "local": "1017"])
    #expect(
      notes.map(\.message) == ["Two statements about a site differ in its name; the first is kept."])
  }

  @Test("loses the description of an undone element")
  func undone() throws {
    var builder = builder()
    let first = builder.site(site(), rights: AirRights(caching: .allowed))
    try builder.each([1]) { _, builder in
      _ = builder.site(site { $0.name = "Brno" }, rights: AirRights(caching: .forbidden))
      throw AQError(.malformed, "a row is cut")
    }
    let report = try result(builder, first).report
    #expect(report.site.name == nil && report.rights.caching == .allowed)
  }

  @Test("a series can have its own licence, and the report has the licence of all")
  func seriesLicence() throws {
    var builder = builder()
    let reference = builder.site(site(), attribution: [city], rights: AirRights(caching: .allowed))
    builder.add(
      .o3, 60, unit: "µg/m³", at: .time(.noon),
      with: .init(origin: AirOrigin(attribution: [agency], rights: AirRights(caching: .forbidden))),
      to: reference)
    let report = try result(builder, reference).report
    #expect(report.attribution == [city, agency] && report.rights.caching == .forbidden)
    let (ozone, particles) = (try #require(report[.o3]), try #require(report[.pm25]))
    #expect(report.attribution(of: ozone) == [agency] && report.rights(of: ozone).caching == .forbidden)
    #expect(report.attribution(of: particles) == report.attribution)
  }
}

/// Tests of the convention and licence of values.
@Suite("The source's defaults in a report")
struct ReportBuilderDefaultsTests {
  private func descriptor() -> SourceDescriptor {
    var descriptor = SourceDescriptor.sample(
      offers: [.sample(convention: .start, averaging: .oneHour)], rights: .own)
    descriptor.attribution = [AirAttribution("The service")]
    return descriptor
  }

  @Test("a report of the same source without a licence gets the source's; another source's keeps its own")
  func wholeReports() throws {
    for (source, isOwn) in [("sample", true), ("other", false)] as [(SourceID, Bool)] {
      var builder = ReportBuilder(descriptor(), receivedAt: .noon)
      builder.merge(try AirReport.sample(source))
      let report = try #require(builder.response().reports.first)
      #expect((report.rights == .own) == isOwn && report.attribution.isEmpty != isOwn)
    }
  }

  @Test("the licences of all series replace the source's")
  func allSeries() throws {
    var builder = ReportBuilder(descriptor(), receivedAt: .noon)
    let site = builder.site(AirSite(id: "1", kind: .lowCostSensor))
    let free = AirRights(caching: .allowed)
    let owner = AirAttribution("Owner")
    builder.add(
      .pm25, 1, unit: "µg/m³", at: .time(.noon),
      with: .init(origin: AirOrigin(attribution: [owner], rights: free)), to: site)
    let report = try #require(builder.response().reports.first)
    #expect(report.rights == free && report.attribution == [owner])
  }

  @Test("an instant among hourly means is an instant, not a mean without a length")
  func instants() throws {
    var builder = ReportBuilder(descriptor(), receivedAt: .noon)
    let site = builder.site(AirSite(id: "1", kind: .lowCostSensor))
    builder.add(.pm25, 1, unit: "µg/m³", at: .time(.noon), to: site)
    builder.add(.pm25, 2, unit: "µg/m³", at: .time(.noon), with: .init(timeConvention: .instant), to: site)
    let series = try #require(builder.response().reports.first).series
    #expect(series.map(\.averaging) == [.oneHour, .instant])
  }

  @Test("the terms of combined rights are those of the stricter, or else the first")
  func terms() {
    let open = AirRights(caching: .allowed, terms: "https://a.example")
    #expect(open.combined(with: .unknown).terms == "https://a.example")
    #expect(
      open.combined(with: AirRights(caching: .forbidden, terms: "https://b.example")).terms
        == "https://b.example")
    #expect(
      open.combined(with: AirRights(caching: .allowed, terms: "https://b.example")).terms
        == "https://a.example")
  }
}

/// Tests of the series of a parameter in a report, and of a reading's properties.
@Suite("The series of a parameter")
struct ReportSeriesTests {
  private func series(_ value: Double, at time: AirTime, instrument: String) throws -> AirSeries {
    try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, timeline: AirTimeline(AirInterval(start: time, end: time)),
      values: [value], accuracy: [AirReading.Accuracy(uncertainty: 2, detectionLimit: 1)],
      origin: AirOrigin(instrument: AirSite.Instrument(instrument)))
  }

  private func report(_ series: [AirSeries]) -> AirReport {
    AirReport(
      source: "s", site: AirSite(kind: .referenceStation), kind: .observation, series: series,
      receivedAt: .noon)
  }

  @Test("the newest value wins, whatever the order; a forecast doesn't beat it")
  func newest() throws {
    let old = try series(99, at: AirTime.noon.hours(-60_000), instrument: "a")
    let new = try series(12.5, at: AirTime.noon.hours(-1), instrument: "b")
    let ahead = try series(50, at: AirTime.noon.hours(5), instrument: "c")
    for order in [[old, new, ahead], [ahead, new, old], [new, old, ahead], [old, ahead, new]] {
      #expect(report(order)[.pm25]?.values == [12.5])
      #expect(report(order).series(of: .pm25) == order)
    }
    #expect(report([ahead])[.pm25]?.values == [50])
    #expect(report([])[.pm25] == nil)
  }

  @Test("the first of equally new series is returned")
  func ties() throws {
    let (first, second) = (
      try series(1, at: .noon, instrument: "a"), try series(2, at: .noon, instrument: "b")
    )
    #expect(report([first, second])[.pm25] == first)
  }

  @Test("a reading keeps its origin and accuracy")
  func reading() throws {
    let reading = try #require(try series(12.5, at: .noon, instrument: "a").newestReading())
    #expect(reading.origin?.instrument?.id == "a")
    #expect(reading.accuracy == AirReading.Accuracy(uncertainty: 2, detectionLimit: 1))
    #expect(reading.validation == nil)
  }

  @Test("uncertainty and detection limit are converted with the values")
  func conversion() throws {
    let converted = try series(12.5, at: .noon, instrument: "a").converted(to: .milligramsPerCubicMetre)
    #expect(converted.accuracy == [AirReading.Accuracy(uncertainty: 0.002, detectionLimit: 0.001)])
  }

  @Test(
    "the state of validation is read from the flags",
    arguments: [
      ([.raw], .raw), ([.provisional, .raw], .provisional), ([.validated, .provisional], .validated),
    ] as [(Set<AirReading.QualityFlag>, AirReading.Validation)])
  func validation(flags: Set<AirReading.QualityFlag>, expected: AirReading.Validation) throws {
    let series = try AirSeries(
      .pm25, 1, unit: .microgramsPerCubicMetre, over: AirInterval(start: .noon, end: .noon), flags: flags)
    #expect(series.newestReading()?.validation == expected)
  }

  @Test("completeness is a count or a percentage, which may lie above 100")
  func completeness() throws {
    #expect(AirReading.Completeness(percent: 104).fraction == 1.04)
    #expect(AirReading.Completeness(percent: -1).fraction == 0)
    #expect(AirReading.Completeness(percent: .nan).fraction == 0)
    #expect(AirReading.Completeness(percent: 50).observed == nil)
    #expect(AirReading.Completeness(observed: 45, expected: 60).fraction == 0.75)
  }
}
