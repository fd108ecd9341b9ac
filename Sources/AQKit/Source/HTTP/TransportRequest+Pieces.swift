extension TransportRequest {
  /// A rule for reading the body of a reply while it arrives: in pieces of whole rows, each with the header before it.
  ///
  /// ```swift
  /// let call = HTTPCall(wholeYear).inPieces(.csv())
  /// ```
  ///
  /// ``HTTPAdapter/decode(_:into:)`` gets one piece after another, each as a separate reply: `reply.csv()`,
  /// ``ReportBuilder/read(csv:_:timeConvention:averaging:site:place:)`` and ``HTTPReply/lines`` read it as they read a whole
  /// body. Values outside the query are dropped after each piece, and counted in a note, so that memory depends on the query
  /// and not on the length of the file. A reply is accepted completely or not at all: if it breaks off, or a piece
  /// can't be read, all of it is dropped.
  ///
  /// Raise ``TransportRequest/maximumBodySize`` and the time-outs for a body beyond 32 MiB or a minute. A reply in pieces is not
  /// kept, whatever ``HTTPCall/keeping`` says, and can't have pages. A row beyond 1 MiB is refused and
  /// counted; positions in notes count from the start of a piece. The bytes are UTF-8, or another encoding in which a line
  /// break is one byte.
  public struct Pieces: Hashable, Sendable {
    /// The number of rows at the start that are prepended to each piece.
    let header: Int
    /// The character between fields that may be quoted; nil for plain lines.
    let delimiter: UInt8?
    /// The size from which a piece is read, in bytes.
    package var size = 1 << 20

    /// Reads lines, such as those of NDJSON.
    ///
    /// - Parameter header: The number of lines at the start that are prepended to each piece.
    public static func lines(header: Int = 0) -> TransportRequest.Pieces {
      TransportRequest.Pieces(header: max(0, header), delimiter: nil)
    }

    /// Rows of CSV, whose quoted fields may hold line breaks.
    ///
    /// - Parameters:
    ///   - delimiter: The character between fields, an ASCII character.
    ///   - header: The number of rows at the start that are prepended to each piece: the header, and the lines before it.
    public static func csv(delimiter: Character = ",", header: Int = 1) -> TransportRequest.Pieces {
      TransportRequest.Pieces(header: max(0, header), delimiter: delimiter.asciiValue)
    }
  }
}

extension HTTPCall {
  /// Returns the call, with its reply read in pieces while it arrives.
  public func inPieces(_ pieces: TransportRequest.Pieces) -> HTTPCall {
    changed(self) { $0.pieces = pieces }
  }
}

extension HTTPReply {
  /// The lines of the body, without empty ones, such as those of NDJSON.
  ///
  /// ```swift
  /// try report.each(reply.lines) { line, report in
  ///   let row = try AQJSON(parsing: line)
  ///   let station = report.site(AirSite(id: try row.require("station").string(), kind: .referenceStation))
  ///   report.add(.pm25, row["pm25"], unit: "µg/m³", at: .text(try row.require("time").string()), to: station)
  /// }
  /// ```
  public var lines: [[UInt8]] {
    body.split(separator: UInt8(ascii: "\n")).compactMap { line -> [UInt8]? in
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return text.isEmpty ? nil : Array(text)
    }
  }
}

/// Cuts bytes that arrive in any portions into pieces of whole rows.
struct RowCutter: Sendable {
  private let pieces: TransportRequest.Pieces
  /// The rows before each piece, once they have arrived.
  private(set) var header: [UInt8] = []
  private var missingHeader: Int
  /// The bytes that aren't part of a piece yet.
  private var unread: [UInt8] = []
  /// The number of unread bytes that were looked at.
  private var scanned = 0
  /// The end of the last whole row among the unread bytes.
  private var rowEnd = 0
  private var isQuoted = false
  /// The end of the last closing quote among the unread bytes.
  private var closingEnd = -1
  /// The offset up to which each quoted field ends on its line, because those of a broken row ran on to there.
  private var brokenEnd = 0
  private var isInLongRow = false
  /// Whether lines end with CR alone; nil before the first line ends.
  private var hasCarriageReturns: Bool?
  /// The number of rows that were too long.
  private(set) var longRows = 0

  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")

  init(_ pieces: TransportRequest.Pieces) {
    self.pieces = pieces
    missingHeader = pieces.header
  }

  /// Adds the next bytes; a piece may be complete afterwards.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if hasCarriageReturns == nil {
      hasCarriageReturns = bytes.withUnsafeBytes { LineEnds.areCarriageReturns($0, after: unread.last) }
    }
    let last = max(0, unread.count - 1)
    unread.append(contentsOf: bytes)
    if hasCarriageReturns == true {
      for index in last..<unread.count where unread[index] == UInt8(ascii: "\r") {
        unread[index] = Self.newline
        scanned = min(scanned, index)
      }
    }
    while scanned < unread.count {
      if isInLongRow {
        guard let end = unread[scanned...].firstIndex(of: Self.newline) else {
          // A refused row is not remembered.
          unread.removeSubrange(rowEnd...)
          scanned = rowEnd
          return
        }
        isInLongRow = false
        unread.removeSubrange(rowEnd...end)
        scanned = rowEnd
        continue
      }
      while let end = unread.withUnsafeBytes({ findRows($0.bytes) }) { endRow(at: end) }
      if unread.count - rowEnd > CSVFields.longestRow { leaveRow() }
    }
  }

  /// Returns the next piece; nil if none is complete. A row without an end is the last one when no more bytes come.
  mutating func next(isLast: Bool) -> [UInt8]? {
    guard missingHeader == 0 || isLast else { return nil }
    if isLast { rowEnd = unread.count }
    guard rowEnd >= pieces.size || (isLast && rowEnd > 0) else { return nil }
    let piece = header + unread[..<rowEnd]
    drop(rowEnd)
    return piece
  }

  private mutating func drop(_ count: Int) {
    unread.removeFirst(count)
    scanned -= count
    rowEnd = max(0, rowEnd - count)
    brokenEnd = max(0, brokenEnd - count)
    closingEnd = max(-1, closingEnd - count)
  }

  /// Looks for the ends of rows; returns that of a row of the header, without looking further.
  private mutating func findRows(_ bytes: RawSpan) -> Int? {
    var (at, quoted) = (scanned, isQuoted)
    defer { (scanned, isQuoted) = (at, quoted) }
    while true {
      at = CSVFields.plainEnd(bytes, at, Self.quote)
      guard at < bytes.byteCount else { return nil }
      let byte = EightBytes.byte(bytes, at: at)
      if at < brokenEnd, byte == Self.newline { quoted = false }
      if quoted {
        quoted = byte != Self.quote
        if !quoted { closingEnd = at + 1 }
      } else if byte == Self.quote {
        // A quote within a field or a plain line is an ordinary character; one after a closing quote means a quote.
        let before = at > 0 ? EightBytes.byte(bytes, at: at - 1) : Self.newline
        let mayBegin = before == Self.newline || at == closingEnd
        quoted = pieces.delimiter.map { $0 == before || mayBegin } ?? false
      } else if missingHeader > 0 {
        return at
      } else {
        rowEnd = at + 1
      }
      at += 1
    }
  }

  private mutating func endRow(at index: Int) {
    scanned = index + 1
    rowEnd = scanned
    guard missingHeader > 0 else { return }
    missingHeader -= 1
    header += unread[..<rowEnd]
    drop(rowEnd)
  }

  /// Gives up on a row that doesn't end. If an unclosed quote is the reason, only its line is lost.
  private mutating func leaveRow() {
    closingEnd = -1
    if isQuoted, let end = unread[rowEnd...].firstIndex(of: Self.newline) {
      isQuoted = false
      brokenEnd = unread.count
      return endRow(at: end)
    }
    isQuoted = false
    brokenEnd = rowEnd
    isInLongRow = true
    longRows += 1
    unread.removeSubrange(rowEnd...)
    scanned = rowEnd
  }
}
