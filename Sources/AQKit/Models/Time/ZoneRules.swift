#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// The clock changes of a zone, from a file of the time zone database (TZif, RFC 9636).
final class ZoneRules: Sendable {
  private let changes: [Int64]
  /// The seconds ahead of UTC from each change on.
  private let offsets: [Int64]
  /// The seconds that standard time is ahead of UTC from each change on.
  private let standards: [Int64]
  /// The seconds ahead of UTC before the first change.
  private let first: Int64
  private let later: YearlyRule?

  func offset(at second: Int64) -> Int64 {
    guard let last = changes.last, second < last else {
      return later?.offset(at: second) ?? offsets.last ?? first
    }
    return change(before: second).map { offsets[$0] } ?? first
  }

  func standardOffset(at second: Int64) -> Int64 {
    guard let last = changes.last, second < last else { return later?.standard ?? standards.last ?? first }
    return change(before: second).map { standards[$0] } ?? first
  }

  /// Returns the index of the last change at a second or before it; nil if there is none.
  private func change(before second: Int64) -> Int? {
    let next = changes.indices.firstPassing { changes[$0] > second }
    return next == 0 ? nil : next - 1
  }

  /// Reads a file of version 2 or later; nil if it is another kind of file, or damaged.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(rest: bytes[...])
    // The first block has times of 32 bits; a second one repeats it with 64.
    guard let short = reader.header(), short.version >= UInt8(ascii: "2"),
      reader.skip(short.bytes(ofTimes: 4)), let counts = reader.header(), counts.kinds > 0
    else { return nil }
    var changes: [Int64] = []
    for _ in 0..<counts.changes {
      guard let change = reader.number(of: 8), changes.last.map({ $0 < change }) ?? true else { return nil }
      changes.append(change)
    }
    guard let kinds = reader.take(counts.changes) else { return nil }
    var known: [(offset: Int64, isStandard: Bool)] = []
    for _ in 0..<counts.kinds {
      guard let offset = reader.number(of: 4), (-93_600...93_600).contains(offset),
        let isDaylightSaving = reader.number(of: 1), reader.skip(1)
      else { return nil }
      known.append((offset, isDaylightSaving == 0))
    }
    guard let first = known.first?.offset, kinds.allSatisfy({ $0 < known.count }),
      reader.skip(counts.bytesAfterKinds(ofTimes: 8)), reader.number(of: 1) == 10
    else { return nil }
    guard let end = reader.rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let footer = reader.rest[..<end]
    let rule = YearlyRule(footer)
    guard footer.isEmpty || rule != nil else { return nil }
    self.changes = changes
    self.first = first
    later = rule
    offsets = kinds.map { known[Int($0)].offset }
    let isReversed = rule?.isReversed ?? false
    var standard = first
    standards = kinds.map {
      if known[Int($0)].isStandard != isReversed { standard = known[Int($0)].offset }
      return standard
    }
  }
}

/// Takes big-endian numbers from bytes; nil at the end of the bytes.
private struct ByteReader {
  var rest: ArraySlice<UInt8>

  struct Counts {
    let version: UInt8
    let (isUTC, isStandard, leaps, changes, kinds, names): (Int, Int, Int, Int, Int, Int)

    func bytes(ofTimes size: Int) -> Int { changes * (size + 1) + kinds * 6 + bytesAfterKinds(ofTimes: size) }
    func bytesAfterKinds(ofTimes size: Int) -> Int { names + leaps * (size + 4) + isStandard + isUTC }
  }

  mutating func header() -> Counts? {
    guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first, skip(15),
      let isUTC = count(), let isStandard = count(), let leaps = count(), let changes = count(),
      let kinds = count(), let names = count()
    else { return nil }
    return Counts(
      version: version, isUTC: isUTC, isStandard: isStandard, leaps: leaps, changes: changes, kinds: kinds,
      names: names)
  }

  /// Returns a number of elements, at most as many as there are bytes.
  private mutating func count() -> Int? {
    number(of: 4).flatMap { (0...Int64(rest.count)).contains($0) ? Int($0) : nil }
  }

  mutating func number(of size: Int) -> Int64? {
    guard let bytes = take(size) else { return nil }
    let unsigned = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - size * 8
    return Int64(bitPattern: unsigned << UInt64(unused)) >> Int64(unused)
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) -> Bool { take(count) != nil }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Bionic) || canImport(WASILibc)
  extension ZoneRules {
    /// The zones that were read so far. The system has about six hundred files of a few kilobytes.
    private static let known = Locked<[String: ZoneRules]>([:])
    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/system/usr/share/zoneinfo"]

    static func named(_ name: String) -> ZoneRules? {
      if let rules = known.withLock({ $0[name] }) { return rules }
      let slash = UInt8(ascii: "/")
      var last = slash
      for byte in name.utf8 {
        let isAllowed =
          byte == slash ? last != slash : byte.isLetter || byte.isDigit || "_-+".utf8.contains(byte)
        guard isAllowed else { return nil }
        last = byte
      }
      guard last != slash, name.utf8.count < 100 else { return nil }
      for folder in folders {
        guard let rules = contents(of: "\(folder)/\(name)").flatMap(ZoneRules.init) else { continue }
        known.withLock { $0[name] = rules }
        return rules
      }
      return nil
    }

    /// Returns the bytes of a file, at most a megabyte; nil if it can't be read.
    private static func contents(of path: String) -> [UInt8]? {
      guard let file = fopen(path, "rb") else { return nil }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 16_384)
      while bytes.count < 1 << 20 {
        let count = fread(&piece, 1, piece.count, file)
        if count == 0 { return ferror(file) == 0 ? bytes : nil }
        bytes += piece.prefix(count)
      }
      return nil
    }
  }
#endif
