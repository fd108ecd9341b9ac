import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct IndexBatchStreamTests {
  private let header = "standard,pollutant,averaging,unit,concentration\n"

  @Test("the size of the buffer makes no difference")
  func pieces() throws {
    var text = header
    for number in 0..<500 { text += "us_epa_2024,pm25,24h,ug/m3,\(Double(number) / 10)\n" }
    let whole = try batch(text)
    #expect(whole.split(separator: "\n").count == 501)
    for capacity in [64, 65, 100, 257] { #expect(try batch(text, capacity: capacity) == whole) }
  }

  @Test("a row longer than the buffer is answered with what is whole of it, and costs no other row")
  func longRow() throws {
    let row = "us_epa_2024,pm25,24h,ug/m3,1"
    let good = row + ",6,Good,#00E400,"
    let zeros = String(repeating: "0", count: 350)
    let why = ",,,,the row is longer than 100 bytes"
    let rows = [
      row, row + zeros, row, zeros, "us_epa_2024,\"" + zeros, row, "us_epa_2024,\"a" + zeros + "\",x", row,
    ]
    let answers = ["us_epa_2024,pm25,24h,ug/m3," + why, ",,,," + why, "us_epa_2024,,,," + why]
    for end in ["\n", "\r\n", ""] {
      let text = try batch(header + rows.joined(separator: "\n") + end, capacity: 100)
      let lines = text.split(whereSeparator: \.isNewline).dropFirst()
      #expect(
        lines.map(String.init) == [good, answers[0], good, answers[1], answers[2], good, answers[2], good])
    }
    #expect(try batch(header + row + "\n" + row + zeros, capacity: 100).hasSuffix(answers[0] + "\n"))
    let error = #expect(throws: AQError.self) { _ = try batch(zeros, capacity: 100) }
    #expect(error?.code == .tooLarge)
  }

  @Test("more keys than are kept do no harm")
  func manyKeys() throws {
    var text = header
    for number in 0..<(BatchTables.capacity + 500) { text += "us_epa_2024,pm25,24h,unit\(number),5\n" }
    text += "us_epa_2024,pm25,24h,ug/m3,5\n"
    let lines = try batch(text).split(separator: "\n")
    #expect(lines.count == BatchTables.capacity + 502)
    #expect(lines.last == "us_epa_2024,pm25,24h,ug/m3,5,28,Good,#00E400,")
  }

  @Test(
    "a file without the five columns is refused",
    arguments: [
      "", "\n\n", "standard,pollutant,averaging,unit\n",
      "standard,pollutant,averaging,unit,concentration,unit\n", "\"standard,pollutant\n",
    ])
  func badHeader(_ text: String) {
    let error = #expect(throws: AQError.self) { _ = try batch(text) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("a file that is not there is an error")
  func noFile() {
    #expect(throws: AQError.self) { _ = try BatchInput(path: "/nowhere/at/all.csv") }
  }

  @Test("a reader that goes away is noticed, and the process lives on")
  func readerGone() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    var output = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    output.append("text")
    do {
      try output.flush()
      Issue.record("the text went nowhere")
    } catch is StandardOutput.ReaderGone {}
  }
}
