extension StringProtocol {
  /// The text without leading or trailing white space.
  package var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
  }
}
