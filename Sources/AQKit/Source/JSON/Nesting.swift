/// Whether each open container is an array or an object: one bit each, without allocation for the first 64.
struct Nesting {
  /// The number of open ones.
  private(set) var depth = 0
  private var innermost: UInt64 = 0
  private var outer: [UInt64] = []

  /// Whether the innermost open one is an object.
  @inline(__always)
  var isInObject: Bool { innermost & 1 != 0 }

  /// Whether the innermost open one is an array.
  @inline(__always)
  var isInArray: Bool { depth > 0 && innermost & 1 == 0 }

  /// Opens one.
  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth & 63 == 0, depth > 0 { outer.append(innermost) }
    innermost = innermost &<< 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  /// Closes the innermost one, if one is open.
  @inline(__always)
  mutating func pop() {
    guard depth > 0 else { return }
    depth &-= 1
    if depth & 63 == 0, let word = outer.popLast() { innermost = word } else { innermost &>>= 1 }
  }
}
