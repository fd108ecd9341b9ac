/// Describes a decoder's error in a sentence with the path of the member.
enum DecodingText {
  static func reason(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "It can't be decoded." }
    switch error {
    case .keyNotFound(let key, let context): return "“\(path(context.codingPath + [key]))” is missing."
    case .valueNotFound(_, let context): return "“\(path(context.codingPath))” is null."
    case .typeMismatch(let type, let context): return "“\(path(context.codingPath))” is no \(type)."
    case .dataCorrupted(let context):
      let path = path(context.codingPath)
      return path.isEmpty ? context.debugDescription : "“\(path)”: \(context.debugDescription)"
    @unknown default: return "It can't be decoded."
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
  }
}
