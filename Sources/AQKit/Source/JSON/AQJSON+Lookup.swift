extension AQJSON {
  /// A member of an object, or a missing value. If the name repeats, the last member.
  ///
  /// Takes time in proportion to the number of members; ``members`` iterates over all of them.
  public subscript(_ name: String) -> AQJSON {
    guard miss == nil, tape.isObject(index), let found = tape.member(name, of: index) else {
      return missing(.name(name))
    }
    return AQJSON(tape, found, in: index)
  }

  /// An element of an array, counted from 0, or a missing value.
  ///
  /// Constant time in an array of numbers, strings, booleans and nulls. In an array with arrays or objects the time
  /// grows with `position`; ``elements`` and ``array()`` give all of them.
  public subscript(_ position: Int) -> AQJSON {
    guard miss == nil, tape.isContainer(index), !tape.isObject(index),
      let found = tape.element(position, of: index)
    else { return missing(.position(position)) }
    return AQJSON(tape, found, in: index, ordinal: UInt32(truncatingIfNeeded: position))
  }

  /// A required member of an object; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it is missing.
  public func require(_ name: String) throws(AQError) -> AQJSON {
    let value = self[name]
    if value.isMissing { throw value.error(expected: "a value") }
    return value
  }

  /// A required element of an array; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it is missing.
  public func require(_ position: Int) throws(AQError) -> AQJSON {
    let value = self[position]
    if value.isMissing { throw value.error(expected: "a value") }
    return value
  }

  /// A value that is missing one step from here.
  private func missing(_ step: Miss.Step) -> AQJSON {
    AQJSON(tape, index, in: parent, ordinal: ordinal, miss: Miss(step, after: miss))
  }
}
