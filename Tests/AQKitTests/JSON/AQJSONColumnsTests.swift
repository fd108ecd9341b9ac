import AQKit
import Testing

@Suite("Whole arrays as columns")
struct AQJSONColumnsTests {
  @Test("numbers become a column, and null becomes NaN")
  func doubles() throws {
    let root = try AQJSON(parsing: #"{"a":[1,-2.5,null,1e3,0],"b":[],"c":[ null ],"d":[[1],[2]]}"#)
    let column = try root["a"].doubles()
    #expect(column.count == 5 && column[2].isNaN)
    #expect(column[0] == 1 && column[1] == -2.5 && column[3] == 1000 && column[4] == 0)
    #expect(try root["b"].doubles().isEmpty)
    #expect(try root["c"].doubles()[0].isNaN)
    #expect(try root["d"][1].doubles() == [2])
    #expect(try root["a"].elements.first?.intValue == 1)
  }

  @Test("times and strings become columns")
  func others() throws {
    let root = try AQJSON(
      parsing:
        #"{"t":[1790805600,0,-1,9223372036854775807,12345678,123456789,1.0,1e2],"s":["a","","\u00e9"],"n":[1,null]}"#
    )
    #expect(
      try root["t"].instants() == [1_790_805_600, 0, -1, .max, 12_345_678, 123_456_789, 1, 100])
    #expect(try root["s"].strings() == ["a", "", "é"])
    #expect(try AQJSON(parsing: "[]").instants().isEmpty)
    #expect(try AQJSON(parsing: "[]").strings().isEmpty)
  }

  @Test("an error names an element of another type by its path and position")
  func faults() throws {
    let numbers = Array(repeating: "12.5,-1,null", count: 300).joined(separator: ",")
    let root = try AQJSON(
      parsing:
        #"{"hourly":{"a":[1,2,"3",4],"b":[\#(numbers),[1]],"c":[\#(numbers),1e999,2],"d":[1,null],"e":[1.5],"f":["a",1],"g":3}}"#
    )["hourly"]
    func fault<Column>(_ read: () throws(AQError) -> Column) -> AQError? {
      do throws(AQError) {
        _ = try read()
        return nil
      } catch {
        return error
      }
    }
    let a = try #require(fault { () throws(AQError) in try root["a"].doubles() })
    #expect(a.code == .malformed && a.retry == .never)
    #expect(
      a.message
        == "Unexpected JSON at hourly.a[2], byte 20, line 1, column 21: expected a number or null, found a string."
    )
    let b = try #require(fault { () throws(AQError) in try root["b"].doubles() })
    #expect(b.message.hasPrefix("Unexpected JSON at hourly.b[900], byte "))
    #expect(b.message.hasSuffix("expected a number or null, found an array."))
    let c = try #require(fault { () throws(AQError) in try root["c"].doubles() })
    #expect(c.message.hasPrefix("The JSON is malformed at hourly.c[900], byte "))
    #expect(c.message.hasSuffix("a number is out of range."))
    let d = try #require(fault { () throws(AQError) in try root["d"].instants() })
    #expect(d.message.contains("hourly.d[1],") && d.message.hasSuffix("expected a time, found null."))
    let e = try #require(fault { () throws(AQError) in try root["e"].instants() })
    #expect(
      e.message.contains("hourly.e[0],") && e.message.hasSuffix("expected a whole number, found a number."))
    let f = try #require(fault { () throws(AQError) in try root["f"].strings() })
    #expect(f.message == "Unexpected JSON at hourly.f[1]: expected a string, found a number.")
    let g = try #require(fault { () throws(AQError) in try root["g"].doubles() })
    #expect(g.message == "Unexpected JSON at hourly.g: expected an array, found a number.")
    let h = try #require(fault { () throws(AQError) in try root["h"].doubles() })
    #expect(
      h.message
        == "Unexpected JSON at hourly.h: expected an array, found nothing: hourly has no member \"h\".")
  }
}
