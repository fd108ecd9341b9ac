import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct IndexBatchStreamTests {
  private let header = "standard,pollutant,averaging,unit,concentration\n"

  @Test("more keys than are kept do no harm")
  func manyKeys() throws {
    var text = header
    for number in 0..<(IndexBatch.mostTables + 500) { text += "us_epa_2024,pm25,24h,unit\(number),5\n" }
    text += "us_epa_2024,pm25,24h,ug/m3,5\n"
    let lines = try batch(text).split(separator: "\n")
    #expect(lines.count == IndexBatch.mostTables + 502)
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
    #expect(throws: AQError.self) { _ = try InputFile.opened("/nowhere/at/all.csv") }
  }

  @Test("the rows before a fault of the input are written")
  func fault() throws {
    let (input, output) = (Pipe(), Pipe())
    let rows = header + "us_epa_2024,pm25,24h,ug/m3,5\nus_epa_2024,pm25"
    try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
    // With its writer open, such a pipe can't be read beyond what is in it.
    let descriptor = input.fileHandleForReading.fileDescriptor
    try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    var work = IndexBatch(
      .standard, to: StandardOutput(descriptor: output.fileHandleForWriting.fileDescriptor))
    do {
      try work.run(input.fileHandleForReading)
      Issue.record("the fault went unnoticed")
    } catch let error as AQError {
      #expect(error.code == .unavailable)
    }
    try output.fileHandleForWriting.close()
    let text = String(decoding: try #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(text.hasSuffix("us_epa_2024,pm25,24h,ug/m3,5,28,Good,#00E400,\n"), "\(text)")
  }

  @Test("a reader that leaves is noticed, and the process goes on")
  func readerGone() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    var output = StandardOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    output.append("text")
    do {
      try output.flush()
      Issue.record("the text went nowhere")
    } catch is StandardOutput.ReaderGone {}
    let pending = Array(output.pending)
    #expect(pending == [])
  }
}
