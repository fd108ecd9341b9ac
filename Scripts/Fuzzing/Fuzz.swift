import AQKit
import Foundation

/// A reader that is fuzzed. A new one is an entry in ``all``.
struct FuzzTarget: Sendable {
  /// The name by which `Scripts/fuzz` runs it.
  let name: String
  /// Whole inputs to begin with.
  var seeds: [String] = []
  /// The same, as bytes.
  var bytes: [[UInt8]] = []
  /// Files of the repository to begin with.
  var files: [String] = []
  /// Words that the fuzzer puts into its inputs.
  var words: [String] = []
  /// Reads one input in every way, and ends the process where a promise is broken.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] =
    [
      .json, .columns, .csv, .tables, .xml, .schema, .index, .configuration, .cassettes, .gzip, .http,
      .webSocket, .events, .framings,
      .openMeteo, .feeds, .texts, .devices, .descriptions,
    ] as [FuzzTarget] + stations

  /// The target that the environment names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["AQKIT_FUZZ_TARGET"] ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError("There is no target “\(name)”; there are: \(all.map(\.name).joined(separator: ", ")).")
    }
    return target
  }()
}

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Prints what the script asks for before it runs a target: the names of all, or the seeds and words of one.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  if environment["AQKIT_FUZZ_LIST"] != nil {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  }
  guard let folder = environment["AQKIT_FUZZ_SEEDS"] else { return 0 }
  do {
    try FuzzTarget.chosen.writeSeeds(to: URL(fileURLWithPath: folder))
  } catch {
    fatalError("The seeds can't be written: \(error)")
  }
  exit(0)
}

extension FuzzTarget {
  /// Writes each seed as a file, and the words as a dictionary next to the folder.
  fileprivate func writeSeeds(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in (seeds.map { Array($0.utf8) } + bytes).enumerated() {
      try Data(seed).write(to: folder.appendingPathComponent("\(number)"))
    }
    for path in files {
      let name = path.replacingOccurrences(of: "/", with: "-")
      try Data(contentsOf: URL(fileURLWithPath: path)).write(to: folder.appendingPathComponent(name))
    }
    let lines = words.map { word in
      let escaped = word.utf8.map { byte in
        let hex = String(byte, radix: 16)
        return "\\x\(hex.count == 1 ? "0" : "")\(hex)"
      }
      return "\"\(escaped.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(to: folder.appendingPathExtension("words"))
  }
}

/// Ends the process where a promise is broken; optimised code would not print the text of a precondition.
func check(_ condition: Bool, _ promise: @autoclosure () -> String) {
  guard condition else { fatalError("Broken: \(promise())") }
}

/// Every error of a reader is an ``AQError`` that says something and doesn't repeat its input.
func look(at error: any Error, of reader: String) {
  guard let error = error as? AQError else {
    fatalError("Broken: \(reader) threw a \(type(of: error)): \(error)")
  }
  check(!error.message.isEmpty, "an error of \(reader) says nothing")
  check(error.message.utf8.count < 4096, "an error of \(reader) repeats its input")
}

/// Checks what holds for every response.
func look(at response: AirResponse, of reader: String) {
  for report in response.reports {
    for series in report.series {
      check(series.values.count == series.timeline.count, "a series of \(reader) lost its times")
      check(!series.values.contains(where: \.isInfinite), "a value of \(reader) is infinite")
    }
  }
  for note in response.notes { check(!note.message.isEmpty, "a note of \(reader) says nothing") }
}

extension [UInt8] {
  /// The size of the pieces in which an input is read a second time: a few bytes, another one for each length, and at
  /// most some thirty pieces.
  var pieceSize: Int { Swift.max(1 + count % 13, count / 32) }

  /// The input in pieces.
  func pieces(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

/// The time at which the inputs arrive.
let receivedAt = AirTime(secondsSince1970: 1_790_980_200)

/// Recordings that come with AQKit.
let recordings = "Sources/Adapters/Fixtures/Recordings/"
