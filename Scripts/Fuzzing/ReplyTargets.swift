import AQKit

extension FuzzTarget {
  /// A reply as a table of CSV, in every encoding: no row is lost, and a filter that wants none gets only broken ones.
  static let tables = FuzzTarget(
    name: "tables",
    seeds: [
      "id;NO2;Ort\n1;21,5;\"A \"\"x\"\"\"\r\n\n2;;b\n", "a,b\n\"1\n2\",3\n",
      "\u{FEFF}time,value\n2026-10-01T00:00Z,NA",
    ],
    words: ["\"\"", "\r\n", ",,", ";", "\"", "\n\n", "1e999", "nan"]
  ) { bytes in
    for encoding in [AQText.Encoding.utf8, .latin1, .windows1252] {
      for delimiter: Character in [",", ";"] {
        guard let table = try? AQCSV(parsing: bytes, delimiter: delimiter, encoding: encoding) else {
          continue
        }
        var broken = 0
        for row in table.rows {
          for name in table.header { _ = try? row[name].double(missing: ["NA"], decimal: ",") }
          if row.isBroken { broken += 1 }
        }
        check(Array(table.rows { _ in false }).count == broken, "A filter loses broken rows.")
      }
    }
  }

  /// A reply as XML: every element can be visited, and its children are within it.
  static let xml = FuzzTarget(
    name: "xml",
    seeds: [
      "<?xml version='1.0' encoding='ISO-8859-1'?><a b=\"1\"><c.d>&lt;x&#33;</c.d><!-- --><e/><![CDATA[<]]></a>",
      "<items><item id='1'><value>12.5</value></item><item id='2'/></items>",
    ],
    words: [
      "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&#x", ";", "</", "/>", "<?", "?>", "<!DOCTYPE", "='",
    ]
  ) { bytes in
    guard let root = try? AQXML(parsing: bytes) else { return }
    var open = [root]
    while let element = open.popLast() {
      _ = (element.text.content, element.attribute("id").content)
      for child in element.children() {
        check(element[child.name] != nil, "A child isn't found by its name.")
        open.append(child)
      }
    }
  }
}
