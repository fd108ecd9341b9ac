import AQKit

/// What answers amount to.
struct Tally {
  var reports = 0
  var values = 0
  /// How many rows, readings or messages were refused, by the notes.
  var refused = 0

  init(_ responses: [AirResponse] = []) {
    for response in responses { add(response) }
  }

  mutating func add(_ response: AirResponse) {
    reports += response.reports.count
    for report in response.reports {
      for series in report.series { values += series.values.count { !$0.isNaN } }
    }
    for note in response.notes where note.code == .refused { refused += note.count }
  }

  /// `; 3 were refused`, or nothing.
  var refusals: String { refused == 0 ? "" : "; \(refused) \(refused == 1 ? "was" : "were") refused" }
}
