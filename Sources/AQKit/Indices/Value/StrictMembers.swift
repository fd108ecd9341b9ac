extension Decoder {
  /// Returns the members of an object, and refuses one that the schema does not have. Throws `DecodingError.dataCorrupted`
  /// at the object, naming the member and the known ones spelt like it.
  @discardableResult
  func members(among known: [String]) throws -> KeyedDecodingContainer<MemberName> {
    let members = try container(keyedBy: MemberName.self)
    let names = members.allKeys.map(\.stringValue)
    guard let unknown = names.filter({ !known.contains($0) }).min() else { return members }
    let near = known.filter { $0.isSpelt(like: unknown) }
    let list = (near.isEmpty ? known : near).sorted().joined(separator: ", ")
    let kind = near.isEmpty ? "known are" : "similar members are"
    throw fault("“\(unknown)” is not a member of this object; \(kind) \(list)")
  }
}

/// A whole number. When decoding an `Int`, a decoder would report 50.5 as broken JSON.
struct WholeNumber: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Double.self)
    guard let value = Int(exactly: number) else {
      throw decoder.fault("\(number.plainText) isn't a whole number.")
    }
    self.value = value
  }
}

extension KeyedDecodingContainer {
  /// Returns the decoder of a member; `nil` if it is left out or null.
  func inner(_ key: Key) throws -> (any Decoder)? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try superDecoder(forKey: key)
  }

  /// Returns a whole number; `nil` if it is left out. Throws an error that names the member and any other number.
  func wholeNumber(forKey key: Key) throws -> Int? {
    try decodeIfPresent(WholeNumber.self, forKey: key)?.value
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
