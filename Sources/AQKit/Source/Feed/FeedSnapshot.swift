/// The newest report of every site that a live stream has named: what a screen shows, and what a late subscriber gets.
///
/// A live message is a changing subset, so a site that is missing from an update is kept as it was.
public struct FeedSnapshot: Sendable {
  private var order: [Key] = []
  private var latest: [Key: AirReport] = [:]
  /// The notes of all updates that were merged, equal ones counted together.
  public private(set) var notes: [AirNote] = []

  private struct Key: Hashable {
    let source: SourceID
    let id: String?
    let name: String?
    let coordinate: Coordinate?
  }

  /// Makes an empty snapshot.
  public init() {}

  /// Takes in an update: its series replace those of the same site, parameter and averaging period, unless they are
  /// older.
  public mutating func merge(_ update: AirUpdate) {
    for report in update.reports { merge(report) }
    for note in update.notes {
      if let index = notes.firstIndex(where: { $0.code == note.code && $0.message == note.message }) {
        notes[index].count += note.count
      } else if notes.count < 100 {
        notes.append(note)
      }
    }
  }

  private mutating func merge(_ report: AirReport) {
    let site = report.site
    let key = Key(
      source: report.source, id: site.id, name: site.id == nil ? site.name : nil,
      coordinate: site.id == nil ? site.coordinate : nil)
    guard var known = latest[key] else {
      order.append(key)
      latest[key] = report
      return
    }
    for series in report.series {
      let same = known.series.firstIndex {
        $0.parameter == series.parameter && $0.averaging == series.averaging && $0.origin == series.origin
          && $0.correction == series.correction
      }
      if let same {
        if let old = known.series[same].timeline.last, let new = series.timeline.last, new.end < old.end {
          continue
        }
        known.series[same] = series
      } else {
        known.series.append(series)
      }
    }
    known.receivedAt = max(known.receivedAt, report.receivedAt)
    known.site = site
    latest[key] = known
  }

  /// The newest report of each site, in the order in which the sites were first named.
  public var reports: [AirReport] { order.compactMap { latest[$0] } }

  /// Whether any site has been named.
  public var hasReports: Bool { !order.isEmpty }

  /// Everything as a response.
  public var response: AirResponse { AirResponse(reports: reports, notes: notes) }

  /// The identifiers of the sites, and their names in lower case.
  var names: Set<String> {
    Set(order.flatMap { [$0.id, latest[$0]?.site.name?.lowercased()].compactMap { $0 } })
  }
}
