#if canImport(FoundationEssentials)
  public import AQKitModels
  public import FoundationEssentials

  // Linked with every product that links Foundation anyway; by itself it would add 7.5 MB to a static binary.
  extension AQError: LocalizedError {
    /// The message, for `localizedDescription` of any error.
    public var errorDescription: String? { message }
  }
#endif
