extension Double {
  /// The shortest decimal text that reads back as this value, without a trailing `.0`.
  package var plainText: String {
    let text = String(describing: self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
