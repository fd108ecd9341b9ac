import AQKit

/// The first line of a file, which describes the rest: `AQKit response 1` (content and format), a moment in seconds since
/// 1970, the number of bytes that follow, and the checksum of everything after the format's number.
struct StoredFrame {
  struct Fault: Error {
    var kind: AirStorage.Problem.Kind
    var message: String

    static func damaged(_ message: String) -> Fault { Fault(kind: .damaged, message: message) }
  }

  let content: String
  /// The newest format that is known.
  let format: Int

  private static let newline = UInt8(ascii: "\n")
  private var magic: String { "AQKit \(content) " }
  private var foreign: Fault {
    Fault(kind: .foreign, message: "The file's content isn't what its name says.")
  }

  func bytes(of body: [UInt8], at time: AirTime) -> [UInt8] {
    let stated = "\(time.secondsSince1970) \(body.count) "
    let checksum = Fingerprint.text(of: Fingerprint.of(body, after: Fingerprint.of(stated.utf8)))
    return Array("\(magic)\(format) \(stated)\(checksum)\n".utf8) + body
  }

  /// Throws the fault of a file of a newer format, of which the first bytes suffice.
  func refuseNewerFormat(of bytes: [UInt8]) throws(Fault) {
    do throws(Fault) { _ = try body(of: bytes) } catch { if error.kind == .newerFormat { throw error } }
  }

  /// Returns a file's body and moment; nil if it isn't newer than another moment.
  func body(of bytes: [UInt8], newerThan time: AirTime? = nil) throws(Fault) -> (
    ArraySlice<UInt8>, AirTime
  )? {
    guard let end = bytes.prefix(100).firstIndex(of: Self.newline) else {
      let isCut = bytes.count < 100 && magic.utf8.starts(with: bytes.prefix(magic.utf8.count))
      throw isCut ? .damaged("The file is truncated.") : foreign
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 3, "\(words[0]) \(words[1]) " == magic, let version = Int(words[2]), version > 0
    else { throw foreign }
    guard version == format else {
      throw Fault(kind: .newerFormat, message: "The file has format \(version); this build reads \(format).")
    }
    guard words.count == 6, let seconds = Int64(words[3]), let count = Int(words[4]),
      let checksum = UInt64(words[5], radix: 16)
    else { throw .damaged("The first line was changed.") }
    if let time, seconds <= time.secondsSince1970 { return nil }
    let body = bytes[(end + 1)...]
    guard body.count == count else {
      throw .damaged("The file has \(body.count) bytes instead of \(count).")
    }
    guard Fingerprint.of(body, after: Fingerprint.of("\(words[3]) \(words[4]) ".utf8)) == checksum else {
      throw .damaged("The checksum is wrong.")
    }
    return (body, AirTime(secondsSince1970: seconds))
  }
}
