import AQKit
import Foundation

/// Scores AQKit's estimate of the air at a place on the sets of a folder.
@main struct AtPlace {
  static let usage = "usage: at-place FOLDER [--every N] [--json]"

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("at-place: \(error)\n".utf8))
      exit(error is Usage ? 2 : 1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    var (folder, every, printsJSON): (String?, Int, Bool) = (nil, 1, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": printsJSON = true
      case "--every":
        guard let number = rest.popFirst().flatMap(Int.init), number > 0 else {
          throw Usage("--every needs a positive number.")
        }
        every = number
      case "--help", "-h":
        print(usage)
        return
      default:
        guard folder == nil, !argument.hasPrefix("-") else { throw Usage("“\(argument)” isn't understood.") }
        folder = argument
      }
    }
    guard let folder else { throw Usage("Name the folder of the sets.") }
    let url = URL(fileURLWithPath: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: url.path)
    let sets = files.filter { $0.hasSuffix(".stations.csv") }.map { String($0.dropLast(13)) }.sorted()
    guard !sets.isEmpty else {
      throw Failure("There is no set in \(folder): a set is NAME.csv and NAME.stations.csv.")
    }
    for set in sets {
      for data in try PlaceData.all(set, in: url) {
        guard PlaceEstimator.Constants.standard.pollutants[data.parameter] != nil else {
          FileHandle.standardError.write(
            Data("at-place: \(set) \(data.parameter) is left out: the method has no constants for it.\n".utf8)
          )
          continue
        }
        let rows = try PlaceScores(data, every: every).rows
        if printsJSON { try printJSON(rows) } else { printTable(rows, data) }
      }
    }
  }

  private static func printJSON(_ rows: [PlaceScores.Row]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for row in rows { print(String(decoding: try encoder.encode(row), as: UTF8.self)) }
  }

  private static func printTable(_ rows: [PlaceScores.Row], _ data: PlaceData) {
    print("\(data.name) \(data.parameter): \(data.stations.count) stations")
    let nearest = rows.first { $0.method == .nearest }?.rmse
    for row in rows {
      var line = "  " + row.method.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
      line += String(
        format: "n %6d  RMSE %6.2f  MAE %6.2f  bias %+6.2f", row.n, row.rmse, row.mae, row.bias)
      if let nearest, row.method != .nearest {
        line += String(format: "  vs nearest %+4.0f %%", 100 * (row.rmse / nearest - 1))
      }
      if let coverage = row.coverage { line += String(format: "  80 %%: %.3f", coverage) }
      print(line)
    }
  }
}

/// A command that isn't understood.
struct Usage: Error, CustomStringConvertible {
  let description: String
  init(_ text: String) { description = "\(text)\n\(AtPlace.usage)" }
}
