import AQKit
import TestRuns
import Testing

/// Undoing of elements whose decoding throws, and the counting of refusals.
@Suite(.computing) struct ReportBuilderEachTests {
  private struct Bad: Error {}
  private let noon: Int64 = 1_790_856_000

  /// After all values, because values aren't measured after they are received.
  private func builder() -> ReportBuilder {
    ReportBuilder(.sample(sentinels: [-1]), receivedAt: AirTime(secondsSince1970: 1_900_000_000))
  }

  private func add(_ value: Double, _ id: String, to report: inout ReportBuilder, place: Int? = nil) {
    let site = report.site(AirSite(id: id, kind: .city), place: place)
    report.add(.pm25, value, unit: "µg/m³", at: .unix(noon + Int64(value)), to: site)
  }

  @Test("a bad element is undone with all that it added, counted once, and the rest is kept")
  func undo() throws {
    var report = builder()
    add(1, "a", to: &report, place: 0)
    let before = report
    try report.each([2, 3, 4]) { value, report in
      add(Double(value), "a", to: &report, place: value)
      if value == 3 {
        add(9, "new", to: &report)
        report.add(.o3, -1, unit: "ppb", at: .unix(noon), to: report.site(AirSite(id: "a", kind: .city)))
        report.note(AirNote(.withheld, "Withheld."))
        throw Bad()
      }
    }
    let response = report.response()
    #expect(response.reports.count == 1)
    #expect(response.reports[0][.pm25]?.values == [1, 2, 4] && response.reports[0].places == [0, 2, 4])
    #expect(response.reports[0].series.count == 1)
    #expect(
      response.notes == [AirNote(.refused, "Refused: an element can't be decoded (first at element 1).")])
    #expect(before.response().reports[0][.pm25]?.values == [1])
  }

  @Test("an error of AQKit's own says why; the same fault of many elements is one note")
  func reasons() throws {
    var report = builder()
    try report.each(0..<100) { index, _ in
      throw AQError(.malformed, "Unexpected JSON at results[\(index)].value: expected a number, found null.")
    }
    let notes = report.response().notes
    #expect(notes.count == 1 && notes[0].count == 100)
    #expect(
      notes[0].message
        == "Refused: Unexpected JSON at results[…].value: expected a number, found null (first at element 0)."
    )
  }

  @Test("nested: an inner failure is the inner element's, an outer one undoes all of its inner ones")
  func nested() throws {
    var report = builder()
    try report.each([10, 20, 30]) { outer, report in
      try report.each([1, 2, 3]) { inner, report in
        add(Double(outer + inner), "s\(outer)", to: &report)
        if inner == 2 { throw Bad() }
      }
      if outer == 20 { throw Bad() }
    }
    let response = report.response()
    #expect(response.reports.map { $0.site.id ?? "" } == ["s10", "s30"])
    #expect(response.reports.compactMap { $0[.pm25]?.values } == [[11, 13], [31, 33]])
    // Two inner failures outside the outer one that was undone, and the outer one itself.
    #expect(response.notes.map(\.count) == [3])
  }

  @Test("a site that was taken back can't be written to, and its index goes to no other")
  func staleReference() throws {
    var report = builder()
    var kept: ReportBuilder.SiteReference?
    try report.each([1, 2]) { element, report in
      if element == 1 {
        kept = report.site(AirSite(id: "gone", kind: .city))
        throw Bad()
      }
      add(5, "other", to: &report)
      if let kept { report.add(.pm25, 7, unit: "µg/m³", at: .unix(noon), to: kept) }
    }
    let response = report.response()
    #expect(response.reports.count == 1 && response.reports[0].site.id == "other")
    #expect(response.reports[0][.pm25]?.values == [5])
    #expect(response.notes.filter { $0.code == .refused }.count == 2)
    var stranger = builder()
    if let kept { stranger.add(.pm25, 7, unit: "µg/m³", at: .unix(noon), to: kept) }
    #expect(stranger.response().reports.isEmpty)
  }

  @Test("cancellation passes through and keeps what was there")
  func cancellation() throws {
    var report = builder()
    #expect(throws: CancellationError.self) {
      try report.each([1, 2, 3]) { value, report in
        add(Double(value), "a", to: &report)
        if value == 2 { throw CancellationError() }
      }
    }
    let response = report.response()
    #expect(response.reports[0][.pm25]?.values == [1] && response.notes.isEmpty)
  }

  @Test("the same site, registered in a bad element and again in a good one, appears once")
  func registeredAgain() throws {
    var report = builder()
    try report.each([1, 2, 3]) { value, report in
      add(Double(value), "a", to: &report, place: 0)
      if value == 1 { throw Bad() }
    }
    let response = report.response()
    #expect(response.reports.count == 1 && response.reports[0].places == [0])
    #expect(response.reports[0][.pm25]?.values == [2, 3])
  }

  @Test("different reasons are counted separately up to a bound, then together; nothing is lost")
  func boundedReasons() {
    var report = builder()
    for index in 0..<10_000 { report.refuse("reason number \(index)") }
    let notes = report.response().notes
    #expect(notes.count == 51 && notes.map(\.count).reduce(0, +) == 10_000)
  }

  @Test("equal notes become one with all places; different ones are bounded; counts saturate")
  func boundedNotes() {
    var report = builder()
    for place in 0..<500 { report.note(AirNote(.nothingNear, "Nothing.", places: [place])) }
    for place in 0..<500 { report.note(AirNote(.nothingNear, "Nothing.", places: [place])) }
    var notes = report.response().notes
    #expect(notes.count == 1 && notes[0].count == 1000 && notes[0].places == Array(0..<500))
    for index in 0..<TestEffort.of(20_000, debug: 3_000) { report.note(AirNote(.remark, "Remark \(index).")) }
    report.refuse("huge", count: .max)
    report.refuse("huge", count: .max)
    report.refuse("less than nothing", count: -5)
    notes = report.response().notes
    #expect(notes.count < 1200)
    #expect(
      notes.contains { $0.count == .max } && notes.contains { $0.message.contains("less") && $0.count == 1 })
  }

  @Test("undoing many small elements of one large element isn't quadratic")
  func manyElements() throws {
    let count = TestEffort.of(50_000, debug: 10_000)
    var report = builder()
    try report.each([0]) { _, report in
      try report.each(0..<count) { index, report in
        add(Double(index) + 0.25, "a", to: &report)
        if index % 2 == 0 { throw Bad() }
      }
    }
    #expect(report.response().reports[0][.pm25]?.count == count / 2)
  }
}
