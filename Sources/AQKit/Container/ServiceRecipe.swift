/// Makes a service anew on each use.
struct ServiceRecipe<Value: Sendable>: Sendable {
  let make: @Sendable (AQContainer) throws(AQError) -> Value
}
