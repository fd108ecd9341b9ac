import AQKit
import Foundation
import Testing

@testable import aqkit_cli

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

  @Test("a row longer than the buffer is an error with its number")
  func longRow() throws {
    let row = "us_epa_2024,pm25,24h,ug/m3,1"
    let error = #expect(throws: AQError.self) {
      _ = try batch(header + row + "\n" + row + String(repeating: "0", count: 200), capacity: 100)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("Row 2 ") == true)
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
