extension String {
  /// Creates a string from its code units; nil if they aren't well-formed in that encoding. `String(validating:as:)` needs
  /// newer Apple systems than the rest of AQKit.
  package init?<Encoding: Unicode.Encoding>(
    wellFormed units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
  ) {
    if #available(Systems 2024, *) {
      self.init(validating: units, as: encoding)
    } else {
      var bytes: [UInt8] = []
      let isDamaged = transcode(
        units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true
      ) { bytes.append($0) }
      if isDamaged { return nil }
      self.init(decoding: bytes, as: UTF8.self)
    }
  }
}
