import AQKit

/// The tables that the rows of a batch have asked for so far, by the bytes of the four fields that choose one.
///
/// A hash table with open addressing. It is emptied when it is full, so that a file with ever new keys takes no more memory
/// than any other.
struct BatchTables {
  /// The entry of a key.
  enum Entry {
    /// A table.
    case table(BatchTable)
    /// A refusal, with the end of such a row: `,,,,error`.
    case refused(ContiguousArray<UInt8>)
  }

  /// The most keys that are kept.
  static let capacity = 4096

  private let catalog: AirQualityIndexCatalog
  private let columns: ContiguousArray<Int>
  private var slots = ContiguousArray<Int32>(repeating: -1, count: 2 * capacity)
  private var keys = ContiguousArray<ContiguousArray<UInt8>>()
  private var entries = ContiguousArray<Entry>()

  /// The byte between two fields of a key: no field of a row has a line feed outside quotes.
  private static let separator = UInt8(ascii: "\n")

  /// Different in each process, so that a sender can't choose keys that collide.
  private static let seed = UInt64.random(in: .min ... .max)

  /// Starts without tables.
  init(_ catalog: AirQualityIndexCatalog, columns: ContiguousArray<Int>) {
    self.catalog = catalog
    self.columns = columns
  }

  /// The table of a row, created for the first row of its kind.
  mutating func entry(_ bytes: RawSpan, _ row: borrowing BatchRow) -> Entry {
    var hash = Self.seed
    for column in columns {
      for offset in row.fields[column] { hash = (hash ^ UInt64(bytes.byte(offset))) &* 0x100_0000_01B3 }
      hash = (hash ^ UInt64(Self.separator)) &* 0x100_0000_01B3
    }
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(slots.count - 1))
    while slots[slot] >= 0 {
      let entry = Int(slots[slot])
      if isKey(keys[entry], bytes, row) { return entries[entry] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let made = makeEntry(bytes, row)
    if entries.count == Self.capacity {
      slots = ContiguousArray(repeating: -1, count: slots.count)
      keys.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
      slot = Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(slots.count - 1))
    }
    slots[slot] = Int32(entries.count)
    keys.append(key(bytes, row))
    entries.append(made)
    return made
  }

  private func isKey(_ key: ContiguousArray<UInt8>, _ bytes: RawSpan, _ row: borrowing BatchRow) -> Bool {
    var at = 0
    for column in columns {
      let field = row.fields[column]
      guard at + field.count < key.count else { return false }
      for offset in field {
        if key[at] != bytes.byte(offset) { return false }
        at += 1
      }
      if key[at] != Self.separator { return false }
      at += 1
    }
    return at == key.count
  }

  private func key(_ bytes: RawSpan, _ row: borrowing BatchRow) -> ContiguousArray<UInt8> {
    var key = ContiguousArray<UInt8>()
    for column in columns {
      for offset in row.fields[column] { key.append(bytes.byte(offset)) }
      key.append(Self.separator)
    }
    return key
  }

  private func makeEntry(_ bytes: RawSpan, _ row: borrowing BatchRow) -> Entry {
    var texts: [String] = []
    for column in columns { texts.append(bytes.text(row.fields[column])) }
    do throws(BatchTable.Refusal) {
      return .table(
        try BatchTable(
          standard: texts[0], pollutant: texts[1], averaging: texts[2], unit: texts[3], in: catalog))
    } catch {
      return .refused(ContiguousArray(",,,,\(error.reason.csvField)".utf8))
    }
  }
}
