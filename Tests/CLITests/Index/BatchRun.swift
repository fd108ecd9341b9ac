import AQKit
import Foundation

@testable import AQKitCommands

/// Runs a batch from a text into a text, through files of its own.
func batch(_ text: String) throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: "batch-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let source = folder.appending(path: "in.csv")
  let target = folder.appending(path: "out.csv")
  try Data(text.utf8).write(to: source)
  try Data().write(to: target)
  let output = try FileHandle(forWritingTo: target)
  var work = IndexBatch(.standard, to: StandardOutput(descriptor: output.fileDescriptor))
  try work.run(InputFile.opened(source.path))
  try output.close()
  return String(decoding: try Data(contentsOf: target), as: UTF8.self)
}

/// The rows of a batch without its header.
func results(_ rows: String...) throws -> [String] {
  let header = "standard,pollutant,averaging,unit,concentration\n"
  let lines = try batch(header + rows.joined(separator: "\n") + "\n").split(separator: "\n").map(String.init)
  return Array(lines.dropFirst())
}
