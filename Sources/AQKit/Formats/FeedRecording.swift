/// The messages of a live feed with their times of arrival, for recording and replay.
///
/// A recording is text, one JSON object per line. The first line identifies it; each other line has a message as
/// `text`, or as `base64` if it is binary, and the seconds from the start to its arrival:
///
/// ```
/// {"aqkit":"feed","version":1,"startedAt":"2026-10-08T12:00:00Z"}
/// {"after":0,"text":"[{\"city\":\"Mumbai\",\"aqi\":179.3}]"}
/// {"after":1.019,"text":"[{\"city\":\"Delhi\",\"aqi\":301}]"}
/// ```
///
/// A server-sent event also has its type as `event` and its identifier as `id`. A text that isn't UTF-8 is `textBase64`.
///
/// Text without such a first line is read as one message per line, all at the start.
public struct FeedRecording: Hashable, Sendable {
  /// A message with the time of its arrival.
  public struct Entry: Hashable, Sendable {
    /// The time from the start of the recording.
    public var after: Duration
    /// The message.
    public var message: FeedMessage
    /// The line number in the text, from 1.
    public let line: Int

    /// Creates an entry; its line is 0 unless it was read from a recording.
    public init(after: Duration, message: FeedMessage, line: Int = 0) {
      self.after = after
      self.message = message
      self.line = line
    }
  }

  /// An invalid line.
  public struct RefusedLine: Hashable, Sendable {
    /// The number of the line, from 1.
    public let number: Int
    /// The reason why it is invalid.
    public let reason: String
  }

  /// The start of the recording.
  public var startedAt: AirTime
  /// The messages, in order of arrival.
  public var entries: [Entry]
  /// The lines that could not be read.
  public private(set) var refused: [RefusedLine] = []

  /// Creates a recording, empty by default.
  public init(startedAt: AirTime, entries: [Entry] = []) {
    self.startedAt = startedAt
    self.entries = entries
  }

  /// Reads a recording. Unreadable lines go to ``refused``; the rest is read.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - startedAt: The start, if the recording itself does not state one.
  /// - Throws: ``AQError/Code/malformed`` when the first line names a version that this AQKit can't read, or a start that
  ///   isn't a time.
  public init(_ bytes: [UInt8], startedAt: AirTime) throws(AQError) {
    self.init(startedAt: startedAt)
    var isPlain = true
    for line in TextLines(bytes) {
      if line.number == 1, let header = try? AQJSON(parsing: Array(bytes[line.range])),
        let name = header["aqkit"].stringValue, let version = header["version"].intValue
      {
        guard name == "feed", version == 1 else {
          throw AQError(
            .malformed, "line 1: “\(name)” version \(version) isn't a recording that AQKit can read.")
        }
        isPlain = false
        if let stated = header["startedAt"].ifPresent {
          guard let start = stated.stringValue.flatMap({ AirTime($0) }) else {
            throw AQError(.malformed, "line 1: the start of the recording, “startedAt”, isn't a time.")
          }
          self.startedAt = start
        }
        continue
      }
      if isPlain {
        entries.append(
          Entry(after: .zero, message: FeedMessage(.text, Array(bytes[line.range])), line: line.number))
        continue
      }
      guard let row = try? AQJSON(parsing: Array(bytes[line.range])),
        let after = try? row.require("after").double(),
        after >= 0, after < 1e9, let message = try? Self.message(of: row)
      else {
        refused.append(RefusedLine(number: line.number, reason: "the line isn't a recorded message"))
        continue
      }
      entries.append(
        Entry(after: .milliseconds(Int64((after * 1000).rounded())), message: message, line: line.number))
    }
  }

  /// The text of the recording, for ``init(_:startedAt:)``.
  public var bytes: [UInt8] {
    var result = Self.header(startedAt: startedAt)
    for entry in entries { result += Self.line(of: entry) }
    return result
  }

  /// Returns the first line of a recording, with its line end, for a recorder that appends.
  public static func header(startedAt: AirTime) -> [UInt8] {
    Array("{\"aqkit\":\"feed\",\"version\":1,\"startedAt\":\"\(startedAt)\"}\n".utf8)
  }

  /// Returns a message as a line, with its line end, for a recorder that appends.
  public static func line(of entry: Entry) -> [UInt8] {
    let milliseconds = min(max(.zero, entry.after), .seconds(999_999_999)) / .milliseconds(1)
    let text = String(wellFormed: entry.message.bytes, as: UTF8.self)
    var json = JSONText()
    json.object { json in
      json.member("after", milliseconds.rounded() / 1000)
      switch (entry.message.kind, text) {
      case (.event(let type, let id), _):
        json.member("text", text ?? String(decoding: entry.message.bytes, as: UTF8.self))
        json.member("event", type)
        json.member("id", id)
      case (.text, let text?): json.member("text", text)
      case (.text, nil): json.member("textBase64", Base64.text(of: entry.message.bytes))
      default: json.member("base64", Base64.text(of: entry.message.bytes))
      }
    }
    json.endLine()
    return json.bytes
  }

  private static func message(of row: AQJSON) throws(AQError) -> FeedMessage? {
    let text = try row.text("text")
    if let text, let event = try row.text("event") {
      return FeedMessage(.event(type: event, id: try row.text("id") ?? ""), Array(text.utf8))
    }
    if let text { return FeedMessage(text: text) }
    if let base64 = try row.text("base64") {
      return Base64.bytes(of: base64).map { FeedMessage(.binary, $0) }
    }
    guard let base64 = try row.text("textBase64") else { return nil }
    return Base64.bytes(of: base64).map { FeedMessage(.text, $0) }
  }
}
