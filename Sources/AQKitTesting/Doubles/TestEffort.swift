#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How much this package's own tests try: a representative part, or all of it if `AQKIT_HEAVY` is set, as for optimised
/// code in `.ci/run`.
package enum TestEffort {
  /// Whether to try everything.
  package static let isHeavy = ProcessInfo.processInfo.environment["AQKIT_HEAVY"] != nil

  /// One number for the representative part, another one for everything.
  package static func of<Value>(_ part: Value, heavy all: Value) -> Value { isHeavy ? all : part }

  /// The first of every `count` elements, or all of them.
  package static func some<Element>(of all: [Element], oneIn count: Int) -> [Element] {
    stride(from: 0, to: all.count, by: of(count, heavy: 1)).map { all[$0] }
  }
}

extension AdapterContract {
  /// The same contract, with few sampled positions unless everything is tried.
  package var withinEffort: AdapterContract {
    var contract = self
    contract.onRule = nil
    guard !TestEffort.isHeavy else { return contract }
    contract.exhaustiveLength = min(exhaustiveLength, 100)
    contract.sampledPositions = min(sampledPositions, 40)
    return contract
  }
}

extension SourceContract {
  /// The same contract without a line for each rule, for tests that check many contracts.
  package var quiet: SourceContract {
    var contract = self
    contract.onRule = nil
    return contract
  }
}
