import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// The order of rows and columns doesn't change the values that are read.
@Suite("CSV rows")
struct CSVOrderTests {
  private struct Key: Hashable {
    let site: String
    let parameter: AirParameter
  }

  private struct Row {
    let key: Key
    let time: String
    let value: Double?
  }

  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))

  /// Sites with names of different lengths, some with delimiters and quotes in them.
  private static let sites = ["7", "1234567", "Del Norte, \"upper\"", "Šumava", "123456"]

  private static let rows: [Row] = {
    var rows: [Row] = []
    for hour in 0..<60 {
      for (index, site) in sites.enumerated() {
        for parameter in [AirParameter.pm25, .o3, .no2] {
          let time = AirTime(secondsSince1970: 1_709_070_000 + Int64(hour) * 3_600 + Int64(index % 2) * 900)
          let offset = ["Z", "+05:30", "-07:00"][index % 3]
          let shift: Int64 = [0, 19_800, -25_200][index % 3]
          let text = time.adding(seconds: shift).description.dropLast() + offset
          let value = hour % 11 == 3 ? nil : Double(hour * 7 + index) / 8 - 3
          rows.append(Row(key: Key(site: site, parameter: parameter), time: String(text), value: value))
        }
      }
    }
    return rows
  }()

  private static func shuffled(_ rows: [Row], seed: UInt64) -> [Row] {
    var state = seed
    var rows = rows
    for index in rows.indices.reversed() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      rows.swapAt(index, Int(state >> 33) % (index + 1))
    }
    return rows
  }

  private static func order(_ name: String) -> [Row] {
    switch name {
    case "hour after hour": rows
    case "series after series":
      rows.enumerated().sorted {
        ($0.element.key.site, $0.element.key.parameter.rawValue, $0.offset) < (
          $1.element.key.site, $1.element.key.parameter.rawValue, $1.offset
        )
      }
      .map(\.element)
    case "newest first": rows.reversed()
    default: shuffled(rows, seed: UInt64(name.utf8.count))
    }
  }

  private static func quoted(_ text: String) -> String {
    text.contains { ",\"".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  private static func text(_ rows: [Row], columns: [String], lineEnd: String) -> String {
    var text = columns.joined(separator: ",") + lineEnd
    for (number, row) in rows.enumerated() {
      let cells = [
        "site": quoted(row.key.site), "time": row.time, "parameter": row.key.parameter.rawValue,
        "unit": "µg/m³",
        "value": row.value.map { "\($0)" } ?? ["", "NA", "-"][number % 3], "row": "\(number)",
        "remark": number % 5 == 0 ? "\"a, b\"" : "plain", "sensor": "s\(row.key.parameter)",
      ]
      text += columns.map { cells[$0] ?? "" }.joined(separator: ",") + lineEnd
    }
    return text
  }

  private static let arrangements = [
    ["site", "sensor", "time", "parameter", "unit", "value"],
    ["time", "site", "parameter", "unit", "value", "sensor"],
    ["row", "site", "time", "value", "parameter", "unit", "sensor", "remark"],
    ["value", "remark", "row", "unit", "sensor", "time", "site", "parameter"],
    ["parameter", "unit", "site", "sensor", "value", "row", "time"],
  ]

  @Test(
    "give the same series in any order, with their columns in any order, whatever other columns there are",
    arguments: ["hour after hour", "series after series", "newest first", "shuffled", "shuffled once more"],
    arrangements)
  func anyOrder(_ order: String, _ columns: [String]) throws {
    var layout = PayloadFormat.CSVLayout.long(
      time: "time", parameter: "parameter", unit: "unit", value: "value")
    layout.siteID = "site"
    layout.instrument = "sensor"
    var expected: [Key: [Int64: Double]] = [:]
    for row in Self.rows {
      guard let time = AirTime(row.time), let value = row.value else { continue }
      expected[row.key, default: [:]][time.secondsSince1970] = value
    }
    for lineEnd in ["\n", "\r\n"] {
      let text = Self.text(Self.order(order), columns: columns, lineEnd: lineEnd)
      let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
      #expect(response.notes.isEmpty)
      var found: [Key: [Int64: Double]] = [:]
      for report in response.reports {
        for series in report.series {
          let key = Key(site: report.site.id ?? "", parameter: series.parameter)
          #expect(series.timeline.count == 60 && series.origin?.instrument?.id == "s\(series.parameter)")
          for reading in series.readings where !reading.value.isNaN {
            found[key, default: [:]][reading.interval.start.secondsSince1970] = reading.value
          }
        }
      }
      #expect(found == expected)
    }
  }

  @Test("keep the last of several values for one time, in the order of the text")
  func repeatedTimes() throws {
    let layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [.init("o3", .o3, unit: .ppb)])
    let text = "time,o3\n2026-01-01T02:00Z,1\n2026-01-01T01:00Z,2\n2026-01-01T02:00Z,3\n2026-01-01T01:00Z,4\n"
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    #expect(response.reports.first?[.o3]?.values == [4, 3])
    #expect(response.notes.filter { $0.code == .duplicate }.map(\.count) == [2])
  }

  @Test("keep the last of several values for one time, however their site is written")
  func repeatedTimesOfSpellings() throws {
    var layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [.init("o3", .o3, unit: .ppb)])
    layout.siteName = "station"
    let rows = ["a,1", "\"a\",2", "a,3"].map { "2026-01-01T02:00Z,\($0)\n" }
    let text = "time,station,o3\n\(rows.joined())"
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    #expect(response.reports.map { $0[.o3]?.values } == [[3]])
    #expect(response.notes.filter { $0.code == .duplicate }.map(\.count) == [2])
  }

  @Test("are sorted by their times, however far these are apart and whatever they have in common")
  func spread() throws {
    let (first, last): (Int64, Int64) = (-62_135_596_800, 253_402_300_799)
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: last))
    var layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [.init("o3", .o3, unit: .ppb)])
    layout.timeFormat = .unixSeconds
    var random = AQRandomNumbers(seed: 7)
    let (far, hour): (Int64, Int64) = (1 << 35, 3_600)
    let few: [[Int64]] = [
      [0], [5, 5, 5], [1, 0], [0, -1], [last, first], [last, 0, first, -1, 1], [7, 3, 7, 3, 7],
      [4 * far, 0, far], [-far, far, 0], [2 * hour, hour, 0, -hour],
    ]
    let many = (0..<3_000).map { _ in Int64.random(in: first...last, using: &random) }
    let near = (0..<3_000).map { _ in Int64.random(in: -50...50, using: &random) * 2_048 }
    for times in few + [many, near] {
      let rows = times.enumerated().map { "\($0.element),\($0.offset % 40)\n" }.joined()
      let response = try PayloadFormat.csv(layout).decode(Array(("time,o3\n" + rows).utf8), context)
      var expected: [Int64: Double] = [:]
      for (row, time) in times.enumerated() { expected[time] = Double(row % 40) }
      let series = try #require(response.reports.first?[.o3])
      let sorted = expected.sorted { $0.key < $1.key }
      #expect(series.readings.map { $0.interval.start.secondsSince1970 } == sorted.map(\.key))
      #expect(series.values == sorted.map(\.value))
      let repeated = response.notes.filter { $0.code == .duplicate }.map(\.count).reduce(0, +)
      #expect(repeated == times.count - expected.count)
      #expect(!response.notes.contains { $0.code == .refused })
    }
  }

  @Test("of sites whose names differ in one byte stay apart, however long the names")
  func similarNames() throws {
    var layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [.init("o3", .o3, unit: .ppb)])
    layout.siteName = "site"
    let names = (1...40).flatMap { length -> [String] in
      [String(repeating: "n", count: length)]
        + (0..<length).map { place in
          String(repeating: "n", count: place) + "x" + String(repeating: "n", count: length - place - 1)
        }
    }
    var random = AQRandomNumbers(seed: 11)
    for isOrdered in [true, false] {
      var text = "site,time,o3\n"
      var expected: [String: [Double]] = [:]
      for hour in 0..<4 {
        for (number, name) in (isOrdered ? names : names.shuffled(using: &random)).enumerated() {
          text += "\(name),2026-01-01T0\(hour):00Z,\(number % 50)\n"
          expected[name, default: []].append(Double(number % 50))
        }
      }
      let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
      var found: [String: [Double]] = [:]
      for report in response.reports { found[report.site.name ?? ""] = report[.o3]?.values }
      #expect(found == expected && response.reports.count == names.count)
    }
  }

  @Test("have times that are read the same whatever the row before")
  func times() throws {
    let layout = PayloadFormat.CSVLayout.wide(time: "time", columns: [.init("o3", .o3, unit: .ppb)])
    let times = [
      "2024-02-28T23:00:00Z", "2024-02-29T00:59:59Z", "2024-02-29T01:00:00Z", "2023-02-29T01:00:00Z",
      "2024-02-29T01:00:00+05:30", "2024-02-29T01:00:00-07:00", "2024-03-01 01:00:00-07:00",
      "2024-03-01T01:00:00+0530", "2024-03-01T01:00:00+05", "2024-03-01T24:00:00Z", "2024-03-01T25:00:00Z",
      "2024-03-01T23:59:60Z", "2024-03-01T22:59:60Z", "2024-03-01T22:60:00Z", "2024-03-01T22:10:30.25Z",
      "2024-03-01T22:10:30.5Z", "2024-03-01T22:10Z", "2024-03-01T22:10:00", "2024-03-01T22:10", "2024-03-01",
      "2024-13-01T22:10:00Z", "2024-00-01T22:10:00Z", "2024-01-00T22:10:00Z", "2024-01-3xT22:10:00Z",
      "2024x01-30T22:10:00Z", "2024-01-30T2210:00Z", "2024-01-30T22:10:00Zulu", "2024-01-30T22:10:00-07:00x",
      "2024-01-30T22:10:00-07:0", "1969-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
      "nonsense",
    ]
    for (place, first) in times.enumerated() {
      // Every pair, or every fifth.
      for other in stride(
        from: place % TestEffort.of(5, heavy: 1), to: times.count, by: TestEffort.of(5, heavy: 1))
      {
        let second = times[other]
        // Further rows follow, so that the end of the text doesn't distinguish them.
        let text = "time,o3\n\(first),1\n\(second),2\n1999-09-09T09:09:09.123456789Z,3\n"
        var expected: [Int64: Double] = [936_868_149: 3]
        for (time, value) in [(first, 1.0), (second, 2.0)] {
          if let known = AirTime(time), known <= context.receivedAt {
            expected[known.secondsSince1970] = value
          }
        }
        let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
        var found: [Int64: Double] = [:]
        for reading in response.reports.first?[.o3]?.readings.map({ $0 }) ?? [] {
          found[reading.interval.start.secondsSince1970] = reading.value
        }
        #expect(found == expected, "\(first) before \(second)")
        let refused = response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count }
        let late = [first, second].count { AirTime($0).map { $0 > context.receivedAt } ?? true }
        #expect(refused == late, "\(first) before \(second)")
      }
    }
  }
}
