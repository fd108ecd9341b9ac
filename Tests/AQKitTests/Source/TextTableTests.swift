import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("Replies in CSV") struct CSVReplyTests {
  private func table(
    _ text: String, delimiter: Character = ",", skipping lines: Int = 0
  ) throws -> AQCSV { try AQCSV(parsing: Array(text.utf8), delimiter: delimiter, skipping: lines) }

  @Test("rows are read by the header's names, whatever their order and quotes")
  func rows() throws {
    let table = try table("\u{FEFF}id, value ,name\r\n1, 12.5 ,\"A, B\"\r\n\r\n2,-,\"say \"\"x\"\"\"")
    #expect(table.header == ["id", "value", "name"])
    let rows = Array(table.rows)
    #expect(rows.map { $0["name"].content } == ["A, B", "say \"x\""])
    #expect(try rows[0]["value"].double() == 12.5 && rows[0]["id"].int() == 1)
    #expect(try rows[1]["value"].double(missing: ["-"]) == nil)
    #expect(rows.map(\.line) == [2, 4])
  }

  @Test("lines before the header, another delimiter, a decimal comma and Windows-1252")
  func vienna() throws {
    var bytes = Array("Luftg\nMessung\nStation;NO2;Ort\nSTEF;21,5;".utf8)
    bytes += [0xD6, 0x62, 0x80, 0x0A]
    let table = try AQCSV(parsing: bytes, delimiter: ";", skipping: 2, encoding: .windows1252)
    let row = try #require(Array(table.rows).first)
    #expect(try row["NO2"].double(decimal: ",") == 21.5 && row["Ort"].string() == "Öb€")
    #expect(throws: AQError.self) { try row["NO2"].double() }
    #expect(row.line == 4)
  }

  @Test("a number has any plain decimal spelling, such as those of databases that leave out a leading zero")
  func spellings() throws {
    let table = try table("a;b\n+2;,5\n007;-,5\n.5;4,\n0x10;1e999\n", delimiter: ";")
    let rows = Array(table.rows)
    #expect(try rows.prefix(3).map { try $0["a"].double() } == [2, 7, 0.5])
    #expect(try rows.prefix(3).map { try $0["b"].double(decimal: ",") } == [0.5, -0.5, 4])
    for name in ["a", "b"] { #expect(throws: AQError.self) { try rows[3][name].double() } }
  }

  @Test("delimiters at the end of lines add no column, and rows can be iterated twice")
  func trailing() throws {
    let table = try table("a;b;;\n1;2;;\n", delimiter: ";")
    let rows = table.rows
    #expect(rows.map { $0["b"].content } == ["2"] && rows.map { $0["a"].content } == ["1"])
  }

  @Test(
    "a character that has another meaning, or isn't ASCII, isn't a delimiter",
    arguments: ["·", "\"", "\n", "\r", "\r\n"] as [Character])
  func delimiter(character: Character) {
    let error = #expect(throws: AQError.self) {
      try self.table("a\(character)b\n1\(character)2\n", delimiter: character)
    }
    #expect(error?.code == .malformed && error?.message.contains("can't be a delimiter") == true)
  }

  @Test("an unreadable text says where", arguments: ["value", "nothing", "short"])
  func faults(column: String) throws {
    let row = try #require(Array(try table("value,x,short\nn/a,1").rows).first)
    let error = #expect(throws: AQError.self) { try row[column].double() }
    #expect(error?.code == .malformed && error?.message.contains("line 2, column “\(column)”") ?? false)
  }

  @Test("an error about a missing column lists the existing ones, the first ones on one line")
  func absentColumn() throws {
    let row = try #require(Array(try table("id,value\n1,2").rows).first)
    var error = #expect(throws: AQError.self) { try row["valeu"].double() }
    #expect(error?.message == "There is nothing at line 2, column “valeu”; the header has “id”, “value”.")
    let names = (1...20).map { "\"column\n\($0)\(String(repeating: "x", count: 100))\"" }
    let wide = try table(names.joined(separator: ",") + "\n" + names.joined(separator: ",") + "\n")
    error = #expect(throws: AQError.self) { try wide.rows.first { _ in true }?["value"].string() }
    let message = try #require(error?.message)
    #expect(message.contains("“column 1x") && message.hasSuffix("” and 12 more."), "\(message)")
    #expect(message.count < 500 && !message.contains(where: \.isNewline), "\(message)")
  }

  @Test("an error is short even if one character of the header is long")
  func longCharacter() throws {
    let name = "e" + String(repeating: "\u{301}", count: 10_000)
    let row = try #require(Array(try table("id,\(name)\n1,x").rows).first)
    for column in [name, "value"] {
      let error = #expect(throws: AQError.self) { try row[column].double() }
      #expect((error?.message.utf8.count ?? .max) < 500)
    }
  }

  @Test("a row that can't be read passes every filter, and its fields throw")
  func broken() throws {
    let table = try table("id,value\n1,\"2\n3,4\n")
    let rows = Array(table.rows { $0["id"].content == "3" })
    #expect(rows.map(\.isBroken) == [true, false])
    #expect(throws: AQError.self) { try rows[0]["id"].string() }
    #expect(throws: AQError.self) { try rows[0].number(table.column("value")) }
    #expect(try rows[1]["value"].double() == 4 && rows[1].number(table.column("value")) == 4)
  }

  @Test(
    "a row with more or fewer fields than the header is refused, and shifts no value into another column",
    arguments: ["3;9.1;7.41;84.35;1", "3;9.1;;7.41;84.35", "3;9.1;7.42", "3", "3;9.1;7.41;;"])
  func shifted(_ row: String) throws {
    let table = try table("id;lat;temperature;humidity\n\(row)\n4;9.1;7.5;80\n", delimiter: ";")
    let rows = Array(table.rows)
    #expect(rows.map(\.isBroken) == [true, false])
    #expect(rows[0]["humidity"].content == nil)
    let error = #expect(throws: AQError.self) { try rows[0]["temperature"].double() }
    #expect(throws: AQError.self) { try rows[0].number(table.column("temperature")) }
    #expect(error?.message.contains("line 2") == true && error?.message.contains("the header has 4") == true)
    #expect(try rows[1]["humidity"].double() == 80)
  }

  @Test(
    "a stray quote loses its row, but no character of the next",
    arguments: [
      #""Broken "quoted" name",7"#, #""a"b,7"#, #""a","7"x"#, #""a "",7"#, #""a" "b",7"#, "\"a,7",
    ])
  func strayQuote(_ row: String) throws {
    let rows = Array(try table("name,value\n\(row)\n\"good\",8\n").rows)
    #expect(rows.map(\.isBroken) == [true, false])
    #expect(try rows[1]["name"].string() == "good" && rows[1]["value"].double() == 8)
  }

  @Test(
    "after a row whose quotes run on, rows are read again, first line by line, then also those of several lines"
  )
  func runOnQuotes() throws {
    let long = String(repeating: "y", count: 2000)
    let rows = Array(
      try table("name,value\n\"a\(long),7\nb,8\n\"c\"d,9\n\"e\n\",10\nf,\"11\"\n").rows)
    #expect(rows.map(\.isBroken) == [true, false, true, false, false])
    #expect(try rows.filter { !$0.isBroken }.map { try $0["value"].double() } == [8, 10, 11])
    #expect(rows.map(\.line) == [2, 3, 4, 5, 7])
  }

  @Test(
    "quotes in a field without quotes, doubled quotes, and blanks around quotes aren't errors",
    arguments: [
      (#"a 5" pipe,7"#, #"a 5" pipe"#), (#""a ""b"" c",7"#, #"a "b" c"#), (#""a" ,7"#, "a"),
      (#" "a" , 7"#, "a"), (#""",7"#, ""), (#""""a""",7"#, #""a""#),
    ])
  func quotes(_ row: String, _ name: String) throws {
    let row = try #require(Array(try table("name,value\n\(row)\r\n").rows).first)
    #expect(try row["name"].string() == name && row["value"].double() == 7)
  }

  @Test(
    "a text that isn't a table is refused", arguments: ["", "<html>\n<body>", "a,a\n1,2", "one\n1"])
  func noTable(text: String) { #expect(throws: AQError.self) { try table(text) } }

  @Test("any bytes are read or refused, without a trap", arguments: 0..<200)
  func anything(seed: UInt64) throws {
    var random = AQRandomNumbers(seed: seed)
    var bytes = Array("a,b\n1,\"x\"\"\n\"\r\n;;,\n".utf8)
    for _ in 0..<6 {
      bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    for encoding in [AQText.Encoding.utf8, .latin1, .windows1252] {
      for row in try AQCSV(parsing: bytes, encoding: encoding).rows {
        _ = try? row["a"].double()
        _ = row["b"].content
      }
    }
  }
}

@Suite("Replies in XML") struct XMLReplyTests {
  private func parse(_ text: String) throws -> AQXML { try AQXML(parsing: Array(text.utf8)) }

  static let text = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- of Hong Kong -->
    <AQHI24HrReport>
      <title>Past <![CDATA[24 <h>]]> &amp; now&#x21;</title>
      <PollutantConcentration>
        <StationName>Central/Western</StationName><PM2.5>12.5</PM2.5><NO2>-</NO2><empty/>
      </PollutantConcentration>
      <PollutantConcentration type='a"b' n="&lt;1&gt;"><StationName>Eastern</StationName></PollutantConcentration>
    </AQHI24HrReport>
    """#

  @Test("elements, attributes, text, CDATA and entities are read")
  func elements() throws {
    let root = try parse(Self.text)
    #expect(root.name == "AQHI24HrReport" && root["title"]?.text.content == "Past 24 <h> & now!")
    let blocks = root.children("PollutantConcentration")
    #expect(try blocks.map { try $0.require("StationName").text.string() } == ["Central/Western", "Eastern"])
    #expect(try blocks[0].require("PM2.5").text.double() == 12.5)
    #expect(try blocks[0].require("NO2").text.double(missing: ["-"]) == nil)
    #expect(blocks[0]["empty"]?.text.content == "" && blocks[0]["empty"]?.children().isEmpty ?? false)
    #expect(blocks[1].attribute("type").content == #"a"b"# && blocks[1].attribute("n").content == "<1>")
    #expect(blocks[1].attribute("missing").content == nil && root.children().count == 3)
  }

  @Test("a missing element says where")
  func missing() throws {
    let block = try parse(Self.text).children("PollutantConcentration")[1]
    let error = #expect(throws: AQError.self) { try block.require("PM2.5") }
    let start = "There is no element “PM2.5” in the element “PollutantConcentration” at byte "
    #expect(error?.message.hasPrefix(start) ?? false)
    let number = #expect(throws: AQError.self) { try block.require("StationName").text.double() }
    #expect(number?.code == .malformed && number?.message.contains("StationName") ?? false)
  }

  @Test(
    "anything but XML is refused",
    arguments: [
      "", "text", "<a>", "<a></b>", "<a/><b/>", "</a>", "<a b></a>", "<a b=c/>", "<a b='<'/>",
      "<a>&other;</a>",
      "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#+65;</a>", "<a>&#x+41;</a>",
      "<a><!-- </a>", "<![CDATA[x]]>", "<a/>x", "<1/>", "<a b='1'c='2'/>",
      "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "{\"a\": 1}", "<", "<a", "<a b='", "<a>&amp", "<?xml",
      "<a><![CDATA[",
    ])
  func refused(text: String) {
    let error = #expect(throws: AQError.self) { try parse(text) }
    #expect(error?.code == .malformed)
  }

  @Test("a name that isn't UTF-8 is refused, because no query could ask for it")
  func name() {
    let bytes = Array("<a><".utf8) + [0x98] + Array("b/></a>".utf8)
    #expect(throws: AQError.self) { try AQXML(parsing: bytes) }
  }

  @Test("an XML that declares ISO 8859-1 is read as that")
  func latin1() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>Montr".utf8) + [0xE9] + Array("al</a>".utf8)
    #expect(try AQXML(parsing: bytes).text.content == "Montréal")
  }

  @Test("depth and number of elements are bounded")
  func bounds() throws {
    let deep = String(repeating: "<a>", count: 257) + String(repeating: "</a>", count: 257)
    let error = #expect(throws: AQError.self) { try parse(deep) }
    #expect(error?.code == .tooLarge)
    let most = String(repeating: "<a>", count: 256) + String(repeating: "</a>", count: 256)
    #expect(try parse(most).name == "a")
  }

  @Test("a long list is read in time proportional to its length")
  func long() throws {
    let count = TestEffort.of(50_000, debug: 10_000)
    let text = "<list>" + String(repeating: "<item><value>1</value></item>\n", count: count) + "</list>"
    let sum = try parse(text).children("item").reduce(0) { try $0 + ($1.require("value").text.int() ?? 0) }
    #expect(sum == count)
  }

  @Test("any bytes are read or refused, without a trap", arguments: 0..<300)
  func anything(seed: UInt64) {
    var random = AQRandomNumbers(seed: seed)
    var bytes = Array(Self.text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    func visit(_ element: AQXML) {
      _ = (element.name, element.text.content, element.attribute("n").content)
      for child in element.children() { visit(child) }
    }
    if let root = try? AQXML(parsing: Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))) {
      visit(root)
    }
    if let root = try? AQXML(parsing: bytes) { visit(root) }
  }
}

@Suite("Adapters of texts") struct TextAdapterTests {
  @Test("a reply may be a table or a document as easily as JSON")
  func replies() throws {
    let query = AirQuery(places: [])
    func reply(_ text: String) -> HTTPReply<Void> {
      HTTPReply(TransportResponse(status: 200, text: text), step: (), query: query, receivedAt: .noon)
    }
    #expect(try Array(reply("a;b\n1;2").csv(delimiter: ";").rows).count == 1)
    #expect(try reply("<a>1</a>").xml().text.int() == 1)
  }
}

@Suite("Numbers in XML") struct XMLNumberTests {
  @Test("a number between line ends is read, and a field of line ends alone isn't a value")
  func lineEnds() throws {
    let root = try AQXML(parsing: Array("<r><v>\n  12.5\r\n</v><w>\n</w></r>".utf8))
    #expect(try root.require("v").text.double() == 12.5)
    #expect(try root.require("w").text.double(missing: [""]) == nil)
  }
}
