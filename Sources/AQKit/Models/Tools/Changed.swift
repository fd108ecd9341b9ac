/// Returns a copy of a value with a change.
@inlinable package func changed<Value>(
  _ value: Value, by change: (inout Value) throws -> Void
) rethrows -> Value {
  var copy = value
  try change(&copy)
  return copy
}
