extension AQContainer {
  /// Registers a format for reading recordings.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name is taken.
  public mutating func register(format: PayloadFormat) throws(AQError) {
    guard !formats.contains(where: { $0.name == format.name }) else {
      throw AQError(
        .invalidRequest,
        "A format “\(format.name)” is registered already; use replace to put another in its place.")
    }
    formats.append(format)
  }

  /// Registers a format, replacing the one with its name if there is one.
  public mutating func replace(format: PayloadFormat) {
    if let index = formats.firstIndex(where: { $0.name == format.name }) {
      formats[index] = format
    } else {
      formats.append(format)
    }
  }

  /// The format with a name.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown name; the message lists the known ones.
  public func format(_ name: String) throws(AQError) -> PayloadFormat {
    guard let format = formats.first(where: { $0.name == name }) else {
      let known = formats.map(\.name).joined(separator: ", ")
      throw AQError(.notConfigured, "There is no format “\(name)”; there are: \(known).")
    }
    return format
  }
}
