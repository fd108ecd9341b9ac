package import AQKitTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The effort of this package's own tests: a representative part of the cases, fewer in a debug build, which is ten
/// times slower and is followed by an optimised run in `.ci/run`, or all of them if `AQKIT_HEAVY` is set.
package enum TestEffort {
  /// Whether to try everything.
  package static let isHeavy = ProcessInfo.processInfo.environment["AQKIT_HEAVY"] != nil

  private static let isDebug: Bool = {
    #if DEBUG
      return true
    #else
      return false
    #endif
  }()

  /// Returns a number for the representative part, and others for a debug build and for everything; by default the same
  /// number.
  package static func of<Value>(_ part: Value, debug less: Value? = nil, heavy all: Value? = nil) -> Value {
    isHeavy ? all ?? part : isDebug ? less ?? part : part
  }

  /// Returns the first of every `count` elements, of every `debug` in a debug build, or all of them.
  package static func some<Element>(
    of all: [Element], oneIn count: Int = 1, debug: Int? = nil
  ) -> [Element] {
    stride(from: 0, to: all.count, by: of(count, debug: debug, heavy: 1)).map { all[$0] }
  }
}

extension AdapterContract {
  /// The same contract, with few sampled positions unless everything is tried, and with more patience, so that only a hang
  /// ends it.
  package var withinEffort: AdapterContract {
    var contract = self
    contract.onRule = nil
    if patience == .seconds(30) { contract.patience = .seconds(300) }
    guard !TestEffort.isHeavy else { return contract }
    contract.exhaustiveLength = min(exhaustiveLength, TestEffort.of(100, debug: 20))
    contract.sampledPositions = min(sampledPositions, TestEffort.of(40, debug: 8))
    return contract
  }
}

extension SourceContract {
  /// The same contract without a line for each rule, for tests that check many contracts at once, and with more
  /// patience, so that only a hang ends it.
  package var quiet: SourceContract {
    var contract = self
    contract.onRule = nil
    if patience == .seconds(30) { contract.patience = .seconds(300) }
    return contract
  }
}
