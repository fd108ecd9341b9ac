import AQKit
import TestRuns
import Testing

@Suite("Scanning numbers", .computing)
struct NumberScannerTests {
  /// Texts that RFC 8259 calls a number.
  static let numbers = [
    "0", "-0", "1", "-1", "9", "10", "12345678", "123456789", "1234567890123456789", "0.5", "-0.5", "0.0",
    "1.0",
    "12.3", "1013.25", "1234567.8", "12345678.9", "0.1234567", "0.12345678", "0.123456789012345678", "1e5",
    "1E5",
    "1e+5", "1e-5", "1.5e300", "0e0", "0e999", "0.0e-999", "-0.0e5", "1e00005",
    "123456789012345678901234567890",
  ]

  @Test("a number is read whole, wherever the input ends, and as the standard library reads it")
  func reads() throws {
    for number in Self.numbers {
      for behind in ["", " ", ",", "]", "}", ",1234567890123456789012345678901234567890", " \n\t 5"] {
        let (value, end) = try scan(number + behind, NumberScanner.double)
        #expect(end == number.utf8.count, "\(number)\(behind)")
        #expect(value.bitPattern == Double(number)?.bitPattern, "\(number)\(behind)")
        #expect(try scan(number + behind, NumberScanner.skip).end == end, "\(number)\(behind)")
      }
    }
  }

  @Test(
    "what isn't a number is refused, by the byte that is wrong",
    arguments: [
      ("", 0), ("-", 1), ("+1", 0), (".5", 0), ("-.5", 1), ("a", 0), ("-a", 1), ("--1", 1), ("1.", 2),
      ("1.e5", 2),
      ("1.a", 2), ("1e", 2), ("1e+", 3), ("1e-", 3), ("1ea", 2), ("1.5e", 4), ("1e1", -1), ("01", 0),
      ("-01", 1),
      ("00", 0), ("00.5", 0), ("-00", 1), ("0123456789", 0), ("Infinity", 0), ("NaN", 0), ("０", 0),
    ])
  func refuses(text: String, offset: Int) {
    for behind in ["", ",", "]       ,,,,,,,,,,,,,,,,,,"]
    where !(text.isEmpty && behind.isEmpty && offset < 0) {
      let read = Result { () throws(ScanFault) in try scan(text + behind, NumberScanner.double) }
      let skipped = Result { () throws(ScanFault) in try scan(text + behind, NumberScanner.skip) }
      if offset < 0 {
        #expect((try? read.get()) != nil)
        #expect((try? skipped.get()) != nil)
        continue
      }
      #expect(throws: ScanFault.self) { try read.get() }
      if case .failure(let fault) = read, case .failure(let other) = skipped {
        #expect(fault == other, "\(text)\(behind)")
        #expect(fault.offset == offset, "\(text)\(behind)")
      } else {
        Issue.record("\(text)\(behind) was accepted")
      }
    }
  }

  @Test("the hard decimals are rounded to the nearest double, ties to even")
  func hardDecimals() {
    let half = "0.500000000000000166533453693773481063544750213623046875"
    let texts = [
      // Powers of ten at the borders of the fast path, and significands at its border.
      "1e22", "1e23", "1e-22", "1e-23", "9007199254740992", "9007199254740993", "9007199254740994",
      "9007199254740993.0", "9007199254740992.99999999999999", "9007199254740993.00000000000001",
      "90071992547409930e-1", "18014398509481985", "18014398509481986", "18014398509481987",
      // The borders of the table.
      "1e64", "1e65", "1e-64", "1e-65", "9999999999999999999e64", "1000000000000000001e-64",
      // Half-way cases and their neighbours.
      half, half + "1", String(half.dropLast()) + "4", half + String(repeating: "0", count: 900) + "1",
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124",
      "1.00000000000000011102230246251565404236316680908203126",
      "1090544144181609348835077142190", "1090544144181609348671888949248",
      "5708990770823839207320493820740630171355",
      // Subnormal numbers: the smallest, half of that, and slightly more than half.
      "5e-324", "4.9406564584124654e-324", "2.4703282292062327208e-324", "2.4703282292062327209e-324",
      "2.47e-324", "2.2250738585072011e-308", "2.2250738585072014e-308", "2.225073858507201e-308", "1e-400",
      // The largest, and the last decimal that is rounded down to it.
      "1.7976931348623157e308", "17976931348623157e292", "1.797693134862315807e308",
      "0." + String(repeating: "0", count: 400) + "123e401",
      "1" + String(repeating: "0", count: 300) + "e-300",
      "0." + String(repeating: "0", count: 5_000) + "1e5000",
      "7" + String(repeating: "3", count: 2_000) + "e-2000",
      "1000000000000000000000000000000000000000000000000000000000000000000000e-69",
    ]
    for text in texts {
      #expect(scannedDouble(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(scannedDouble("-" + text)?.bitPattern == Double("-" + text)?.bitPattern, "-\(text)")
    }
  }

  @Test("zero keeps its sign, whatever its exponent")
  func zeros() {
    for text in ["0", "0.0", "0e5", "0e-5", "0.000e99999999999999999999", "0e-99999999999999999999"] {
      #expect(scannedDouble(text)?.bitPattern == 0.0.bitPattern, "\(text)")
      #expect(scannedDouble("-" + text)?.bitPattern == (-0.0).bitPattern, "-\(text)")
    }
  }

  @Test(
    "overflow of a double is a fault at the number's first byte, and underflow is zero",
    arguments: [
      "1e309", "-1e309", "1.8e308", "1.797693134862315808e308", "1e999", "1e99999999999999999999",
      "123123e100000", "1" + String(repeating: "0", count: 400),
    ])
  func overflow(text: String) throws {
    #expect(throws: ScanFault(.numberOutOfRange, at: 0)) { try scan(text, NumberScanner.double) }
    #expect(try scan(text, NumberScanner.skip).end == text.utf8.count)
    #expect(scannedDouble("1e-999999999999999999999") == 0)
  }

  @Test("whole numbers are exact from the smallest to the largest Int64, however they are written")
  func wholeNumbers() {
    for number in [
      0, 1, -1, 42, 1_790_805_600, -1_790_805_600, 99_999_999, 100_000_000, 9_007_199_254_740_993, .max, .min,
      .max - 1,
      .min + 1,
    ] as [Int64] {
      #expect(scannedInt64("\(number)") == number)
      #expect(scannedInt64("\(number).0") == number)
      #expect(scannedInt64("\(number)." + String(repeating: "0", count: 40)) == number)
      #expect(number == 0 || scannedInt64("\(number)000e-3") == number)
    }
    #expect(scannedInt64("-0") == 0)
    #expect(scannedInt64("1e18") == 1_000_000_000_000_000_000)
    #expect(scannedInt64("1.25e2") == 125)
    #expect(scannedInt64("0e999999999999") == 0)
    #expect(scannedInt64("0.0e-999999999999") == 0)
  }

  @Test("a fraction, or a whole number beyond Int64, isn't read as one")
  func notWhole() {
    for text in [
      "0.5", "1.25e1", "1e-1", "0.00000000000000000000000000001", "1234567890123456789.5", "1e-999999999",
    ] {
      #expect(throws: ScanFault(.expected(.wholeNumber), at: 0), "\(text)") {
        try scan(text, NumberScanner.int64)
      }
    }
    for text in [
      "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e19", "1e999999999999",
      "99999999999999999999",
    ] {
      #expect(throws: ScanFault(.numberOutOfRange, at: 0), "\(text)") { try scan(text, NumberScanner.int64) }
    }
  }

  @Test("the parts of a decimal are its first nineteen digits and its exponent")
  func parts() throws {
    func parts(_ text: String) throws -> NumberScanner.Decimal { try scan(text, NumberScanner.decimal).value }
    #expect(
      try parts("-12.50") == .init(isNegative: true, significand: 1250, exponent: -2, isCut: false))
    #expect(
      try parts("12345678901234567890123e-3")
        == .init(isNegative: false, significand: 1_234_567_890_123_456_789, exponent: 1, isCut: true))
    #expect(
      try parts("0.00000000000000000000000001234")
        == .init(isNegative: false, significand: 1234, exponent: -29, isCut: false))
    #expect(
      try parts("1000000000000000000000000")
        == .init(isNegative: false, significand: 1_000_000_000_000_000_000, exponent: 6, isCut: false))
  }
}
