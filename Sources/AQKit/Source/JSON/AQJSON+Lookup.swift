extension AQJSON {
  /// A member of an object, or a missing value if there is none. Of several with the name, the last one.
  ///
  /// The time it takes grows with the number of members; use ``members`` to go through all of them.
  public subscript(_ name: String) -> AQJSON {
    guard miss == nil, tape.isObject(index), let found = tape.member(name, of: index) else {
      return missing(.name(name))
    }
    return AQJSON(tape, found, in: index)
  }

  /// An element of an array, counted from 0, or a missing value if there is none.
  ///
  /// One step in an array of numbers, strings, booleans and nulls; in an array that holds arrays or objects the
  /// time it takes grows with `position`: use ``elements`` or ``array()`` to go through all of them.
  public subscript(_ position: Int) -> AQJSON {
    guard miss == nil, tape.isContainer(index), !tape.isObject(index),
      let found = tape.element(position, of: index)
    else { return missing(.position(position)) }
    return AQJSON(tape, found, in: index, ordinal: UInt32(truncatingIfNeeded: position))
  }

  /// A member of an object that has to be there; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it isn't there.
  public func require(_ name: String) throws(AQError) -> AQJSON {
    let value = self[name]
    if value.isMissing { throw value.error(expected: "a value") }
    return value
  }

  /// An element of an array that has to be there; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it isn't there.
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
