import AQKit
import AQKitFixtures

extension AirQualityIndexCatalog {
  /// An index of a JSON file (`Docs/AddAnIndex.md`), as `--standard FILE.json` names it.
  ///
  /// - Throws: ``WrongUsage`` where the file can't be read, or holds no index.
  static func index(ofFile path: String) throws -> any AirQualityIndex {
    do {
      return try BreakpointIndex(json: InputFile.bytes(atPath: path, atMost: 1 << 20))
    } catch let fault as FileBytes.Fault {
      throw WrongUsage(
        reason: AQError(.invalidRequest, "The index “\(path)” can't be read: \(fault.reason)."))
    } catch {
      throw WrongUsage(reason: AQError(.invalidRequest, "The file “\(path)” holds no index: \(error)"))
    }
  }
}
