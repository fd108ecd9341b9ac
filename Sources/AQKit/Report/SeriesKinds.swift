/// The kinds of series in a report, whatever their sites and origins: each kind once, by its number.
struct SeriesKinds: Sendable {
  /// The number of a kind; equal kinds have the same.
  typealias Number = Int

  struct Kind: Hashable, Sendable {
    let parameter: AirParameter
    let unit: AirUnit
    let averaging: AveragingPeriod
    var correction: AirOrigin.Correction?
    var conversion: AirUnit.Conversion?
  }

  private var kinds: [Kind] = []
  /// The kinds beyond the first few.
  private var further: [Kind: Number] = [:]
  /// The kind that follows the last one that was asked for: rows have the same ones in the same order.
  private var next = 0
  /// The number of kinds that are compared one by one.
  private static let few = 16

  subscript(number: Number) -> Kind { kinds[number] }

  /// Returns the number of a kind, and adds the kind if it is new.
  mutating func number(
    _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod,
    _ correction: AirOrigin.Correction? = nil, _ conversion: AirUnit.Conversion? = nil
  ) -> Number {
    func isWanted(_ index: Int) -> Bool {
      kinds[index].parameter == parameter && kinds[index].unit == unit && kinds[index].averaging == averaging
        && kinds[index].correction == correction && kinds[index].conversion == conversion
    }
    if next < kinds.count, isWanted(next) {
      defer { next += 1 }
      return next
    }
    let number =
      kinds.indices.prefix(Self.few).first(where: isWanted)
      ?? number(
        Kind(
          parameter: parameter, unit: unit, averaging: averaging, correction: correction,
          conversion: conversion))
    next = number + 1 < kinds.count ? number + 1 : 0
    return number
  }

  /// Returns the number of a kind that isn't among the first few, and adds the kind if it is new.
  private mutating func number(_ kind: Kind) -> Number {
    if kinds.count < Self.few {
      kinds.append(kind)
      return kinds.count - 1
    }
    if let known = further[kind] { return known }
    further[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }
}

/// The indices of a site's columns in order: nearly always a single run, which needs no further memory.
struct ColumnList: RandomAccessCollection, Sendable {
  private var first = 0
  private var runCount = 0
  /// The kinds behind the run.
  private var others: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { runCount &+ others.count }

  subscript(position: Int) -> Int {
    position < runCount ? first &+ position : others[position &- runCount]
  }

  mutating func append(_ column: Int) {
    if runCount == 0, others.isEmpty {
      (first, runCount) = (column, 1)
    } else if others.isEmpty, column == first &+ runCount {
      runCount &+= 1
    } else {
      others.append(column)
    }
  }

  mutating func removeLast() {
    if others.popLast() == nil { runCount &-= 1 }
  }

  mutating func removeAll(where isUnwanted: (Int) -> Bool) {
    var kept = ColumnList()
    for column in self where !isUnwanted(column) { kept.append(column) }
    self = kept
  }
}
