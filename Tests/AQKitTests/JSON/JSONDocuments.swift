/// Documents of every class that RFC 8259 distinguishes.
enum JSONDocuments {
  static let accepted =
    scalars + strings + structures.map { $0 }
    + scalars.flatMap { ["[\($0)]", "[ \($0) , \($0)\n]", #"{"a":\#($0)}"#, " \t\r\n\($0)\t "] }
    + strings.map { "{\($0):[\($0)]}" }

  static let scalars = [
    "null", "true", "false", "0", "-0", "1", "-1", "12", "0.5", "-0.5", "1e5", "1E+5", "1.25e-5", "-0e0",
    "0.0",
    "123456789012345678901234567890", "0.000000000000000000000000000000000000000001", "1e400", "-1e-400",
  ]

  static let strings = [
    #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC\ud83d\ude00""#, #""é€😀""#, #""\u0000""#,
    "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\u{feff}\u{2028}\"", #""'/*//""#, #""\\u0041""#,
    #""01234567""#, #""0123456\n01234567\t0123456789abcdef""#, #""[]{}:,""#, #""\udbff\udfff\uD800\uDC00""#,
    #""а, б, в: буквы""#, #""\uFFFF\uE000""#,
  ]

  static let structures = [
    "[]", "{}", "[[]]", "[{}]", #"{"":{}}"#, "[[],[],[[]]]", #"{"a":1,"b":[2,{"c":null}],"d":{}}"#,
    "[1,2.5,null,-3,true,\"x\",{}]", "[\n  1,\n  2\n]", "[1,\r\n\t2 , 3]", #"{"a":1,"a":2}"#,
    #"{"\u0061\"":1}"#,
    #"[[1,2],[3,4],[5,[6,[7]]]]"#,
    "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
    "[12.5,-12.5,12.5,-0.5,1013.25,0,null,null,12345678.9,1234567890,12.345678901234567,1e5,-1e-5,7,8,9,10,11.5,12]",
    "[\n    12.5,\n    null,\n    -3,\n    4\n    ,5\n    ,\n    6.25,\n    7,\n        8,\n    9,\n 10,\n    11\n]",
    String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
    String(repeating: #"{"a":["#, count: 80) + "1" + String(repeating: "]}", count: 80),
  ]

  static let rejected =
    [
      // Structure.
      "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "{1]",
      "[1]]", "[]]",
      "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\",1}",
      "{\"a\"::1}",
      "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\":}", "{:1}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}",
      "{[]:1}",
      "{\"a\":1]", "[\"a\":1]", "{\"a\"}", "{\"a\":1}}", "{\"a\":1}#", "[1]x", "*", "[*]", "[1,\n1\n,1",
      "[{}", "{\"a\":[",
      "[\"a\",\n4\n,1,", "[][]", "[1];", "<html>", "<.>", "[<null>]", "/*a*/1", "1//a", "[1/*a*/]", "#", "@",
      "\u{feff}",
      "\u{a0}1", "\u{2060}[]", "[\u{c}]", "[\u{b}1]", "\u{0}", "[1\u{0}]", "1\u{0}", "☃", "[☃]", "\u{85}1",
      // Words.
      "nul", "nulll", "tru", "truE", "True", "TRUE", "fals", "falsee", "Null", "[nul]", "[nul", "n", "t",
      "[f", "undefined",
      "true false", "nulltrue", "[truefalse]", "none", "nan", "NaN", "-nan", "Infinity", "-Infinity", "[inf]",
      // Numbers.
      "-", "+", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1E-", "1.5e", "1ee5",
      "1e5.5", "1.2.3",
      "0x10", "0b1", "1_000", "1 000", "--1", "-+1", "1-", "1+2", "1-1", "- 1", "1 .5", "1. 5", "1e 5", "-a",
      "1a", "1.5a",
      "0e", "0e+", "0.", "-0.", "00.5", "1,5", "१", "1١", "0.3.", "1e1e1", "[-]", "[1.]", "[01]", "[.5]",
      "[1e]", "[-01.5]",
      "[1.,2]", "[.5,2]", "[-,2]", "[+1,2]", "[1-2,2]", "[1.-2,2]", "[1..2,2]", "[12.3.4,5]", "[--1,2]",
      "[- 1,2]",
      // Strings.
      "\"", "\"a", "\"\\", "\"\\\"", "'a'", "\"\\x\"", "\"\\a\"", "\"\\'\"", "\"\\0\"", "\"\\u\"", "\"\\u1\"",
      "\"\\u12\"",
      "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\u 041\"", "\"\\u+041\"", "\"\\", "\"a\tb\"",
      "\"a\nb\"", "\"\u{1f}\"",
      "\"\u{0}\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800\\u0041\"", "\"\\ud800\\n\"",
      "\"\\ud800x\"", "\"\\udc00\\ud800\"", "\"\\ud83d\\ud\"", "\"\\ud83d\\\"", "\"\\ud83d\"", "\"a\"b",
      "a\"", "\\u0041",
      "“a”", "\"\\☃\"", "\"0123456\t\"", "\"01234567\n", "{\"\\ud800\":1}", "{\"a\tb\":1}", "[\"\\u12\",1]",
    ]
    + [
      // A column with an error far into it.
      column("1.,"), column("01,"), column("-,"), column("--5,"), column("1 2,"), column("1.5.5,"),
      column("+3,"),
      column("nul,"), column("nullx,"), column(",", before: ""), column("1e,"), column(".5,"), column("-.5,"),
      column("12:"), column("1;"), column("00.5,"), column("-00,"), column("12345678x,"), column("1:2,"),
      column("9]"), column("null null,"), column("x"), column("1.5\u{0},"),
    ]

  /// A long array of numbers with one element in the middle that isn't one.
  static func column(_ element: String, before: String = " ") -> String {
    let numbers = Array(repeating: "12.5,-3,null,1013.25,7", count: 12).joined(separator: ",")
    return "[\(numbers),\(before)\(element)\(numbers)]"
  }

  /// Bytes that aren't UTF-8, in a string and elsewhere.
  static let rejectedBytes: [[UInt8]] =
    [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x82, 0x20], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xFE], [0xFF], [0xF0, 0x9F, 0x98], [0xC3, 0xA9, 0x80], [0xEF, 0xBF],
    ]
    .flatMap { bytes -> [[UInt8]] in
      [
        [0x22] + bytes + [0x22], [0x22] + bytes, bytes,
        [0x5B, 0x22] + Array("0123456789".utf8) + bytes + [0x22, 0x5D],
        [0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D],
      ]
    } + [
      [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D], [0x5B, 0x00, 0x5D, 0x00],
      [0xEF, 0xBB, 0x7B, 0x7D], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31],
      [0x31, 0xEF, 0xBB, 0xBF],
    ]
}
