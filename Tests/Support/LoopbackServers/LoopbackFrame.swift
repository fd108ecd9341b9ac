/// A WebSocket frame, well-formed or not: every field is written unchanged.
public struct LoopbackFrame: Hashable, Sendable {
  /// The purpose of a frame; any of sixteen numbers.
  public struct Opcode: RawRepresentable, Hashable, Sendable {
    /// The number, of which the lower four bits are written.
    public let rawValue: UInt8
    /// Creates an opcode by its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: the next fragment.
    public static let continuation = Opcode(rawValue: 0)
    /// 1: text.
    public static let text = Opcode(rawValue: 1)
    /// 2: bytes.
    public static let binary = Opcode(rawValue: 2)
    /// 8: close.
    public static let close = Opcode(rawValue: 8)
    /// 9: ping.
    public static let ping = Opcode(rawValue: 9)
    /// 10: pong.
    public static let pong = Opcode(rawValue: 10)
  }

  /// The form in which a frame states the length of its payload.
  public enum LengthForm: Hashable, Sendable {
    /// Encodes the length in as few bytes as possible, as the standard requires.
    case shortest
    /// Encodes the length in two bytes, even if one would suffice.
    case sixteenBit
    /// Encodes the length in eight bytes, even if fewer would suffice.
    case sixtyFourBit
    /// A length other than the payload's, in eight bytes.
    case claiming(UInt64)
  }

  /// Whether this is the last frame of its message.
  public var isFinal: Bool
  /// The three reserved bits, 0…7.
  public var reserved: UInt8
  /// The purpose of the frame.
  public var opcode: Opcode
  /// The masking key; nil for none, as in servers' frames.
  public var mask: [UInt8]?
  /// The payload, unmasked.
  public var payload: [UInt8]
  /// How the length is stated.
  public var lengthForm: LengthForm

  /// Creates a frame; by default it is well-formed.
  public init(
    _ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0,
    mask: [UInt8]? = nil,
    lengthForm: LengthForm = .shortest
  ) {
    self.opcode = opcode
    self.payload = payload
    self.isFinal = isFinal
    self.reserved = reserved
    self.mask = mask
    self.lengthForm = lengthForm
  }

  /// A whole text message.
  public static func text(_ text: String) -> LoopbackFrame { LoopbackFrame(.text, Array(text.utf8)) }

  /// A close frame with a code and a reason.
  public static func close(_ code: UInt16, reason: String = "") -> LoopbackFrame {
    LoopbackFrame(.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }

  /// The payload as text.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  /// The code of a close frame; nil if it has none.
  public var closeCode: UInt16? {
    payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
  }

  /// The frame's bytes on the wire.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | (reserved & 7) << 4 | opcode.rawValue & 0xF]
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch lengthForm {
    case .shortest where payload.count < 126:
      bytes.append(masked | UInt8(payload.count))
    case .shortest where payload.count <= 0xFFFF, .sixteenBit:
      bytes.append(masked | 126)
      bytes += Self.bigEndian(UInt64(payload.count), bytes: 2)
    case .shortest, .sixtyFourBit:
      bytes.append(masked | 127)
      bytes += Self.bigEndian(UInt64(payload.count), bytes: 8)
    case .claiming(let length):
      bytes.append(masked | 127)
      bytes += Self.bigEndian(length, bytes: 8)
    }
    guard let mask, mask.count == 4 else { return bytes + payload }
    bytes += mask
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  private static func bigEndian(_ value: UInt64, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
  }

  /// Reads one frame; nil if the client closes within the frame or announces more than 256 MiB.
  static func read(from connection: LoopbackConnection) async -> LoopbackFrame? {
    guard let head = await connection.read(exactly: 2) else { return nil }
    var frame = LoopbackFrame(
      Opcode(rawValue: head[0] & 0xF), isFinal: head[0] & 0x80 != 0, reserved: head[0] >> 4 & 7)
    var length = Int(head[1] & 0x7F)
    if length >= 126 {
      frame.lengthForm = length == 126 ? .sixteenBit : .sixtyFourBit
      guard let long = await connection.read(exactly: length == 126 ? 2 : 8) else { return nil }
      let stated = long.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard stated <= 256 << 20 else { return nil }
      length = Int(stated)
      if length > (frame.lengthForm == .sixteenBit ? 125 : 0xFFFF) { frame.lengthForm = .shortest }
    }
    if head[1] & 0x80 != 0 {
      guard let mask = await connection.read(exactly: 4) else { return nil }
      frame.mask = mask
    }
    guard length > 0 else { return frame }
    guard var payload = await connection.read(exactly: length) else { return nil }
    if let mask = frame.mask {
      for index in payload.indices { payload[index] ^= mask[index & 3] }
    }
    frame.payload = payload
    return frame
  }
}
