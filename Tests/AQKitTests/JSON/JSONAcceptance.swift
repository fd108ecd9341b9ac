import AQKit

/// The ways of parsing a document by the grammar, which must all agree.
enum JSONAcceptance {
  /// Reads the bytes as a value to be looked into.
  static func asValue(_ bytes: [UInt8], allowsNaN: Bool = false) -> Bool {
    (try? AQJSON(parsing: bytes, allowsNaN: allowsNaN)) != nil
  }

  /// Reads the bytes as a document that the reader passes over.
  static func asDocument(_ bytes: [UInt8], allowsNaN: Bool = false) -> Bool {
    do throws(AQError) {
      var reader = try AQJSON.Reader(bytes, allowsNaN: allowsNaN)
      try reader.skip()
      try reader.end()
      return true
    } catch {
      return false
    }
  }

  /// Reads the bytes as a member that a reader doesn't know, between two that it reads.
  static func asUnknownMember(_ bytes: [UInt8], allowsNaN: Bool = false) -> Bool {
    let payload = Array(#"{"first":[1.5,null],"unknown":"#.utf8) + bytes + Array(#","last":[2,3]}"#.utf8)
    do throws(AQError) {
      var reader = try AQJSON.Reader(payload, allowsNaN: allowsNaN)
      var column: [Double] = []
      try reader.beginObject()
      while try reader.nextMember() {
        if reader.isNamed("first") || reader.isNamed("last") {
          try reader.doubles(into: &column)
        } else {
          try reader.skip()
        }
      }
      try reader.end()
      return column.count == 4 && column[3] == 3
    } catch {
      return false
    }
  }

  /// Reads the bytes as a member that isn't asked for, of an object that is read as a row.
  static func asUnaskedMember(_ bytes: [UInt8], allowsNaN: Bool = false) -> Bool {
    let payload = Array(#"[{"a":1,"unasked":"#.utf8) + bytes + Array(#","z":2}]"#.utf8)
    do throws(AQError) {
      var reader = try AQJSON.Reader(payload, allowsNaN: allowsNaN)
      var sum = 0.0
      try reader.rows(["a", "z"]) { row throws(AQError) in sum += try row.double(0) + row.double(1) }
      try reader.end()
      return sum == 3
    } catch {
      return false
    }
  }
}
