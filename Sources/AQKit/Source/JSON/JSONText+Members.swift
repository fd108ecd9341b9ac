extension JSONText {
  /// Writes a member that is a string.
  package mutating func member(_ name: String, _ text: some StringProtocol) {
    self.name(name)
    value(text)
  }

  /// Writes a member that is a number.
  package mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    value(number)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: String, _ number: some FixedWidthInteger) {
    self.name(name)
    value(number)
  }

  /// Writes a member that is `true` or `false`.
  package mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  /// Writes a member that is a column of numbers.
  package mutating func member(_ name: String, _ column: some Sequence<Double>) {
    self.name(name)
    value(column)
  }

  /// Writes a member that is an object.
  package mutating func object<Failure>(
    _ name: String, _ members: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try object(members)
  }

  /// Writes a member that is an array.
  package mutating func array<Failure>(
    _ name: String, _ elements: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try array(elements)
  }
}
