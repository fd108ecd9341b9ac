#if canImport(FoundationNetworking)
  import Foundation

  /// A queue that runs a block at once, on the thread that adds it.
  ///
  /// A Linux session passes each 16 KiB of a body to its delegate's queue and continues reading; a body that arrives faster
  /// than it is counted would pile up there. A block that runs in place holds up the session until it is done. It must not call
  /// into the session.
  ///
  /// Unchecked, because its superclass is; this class adds no state.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
