import AQKit
import AQKitFixtures
import Foundation
import Testing

@Suite("The shape of a payload")
struct PayloadShapeTests {
  private func shape(_ text: String) throws -> PayloadShape { try PayloadShape(Array(text.utf8)) }

  private func changes(_ recorded: String, _ live: String) throws -> [String] {
    try shape(recorded).changes(in: shape(live)).map { "\($0.kind) \($0.path)\($0.isWarning ? "!" : "")" }
  }

  @Test("lists members with their kinds, arrays merged, data by a star")
  func lines() throws {
    let text = """
      {"latitude":1.5,"hourly":{"time":[1,2],"pm2_5":[1,null],"none":[]},"stations":[{"name":"A","n":1},{"n":"x"}],
      "by day":{"2026-10-01":1,"2026-10-02":null},"map":{},"flags":[true,[1]],"a\\"b":null}
      """
    #expect(
      try shape(text).lines == [
        "[\"a\\\"b\"]: null", "[\"by day\"].*: null|number", "flags[]: array|bool", "flags[][]: number",
        "hourly.none: array", "hourly.pm2_5[]: null|number", "hourly.time[]: number", "latitude: number",
        "map: object", "stations[].n: number|string", "stations[].name?: string",
      ])
    #expect(try shape("[{\"a\":1}]").lines == ["[].a: number"])
    #expect(try shape("3").lines == ["$: number"])
  }

  @Test(
    "is the same after writing and reading",
    arguments: [
      "{\"a\":{\"b\":[{\"c\":1},{\"d\":[[null]]}]},\"e f\":[],\"g.h\":{},\"i[]\":\"?\",\"j: k\":1,\"l\\\\\\\"\":2}",
      "[[1],[{\"x?\":1},null],\"t\"]", "null", "[]", "{}",
      "{\"a\":{\"b\":1}}\n{\"c\":null}\n{\"a\":null,\"c\":2}",
      "id;name;\"a: b\"\n1;2;3\n", "time,o3\n",
    ])
  func coding(_ text: String) throws {
    let shape = try shape(text)
    #expect(PayloadShape(lines: shape.lines) == shape)
    #expect(try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(shape)) == shape)
    #expect(shape.changes(in: shape).isEmpty)
  }

  @Test("changes: a new member is a note, a vanished or retyped one a warning that names it")
  func drift() throws {
    let recorded = "{\"current\":{\"time\":1,\"pm2_5\":2.5,\"note\":null},\"units\":{\"pm2_5\":\"µg/m³\"}}"
    #expect(try changes(recorded, recorded).isEmpty)
    #expect(
      try changes(recorded, "{\"current\":{\"time\":\"2026\",\"pm10\":3,\"note\":null},\"units\":[]}") == [
        "added current.pm10", "vanished current.pm2_5!", "retyped current.time!", "retyped units!",
      ])
    let gone = try shape(recorded).changes(in: shape("{\"units\":{\"pm2_5\":\"µg/m³\"}}"))
    #expect(gone.map(\.description) == ["“current” is gone; it was an object."])
    #expect(try changes("{\"a\":1}", "[{\"a\":1}]") == ["retyped $!"])
  }

  @Test("gives no warning for what is null, empty or sometimes missing")
  func silence() throws {
    #expect(try changes("{\"a\":[1,null]}", "{\"a\":[null]}").isEmpty)
    #expect(try changes("{\"a\":[1]}", "{\"a\":[null,2]}").isEmpty)
    #expect(try changes("{\"a\":1}", "{\"a\":null}").isEmpty)
    #expect(try changes("{\"a\":[{\"b\":1}]}", "{\"a\":[]}").isEmpty)
    #expect(try changes("{\"a\":[]}", "{\"a\":[{\"b\":1}]}").isEmpty)
    #expect(try changes("{\"a\":null}", "{\"a\":{\"b\":1}}") == ["added a"])
    #expect(try changes("[{\"a\":1,\"b\":2},{\"a\":1}]", "[{\"a\":2}]") == ["vanished [].b"])
    #expect(try changes("{\"2026-10-01\":1}", "{\"2027-01-01\":2}").isEmpty)
    #expect(try changes("{\"2026-10-01\":1}", "{\"2027-01-01\":\"x\"}") == ["retyped *!"])
  }

  @Test("of CSV is its columns, of lines their common members, of a feed that of its messages")
  func otherForms() throws {
    #expect(
      try changes("id,time,value\n1,2,3\n", "id,value,\"unit\"\n1,2,x\n") == ["vanished time!", "added unit"])
    for end in ["\n", "\r\n", "\r"] {
      #expect(try shape("a;b\(end)1;2\(end)").lines == ["$: table", "a: column", "b: column"])
    }
    #expect(try shape("{\"a\":1}\n{\"a\":null,\"b\":2}\n").lines == ["a: null|number", "b?: number"])
    let feed = FeedRecording(
      startedAt: AirTime(secondsSince1970: 0),
      entries: [
        .init(after: .zero, message: FeedMessage(text: "[{\"city\":\"A\",\"aqi\":1}]")),
        .init(after: .zero, message: FeedMessage(text: "pong")),
      ])
    #expect(PayloadShape(feed).lines == ["$: array|text", "[].aqi: number", "[].city: string"])
    #expect(try PayloadShape(feed.bytes) == PayloadShape(feed))
    for text in ["", "<html><body>Down for maintenance</body></html>", "{\"a\":", "hello", "\u{1},\u{2}"] {
      #expect(throws: AQError.self) { try shape(text) }
    }
  }

  @Test("keeps long names in its text, and takes endless ones for data")
  func longNames() throws {
    let name = String(repeating: "hourly/means of ", count: 5)
    let plain = String(repeating: "a", count: 61)
    let shape = try shape(#"{"\#(name)1":1,"\#(name)2":"x","\#(plain)":2}"#)
    #expect(shape.lines.count == 3 && PayloadShape(lines: shape.lines) == shape)
    let endless = String(repeating: "a", count: 300)
    let outer = #"{"\#(endless)":{"\#(endless)":{"b":1},"c":2}}"#
    #expect(try self.shape(outer).lines == ["\(endless).*.b: number", "\(endless).c: number"])
    #expect(try self.shape(#"{"\#(endless)\#(endless)":1}"#).lines == ["*: number"])
  }

  @Test("ignores a line of its text that goes endlessly deep")
  func endlessDepth() {
    let deep = "a" + String(repeating: "[]", count: 200_000) + ": number"
    #expect(PayloadShape(lines: [deep, "b: number"]).lines == ["b: number"])
  }

  @Test("of a cassette is the same for requests of another date or time")
  func dates() {
    func shape(of paths: [String]) -> PayloadShape {
      let exchanges = paths.map { path in
        Cassette.Exchange(
          Cassette.Request(method: "GET", url: "https://example.org/\(path)"),
          .response(TransportResponse(status: 200, text: #"{"a":1}"#)))
      }
      return PayloadShape(Cassette(startedAt: AirTime(secondsSince1970: 0), exchanges: exchanges))
    }
    let recorded = shape(of: ["v1/2026-10-01T00", "air/20261001/Hours_2026100123.dat"])
    #expect(recorded == shape(of: ["v1/2026-11-30T12", "air/20261130/Hours_2026113000.dat"]))
    #expect(
      recorded.lines == [
        #"["GET /air/*/Hours_*.dat"].a: number"#, #"["GET /v1/*"].a: number"#,
      ])
  }

  @Test("of an object with very many members is that of one member")
  func maps() throws {
    let members = (0..<500).map { "\"station-\($0)\":{\"aqi\":\($0)}" }.joined(separator: ",")
    #expect(try shape("{\"stations\":{\(members)}}").lines == ["stations.*.aqi: number"])
  }
}
