/// How a service is made that is not kept.
struct ServiceRecipe<Value: Sendable>: Sendable {
  let make: @Sendable (AQContainer) throws(AQError) -> Value
}
