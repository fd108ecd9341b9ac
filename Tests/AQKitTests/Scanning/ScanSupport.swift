import AQKit
import Testing

/// Runs a scanner over the bytes of a text from its start, and returns its result and where it stopped.
func scan<Value, Fault: Error>(
  _ text: String, _ scanner: (RawSpan, inout Int) throws(Fault) -> Value
) throws(Fault) -> (value: Value, end: Int) {
  try scan(Array(text.utf8), scanner)
}

/// Runs a scanner over bytes from their start, and returns its result and where it stopped.
func scan<Value, Fault: Error>(
  _ bytes: [UInt8], _ scanner: (RawSpan, inout Int) throws(Fault) -> Value
) throws(Fault) -> (value: Value, end: Int) {
  try bytes.withUnsafeBufferPointer { buffer throws(Fault) in
    var position = 0
    let value = try scanner(UnsafeRawBufferPointer(buffer).bytes, &position)
    return (value, position)
  }
}

/// The double that a whole text spells, or nil if it isn't exactly one number.
func scannedDouble(_ text: String) -> Double? {
  guard let (value, end) = try? scan(text, NumberScanner.double), end == text.utf8.count else { return nil }
  return value
}

/// The whole number that a whole text spells, or nil if it isn't one.
func scannedInt64(_ text: String) -> Int64? {
  guard let (value, end) = try? scan(text, NumberScanner.int64), end == text.utf8.count else { return nil }
  return value
}
