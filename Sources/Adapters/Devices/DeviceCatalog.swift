public import AQKit

/// The devices whose descriptions are known by name.
///
/// It is a value: copy one, register a description in it, and pass it on. ``standard`` holds AQKit's own descriptions.
///
/// ```swift
/// var catalogue = DeviceCatalog.standard
/// try catalogue.register(DeviceDescription(json: text))
/// container.set(.deviceCatalog, to: catalogue)
/// try container.install(.devices([.init("sniffer", at: "http://sniffer.local")]))
/// ```
public struct DeviceCatalog: Sendable {
  /// The descriptions, in the order in which they were registered.
  public private(set) var descriptions: [DeviceDescription] = []

  /// Every description that AQKit ships.
  public static let standard = changed(DeviceCatalog()) {
    $0.descriptions = bundled.compactMap { try? DeviceDescription(json: $0) }
  }

  static let bundled = [
    airGradient, purpleAir, airrohr, davisAirLink, awair, ecowitt, tasmota, ikeaDirigera, iqAirNode,
  ]

  /// Creates an empty catalogue.
  public init() {}

  /// Adds a description.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` if its identifier is taken; see ``replace(_:)``.
  public mutating func register(_ description: DeviceDescription) throws(AQError) {
    guard !descriptions.contains(where: { $0.id == description.id }) else {
      throw AQError(.invalidRequest, "The catalogue already has a device “\(description.id)”.")
    }
    descriptions.append(description)
  }

  /// Adds a description, replacing one with the same identifier.
  public mutating func replace(_ description: DeviceDescription) {
    if let index = descriptions.firstIndex(where: { $0.id == description.id }) {
      descriptions[index] = description
    } else {
      descriptions.append(description)
    }
  }

  /// Returns the description with an identifier.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown one; the message lists the known ones.
  public func description(_ id: String) throws(AQError) -> DeviceDescription {
    guard let description = descriptions.first(where: { $0.id == id }) else {
      let known = descriptions.map(\.id).joined(separator: ", ")
      throw AQError(.notConfigured, "There is no device “\(id.prefix(40))”; there are: \(known).")
    }
    return description
  }
}

extension AQContainer.ServiceKey {
  /// The devices by name; by default every one that AQKit ships.
  public static var deviceCatalog: AQContainer.ServiceKey<DeviceCatalog> {
    .init("deviceCatalog", default: { .standard })
  }
}
