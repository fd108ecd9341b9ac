import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps values of the application's own: a file for each name in the folder `values`, without limits of age and number.
extension AirStorage {
  private static let frame = StoredFrame(content: "value", format: 1)

  /// Stores a value, such as `favorites.snapshots`, in place of the last one of its name. When it returns, the value is in the
  /// file.
  ///
  /// ```swift
  /// storage.save(store.snapshot, as: "screen")
  /// if let kept: AirQualityStore.Snapshot = storage.load("screen") { store.restore(kept) }
  /// ```
  ///
  /// The system may empty a folder for caches at any time. A list that a person has made belongs in another folder, with a
  /// storage of its own.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: Its name.
  /// - Returns: Whether it was stored; a failure is also one of the ``problems``.
  @discardableResult public func save(_ value: some Encodable, as name: String) -> Bool {
    let (file, now) = (Self.fileName(of: name), clock.time)
    do {
      let body = [UInt8](try JSONEncoder().encode(value))
      try valueFiles.write(Self.frame.bytes(of: body, at: now), as: file, at: now) { _, rename in try rename()
      }
      return true
    } catch {
      report(
        .inaccessible, file,
        (error as? StorageFolder.Failure)?.message ?? "The value can't be written as JSON.")
      return false
    }
  }

  /// Returns the value of a name; nil if there is none, or none of this type that can be read.
  ///
  /// A file that is cut or changed is removed and is one of the ``problems``; one whose value has another type stays.
  public func load<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    let file = Self.fileName(of: name)
    do {
      guard let (bytes, item) = try valueFiles.read(file, atMost: .max) else { return nil }
      do throws(StoredFrame.Fault) {
        guard let (body, _) = try Self.frame.body(of: bytes) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(body))
      } catch {
        if error.kind != .newerFormat { valueFiles.remove(item) }
        report(error.kind, file, error.message)
      }
    } catch {
      report(.inaccessible, file, error.message)
    }
    return nil
  }

  /// Removes the value of a name.
  public func removeValue(_ name: String) {
    if let item = valueFiles.item(Self.fileName(of: name)) { valueFiles.remove(item) }
  }

  /// Returns a name that any file system takes.
  private static func fileName(of name: String) -> String {
    Fingerprint.text(of: Fingerprint.of(name.utf8)) + ".airvalue"
  }
}
