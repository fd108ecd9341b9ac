#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Darwin)
  import Darwin
#endif

/// The log in which a contract announces the next check.
public enum ContractLog {
  /// Writes a line to standard error at once, without a buffer that a trap would lose.
  public static let standardError: @Sendable (String) -> Void = { line in
    let bytes = Array("contract: \(line)\n".utf8)
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      start += written
    }
  }
}
