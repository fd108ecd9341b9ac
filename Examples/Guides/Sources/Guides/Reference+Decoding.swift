import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The examples of doc comments: reading and writing bytes.

func elevations(in reply: HTTPReply<Void>) throws -> [String: Double?] {
  var elevations: [String: Double?] = [:]
  let root = try AQJSON(parsing: reply.body)
  let first = root["hourly"]["pm2_5"][0].doubleValue  // Double?, nil for null, for another type, for nothing
  let column = try root["hourly"]["pm2_5"].doubles()  // [Double], null is NaN
  for row in try root["results"].elements {
    let name = try row["name"].string()  // if it is missing, throws an error that names results[3].name
    elevations[name] = try row["elevation"].ifPresent?.double()
  }
  precondition(column.isEmpty == (first == nil))
  return elevations
}

func indices(in bytes: [UInt8]) throws -> [(city: String, aqi: Double)] {
  var reader = try AQJSON.Reader(bytes)
  var readings: [(city: String, aqi: Double)] = []
  try reader.rows(["city", "aqi"]) { row throws(AQError) in
    readings.append((try row.string(0), try row.double(1)))
  }
  return readings
}

func hourlyColumns(of reply: HTTPReply<Void>) throws -> [String: [Double]] {
  var columns: [String: [Double]] = [:]
  var reader = try AQJSON.Reader(reply.body)
  try reader.beginObject()
  while try reader.nextMember() {
    if reader.isNamed("hourly") {
      try reader.beginObject()
      while try reader.nextMember() { try reader.doubles(into: &columns[reader.name, default: []]) }
    } else {
      try reader.skip()
    }
  }
  try reader.end()
  return columns
}

func readTable(_ reply: HTTPReply<Void>, of wanted: String, into report: inout ReportBuilder) throws {
  let table = try reply.csv(delimiter: ";", encoding: .windows1252)
  try report.each(table.rows { $0["station"].content == wanted }) { row, report in
    let station = report.site(AirSite(id: wanted, kind: .referenceStation))
    let value = try row["NO2"].double(missing: ["", "NE"], decimal: ",")
    report.add(.no2, value, unit: "µg/m³", at: .text(try row["time"].string()), to: station)
  }
}

func readField(
  of row: AQCSV.Row, at stamp: TimeStamp, _ site: ReportBuilder.SiteReference,
  into report: inout ReportBuilder
) throws {
  let value = try row["PM2.5"].double(missing: ["", "-"])  // nil for a gap, an error for "n/a"
  report.add(.pm25, value, unit: "µg/m³", at: stamp, to: site)
}

func readColumns(
  of row: AQJSON, at time: TimeStamp, _ station: ReportBuilder.SiteReference, into report: inout ReportBuilder
) {
  let columns = [
    ReportColumn("pm2.5", .pm25, "µg/m³"), ReportColumn("o3_8hr", .o3, "ppb", averaging: .eightHours),
  ]
  report.add(row, columns, missing: ["-", "NA"], at: time, to: station)
}

func readDocument(_ reply: HTTPReply<Void>, at stamp: TimeStamp, into report: inout ReportBuilder) throws {
  let root = try reply.xml()
  try report.each(root.children("PollutantConcentration")) { block, report in
    let name = try block.require("StationName").text.string()
    let station = report.site(AirSite(id: name, name: name, kind: .referenceStation))
    let value = try block.require("PM2.5").text.double(missing: ["", "-"])
    report.add(.pm25, value, unit: "µg/m³", at: stamp, to: station)
  }
}

func readLines(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws {
  try report.each(reply.lines) { line, report in
    let row = try AQJSON(parsing: line)
    let station = report.site(AirSite(id: try row.require("station").string(), kind: .referenceStation))
    report.add(.pm25, row["pm25"], unit: "µg/m³", at: .text(try row.require("time").string()), to: station)
  }
}

func addValue(to report: inout ReportBuilder) {
  let station = report.site(AirSite(id: "CZ01", kind: .referenceStation), place: 0)
  report.add(.pm25, 12.5, unit: "µg/m³", at: .text("2026-10-01T12:00:00+02:00"), to: station)
}

func stamps() -> [TimeStamp] {
  let utc: TimeStamp = .text("2026-10-01T12:00:00Z")
  let local: TimeStamp = .localText("2026-10-01T14:00", secondsFromUTC: 7200)
  let lastHour: TimeStamp = .written("01-10-2026 24", as: .pattern("dd-MM-yyyy H", in: .utc))
  let both: TimeStamp = .interval(from: .unix(1_790_852_400), to: .unix(1_790_856_000))  // no convention
  return [utc, local, lastHour, both]
}

func addHour(
  _ date: String, _ hour: String, of row: AQJSON, _ station: ReportBuilder.SiteReference,
  to report: inout ReportBuilder
) throws {
  let hours = TimeStamp.Format.pattern("dd-MM-yyyy H", in: try TimeStamp.Zone(named: "Europe/Warsaw"))
  report.add(.pm25, row["pm25"], unit: "µg/m³", at: .written(fields: [date, hour], as: hours), to: station)
}

func readInPieces(
  _ format: PayloadFormat, at now: AirTime, next: () -> [UInt8]?, show: (AirResponse) -> Void
) throws {
  var decoder = format.makeDecoder(PayloadFormat.Context(receivedAt: now))
  while let chunk = next() { show(try decoder.decode(chunk)) }
  show(try decoder.finish())
}

func write(_ reports: [AirReport], to file: URL) throws {
  var writer = AirReport.Writer()
  for report in reports { writer.append(report) }
  try Data(writer.bytes).write(to: file)
}
