import AQKit

/// The location of the commands' tools for sockets: their own process, or another executable that replaces it.
package struct SocketAccess: Sendable {
  /// The tools of the running executable; none in a test.
  static let current = TaskLocal(wrappedValue: SocketAccess(tools: nil, other: nil))

  /// The tools of this process; nil if it has none.
  let tools: (any SocketTools)?
  private let other: LiveExecutable?

  /// The tools are in this process.
  package static func inProcess(_ tools: some SocketTools) -> SocketAccess {
    SocketAccess(tools: tools, other: nil)
  }

  /// The tools are in `aqkit-cli-live`, in the folder of this executable.
  package static var besideThis: SocketAccess { SocketAccess(tools: nil, other: LiveExecutable.besideThis) }

  /// There are none.
  static var none: SocketAccess { SocketAccess(tools: nil, other: nil) }

  /// Whether another executable has them.
  static var isElsewhere: Bool { current.get().other != nil }

  /// Returns the tools; if they are in another executable, that one takes over with the same arguments. So a command calls
  /// this before any output or work.
  ///
  /// - Throws: An ``AQError`` with the remedy when there is no such executable.
  static func needed() throws -> any SocketTools {
    let access = current.get()
    if let tools = access.tools { return tools }
    if let other = access.other { try other.takeOver() }
    throw AQError(.notConfigured, "This executable opens no sockets; aqkit-cli does.")
  }
}
