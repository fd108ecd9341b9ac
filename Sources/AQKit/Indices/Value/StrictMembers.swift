/// A member's name, known or unknown.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Refuses an object that has a member which the schema does not have.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at the object, naming the member and the known ones spelt like it.
  func refuseMembers(otherThan known: [String]) throws {
    let names = try container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
    guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
    let near = known.filter { $0.isSpelt(like: unknown) }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "“\(unknown)” is not a member of this object; "
          + (near.isEmpty ? "known are " : "similar members are ")
          + (near.isEmpty ? known : near).sorted().joined(separator: ", ")))
  }

  /// Refuses an object that has a member without a coding key.
  func refuseMembers<Keys: CodingKey & CaseIterable>(otherThan known: Keys.Type) throws {
    try refuseMembers(otherThan: known.allCases.map(\.stringValue))
  }
}

extension KeyedDecodingContainer {
  /// Returns a whole number; `nil` if it is left out. When decoding an `Int`, a decoder would report 50.5 as broken JSON.
  ///
  /// - Throws: `DecodingError` that names the member and the number.
  func wholeNumber(forKey key: Key) throws -> Int? {
    guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let whole = Int(exactly: number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(number.plainText) isn't a whole number.")
    }
    return whole
  }
}

extension String {
  /// Returns whether another word equals this one except for its case and at most two letters that are added, lost,
  /// changed or exchanged; or whether one begins with the other.
  fileprivate func isSpelt(like other: String) -> Bool {
    let (own, others) = (Array(lowercased()), Array(other.lowercased()))
    let shorter = min(own.count, others.count)
    guard shorter >= 3, others.count <= own.count + 20 else { return false }
    if own.prefix(shorter) == others.prefix(shorter) { return true }
    return editDistance(own, others) <= (shorter > 4 ? 2 : 1)
  }
}
