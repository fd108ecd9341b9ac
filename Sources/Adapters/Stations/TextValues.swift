import AQKit

extension AQJSON {
  /// The text of a string or a number without white space around it; nil if there is none, or it is blank.
  var filledText: String? {
    guard let text = try? string(acceptingNumber: true) else { return nil }
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0].drop(while: \.isWhitespace)) }
  }

  /// The rows of a list, or the one object in its place; nil for anything else.
  var rows: [AQJSON]? { kind == .object ? [self] : try? array() }
}

extension [UInt8] {
  /// The first character of a text, which tells JSON, XML and tables apart; not white space, nor a byte order mark.
  var opening: Character? {
    first { $0 > 0x20 && $0 < 0x80 }.map { Character(Unicode.Scalar($0)) }
  }
}

extension TransportResponse {
  /// Whether a store of files (Amazon S3) says that it has no such file, which it does with 403 where it lists none.
  var isMissingFile: Bool {
    [403, 404].contains(status) && String(decoding: body.prefix(400), as: UTF8.self).contains("<Error>")
  }
}
