extension Double {
  /// The shortest decimal text that reads back as this value, without a trailing `.0`.
  package var plainText: String {
    let text = String(describing: self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Double {
  /// The number; nil if it is negative, infinite or NaN, for a width, a distance or a limit.
  var ifNotNegative: Double? { isFinite && self >= 0 ? self : nil }
}
