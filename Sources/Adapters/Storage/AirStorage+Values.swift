import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the application's own values: one file per name in the folder `values`, without limits on age and number.
extension AirStorage {
  private static let frame = StoredFrame(content: "value", format: 1)
  /// The size of the largest file: 256 MiB.
  private static let maximumValueSize = 256 << 20

  /// Stores a value, such as `favorites.snapshots`, in place of the last one; it is on the disk when this returns.
  ///
  /// ```swift
  /// storage.save(store.snapshot, as: "screen")
  /// if let kept: AirQualityStore.Snapshot = storage.load("screen") { store.restore(kept) }
  /// ```
  ///
  /// The system may empty a folder for caches at any time. A list that a user has made belongs in another folder's storage.
  /// A value of more than 256 MiB as JSON isn't stored, nor one in place of a newer application's.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: Its name.
  /// - Returns: Whether it was stored; a failure is also reported among the ``problems``.
  @discardableResult public func save(_ value: some Encodable, as name: String) -> Bool {
    let (file, now) = (Self.fileName(of: name), clock.time)
    do {
      let bytes = Self.frame.bytes(of: [UInt8](try JSONEncoder().encode(value)), at: now)
      guard bytes.count <= Self.maximumValueSize else {
        throw StoredFrame.Fault(
          kind: .inaccessible, message: "The value has more than \(Self.maximumValueSize) bytes as JSON.")
      }
      if let last = try? valueFiles.contents(of: file, atMost: 0) {
        try Self.frame.refuseNewerFormat(of: last.bytes)
      }
      try valueFiles.replace(file, with: bytes, at: now)
      for draft in valueFiles.items() where draft.isAbandoned { valueFiles.remove(draft) }
      return true
    } catch {
      let fault = error as? StoredFrame.Fault
      let message = fault?.message ?? (error as? StorageFolder.Failure)?.message
      report(fault?.kind ?? .inaccessible, file, message ?? "The value can't be written as JSON.")
      return false
    }
  }

  /// Returns the value with a name; nil if there is none, or it can't be read as this type.
  ///
  /// A truncated or changed file, or one with a value of another type, is reported among the ``problems``, and stays until
  /// another value is saved.
  public func load<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    content(of: Self.fileName(of: name), in: valueFiles, atMost: Self.maximumValueSize) {
      bytes, _ throws(StoredFrame.Fault) in
      guard let (body, _) = try Self.frame.body(of: bytes) else { return nil }
      if let value = try? JSONDecoder().decode(type, from: Data(body)) { return value }
      throw StoredFrame.Fault(kind: .inaccessible, message: "The value can't be read as \(type).")
    }
  }

  /// Removes the value with a name.
  public func removeValue(_ name: String) {
    if let item = valueFiles.item(Self.fileName(of: name)) { valueFiles.remove(item) }
  }

  /// Returns a file name that any file system accepts.
  private static func fileName(of name: String) -> String {
    Fingerprint.text(of: Fingerprint.of(name.utf8)) + ".airvalue"
  }
}
