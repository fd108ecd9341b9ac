extension String {
  /// Creates a text from its code units; nil if they aren't a text in that encoding.
  ///
  /// `String(validating:as:)` is newer than what AQKit needs otherwise of Apple's systems.
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
