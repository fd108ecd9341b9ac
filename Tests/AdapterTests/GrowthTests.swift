import AQKit
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitTesting
import Foundation
import TestRuns
import Testing

@testable import AQKitFixtures

/// The time of Open-Meteo's, the feeds' and the recordings' readers grows no faster than their input.
@Suite("Open-Meteo, feeds and recordings: four times the input takes four times the time", .computing)
struct AdapterGrowthTests {
  private static let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200))

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  // MARK: Open-Meteo

  private static func section(_ count: Int, time: (Int) -> String, value: (Int) -> String = { "\($0)" })
    -> String
  {
    #"{"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"hourly_units":{"time":"iso8601","pm2_5":"μg/m³"},"hourly":{"time":[\#(list(count, time))],"pm2_5":[\#(list(count, value))]}}"#
  }

  private static func hour(_ index: Int) -> String {
    "\"\(AirTime(secondsSince1970: 1_790_000_000 / 3600 * 3600 + Int64(index) * 3600).description.prefix(16))\""
  }

  private static let openMeteo: [(name: String, text: @Sendable (Int) -> String)] = [
    ("hours", { section($0, time: hour) }),
    ("times that can't be read", { section($0, time: { $0 == 0 ? hour(0) : "\"tomorrow \($0)\"" }) }),
    ("malformed numbers", { section($0, time: hour, value: { "\"x\($0)\"" }) }),
    ("places", { "[\(list($0) { _ in section(2, time: hour) })]" }),
    ("objects that are no places", { "[\(list($0 * 16) { _ in "{}" })]" }),
    (
      "unknown members",
      { count in
        section(2, time: hour).replacing(
          #""hourly":{"#, with: #""hourly":{\#(list(count) { #""m\#($0)":[1,2]"# }),"#)
      }
    ),
    (
      "members of many models",
      { count in
        section(2, time: hour).replacing(
          #""hourly":{"#, with: #""hourly":{\#(list(count) { #""pm2_5_model\#($0)":[1,2]"# }),"#)
      }
    ),
  ]

  @Test("a reply of Open-Meteo", arguments: openMeteo.indices)
  func readsOpenMeteo(_ index: Int) {
    let (name, text) = Self.openMeteo[index]
    let growth = Growth(of: { Array(text($0).utf8) }) {
      _ = try? PayloadFormat.openMeteo.decode($0, Self.context)
    }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  /// Places with quarter-hourly columns and as many hourly ones of another variable.
  private static func quarters(_ count: Int) -> [UInt8] {
    let hourly = list(count) { _ in #""rain":[1]"# }
    let quarterly = list(count) { _ in #""temperature_2m":[1]"# }
    let places = list(160) { place in
      #"{"latitude":\#(Double(place) / 2),"longitude":13.4,"utc_offset_seconds":0,"hourly_units":{"rain":"mm"},"minutely_15_units":{"temperature_2m":"°C"},"hourly":{"time":[1790000000],\#(hourly)},"minutely_15":{"time":[1790000000],\#(quarterly)}}"#
    }
    return Array("[\(places)]".utf8)
  }

  // A section has at most 2,000 columns.
  @Test("quarter-hourly columns next to hourly ones")
  func readsQuarters() {
    let growth = Growth(from: 16, upTo: 16, of: Self.quarters) {
      _ = try? PayloadFormat.openMeteo.decode($0, Self.context)
    }
    #expect(growth.isLinear, "\(growth)")
  }

  /// Places with many hours and several columns of an index, whose edition depends on the last hour.
  private static func indices(_ count: Int) -> [UInt8] {
    let hours = list(count * 64) { "\(1_790_000_000 + $0 * 3600)" }
    let columns = list(count) { _ in #""us_aqi":[1]"# }
    let places = list(160) { place in
      #"{"latitude":\#(Double(place) / 2),"longitude":13.4,"utc_offset_seconds":0,"hourly_units":{"us_aqi":"USAQI"},"hourly":{"time":[\#(hours)],\#(columns)}}"#
    }
    return Array("[\(places)]".utf8)
  }

  @Test("columns of an index next to many hours")
  func readsIndices() {
    let growth = Growth(from: 16, upTo: 16, of: Self.indices) {
      _ = try? PayloadFormat.openMeteo.decode($0, Self.context)
    }
    #expect(growth.isLinear, "\(growth)")
  }

  // MARK: Feeds

  private static let feeds: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a message of many cities", { "[\(list($0) { #"{"city":"c\#($0)","aqi":\#($0)}"# })]" }),
    ("a message of unreadable rows", { "[\(list($0) { #"{"city":\#($0),"aqi":"x\#($0)"}"# })]" }),
    ("many messages", { (0..<$0).map { #"[{"city":"c\#($0)","aqi":1}]"# + "\n" }.joined() }),
    ("many unreadable messages", { (0..<$0).map { #"[{"city":"c\#($0)","# + "\n" }.joined() }),
    ("the same message again and again", { String(repeating: #"[{"city":"c","aqi":1}]"# + "\n", count: $0) }),
    ("the same city again and again", { (0..<$0).map { #"[{"city":"c","aqi":\#($0)}]"# + "\n" }.joined() }),
  ]

  @Test("messages of a feed", arguments: feeds.indices)
  func readsFeeds(_ index: Int) {
    let (name, text) = Self.feeds[index]
    let format = PayloadFormat(CityFeedDecoder(), name: "city")
    let growth = Growth(of: { Array(text($0).utf8) }) { _ = try? format.decode($0, Self.context) }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  private static let framings:
    [(name: String, bytes: @Sendable (Int) -> [UInt8], read: @Sendable ([UInt8], Int) -> Void)] = [
      ("lines", { Array(String(repeating: "{}\n", count: $0).utf8) }, lines),
      ("empty lines", { Array(repeating: 10, count: $0) }, lines),
      ("one line without an end", { Array(repeating: 120, count: $0 * 16) }, lines),
      ("messages with their length", { (0..<$0).flatMap { _ in [0, 0, 0, 1, 120] } }, lengths),
      (
        "one long message with its length", { lengthOf($0 * 16) + Array(repeating: 120, count: $0 * 16) },
        lengths
      ),
      ("packets", { (0..<$0).flatMap { _ in PlantowerPacket.bytes(pm25: 7) } }, packets),
      ("nothing but the beginnings of packets", { (0..<$0).flatMap { _ in [0x42, 0x4D, 0, 28] } }, packets),
      ("nothing but the first byte of packets", { Array(repeating: 0x42, count: $0 * 4) }, packets),
    ]

  private static func lengthOf(_ count: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
  }
  private static let lines: @Sendable ([UInt8], Int) -> Void = {
    _ = try? LineFraming().messages(in: $0, cutEvery: $1)
  }
  private static let lengths: @Sendable ([UInt8], Int) -> Void = {
    _ = try? LengthPrefixFraming(limit: .max).messages(in: $0, cutEvery: $1)
  }
  private static let packets: @Sendable ([UInt8], Int) -> Void = {
    _ = try? PlantowerPacket.framing.messages(in: $0, cutEvery: $1)
  }

  @Test("a stream of bytes, in pieces of any size", arguments: framings.indices, [1, 7, 1000])
  func framing(_ index: Int, _ piece: Int) {
    let (name, bytes, read) = Self.framings[index]
    let growth = Growth(of: bytes) { read($0, piece) }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  // MARK: Recordings

  @Test("a manifest of many entries, each with a raw form")
  func manifests() throws {
    let growth = Growth(of: { count in
      let entries = (0..<count).flatMap { index in
        [
          #"{"file":"\#(index).json","format":"aqkit","recordedAt":"2026-10-01T12:00:00Z","constructed":false}"#,
          #"{"file":"\#(index).raw","format":"x","rawOf":"\#(index).json","recordedAt":"2026-10-01T12:00:00Z","constructed":false}"#,
        ]
      }
      return Data(#"{"schema":1,"recordings":[\#(entries.joined(separator: ","))]}"#.utf8)
    }) { _ = try? JSONDecoder().decode(FixtureManifest.self, from: $0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("the served recordings of a manifest, each with its raw form")
  func served() {
    let growth = Growth(of: { count in
      FixtureManifest(
        recordings: (0..<count).flatMap { index -> [FixtureRecording] in
          let time = AirTime(secondsSince1970: 0)
          let recording = FixtureRecording(file: "\(index).json", format: "aqkit", recordedAt: time)
          var raw = FixtureRecording(file: "\(index).raw", format: "openaq-csv", recordedAt: time)
          raw.rawOf = recording.file
          return [recording, raw]
        })
    }) { manifest in
      // Several times, so that inputs which fit the caches are large enough to be measured.
      for _ in 0..<16 { _ = manifest.served(in: [.aqkit, .openAQCSV]) }
    }
    #expect(growth.isLinear, "\(growth)")
  }

  private static let recordings:
    [(name: String, text: @Sendable (Int) -> String, read: @Sendable ([UInt8]) throws -> Void)] = [
      (
        "a cassette",
        { count in
          #"{"aqkit":"cassette","version":1,"startedAt":"2026-10-08T12:00:00Z"}"# + "\n"
            + (0..<count).map {
              #"{"after":\#($0),"took":0.1,"request":{"method":"GET","url":"https://x.org/\#($0)"},"response":{"status":200,"text":"{}"}}"#
                + "\n"
            }.joined()
        }, { _ = try Cassette($0) }
      ),
      (
        "a cassette of unreadable lines",
        { count in
          #"{"aqkit":"cassette","version":1,"startedAt":"2026-10-08T12:00:00Z"}"# + "\n"
            + (0..<count).map { #"{"after":"x\#($0)"}"# + "\n" }.joined()
        }, { _ = try Cassette($0) }
      ),
      (
        "the shape of rows that differ", { "[\(list($0) { #"{"m\#($0)":1}"# })]" },
        { _ = try PayloadShape($0) }
      ),
      (
        "the shape of a long list", { "[\(list($0) { #"{"a":\#($0),"b":"x"}"# })]" },
        { _ = try PayloadShape($0) }
      ),
    ]

  @Test("recordings", arguments: recordings.indices)
  func readsRecordings(_ index: Int) {
    let (name, text, read) = Self.recordings[index]
    let growth = Growth(of: { Array(text($0).utf8) }) { try? read($0) }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  @Test("the replay of a cassette, to different requests and to the same one", arguments: [false, true])
  func replays(_ isSame: Bool) {
    let growth = Growth(of: { count in
      Cassette(
        startedAt: AirTime(secondsSince1970: 0),
        exchanges: (0..<count).map { index in
          .init(
            Cassette.Request(method: "GET", url: "https://x.org/air?page=\(isSame ? 0 : index)"),
            .response(TransportResponse(status: 200)))
        })
    }) { cassette in
      let replay = ReplayTransport(cassette)
      for exchange in cassette.exchanges { _ = try? replay.find(RequestKey(exchange.request)) }
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("compressed text of many members")
  func gzip() throws {
    let member = try #require(Data(base64Encoded: "H4sIAAAAAAACAytLzClN5SpDIgEDHNB4EgAAAA=="))
    let folder = try TemporaryFolder()
    let growth = Growth(of: { count -> String in
      var all = Data()
      for _ in 0..<count { all.append(member) }
      try? folder.write([UInt8](all), to: "\(count).gz")
      return "\(count).gz"
    }) { _ = try? folder.folder.bytes(of: $0) }
    #expect(growth.isLinear, "\(growth)")
  }
}
