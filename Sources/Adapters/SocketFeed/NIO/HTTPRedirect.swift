#if NIO
  import AQKit

  /// The target of a redirect, as the cause of the error that refuses it.
  struct HTTPRedirect: Error {
    let location: String

    /// The target relative to the requested address (RFC 3986 §5.2); nil if it is not allowed, because its scheme is
    /// neither the same nor a safer one.
    func target(from url: String) -> String? {
      let here = URLParts(url)
      let start = url.firstRange(of: "://").map(\.upperBound) ?? url.startIndex
      let path = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
      let origin = String(url[..<path])
      let place: String
      if location.contains("://") {
        place = location
      } else if location.hasPrefix("//") {
        place = here.scheme + ":" + location
      } else if location.hasPrefix("/") {
        place = origin + location
      } else {
        let asked = url[path...].prefix { $0 != "?" && $0 != "#" }
        let folder = asked.lastIndex(of: "/").map { String(asked[...$0]) } ?? "/"
        place = origin + (location.hasPrefix("?") ? String(asked) : folder) + location
      }
      let there = URLParts(place)
      guard !there.host.isEmpty,
        there.scheme == here.scheme || there.scheme == "https" && here.scheme == "http"
      else { return nil }
      return Self.withoutDots(place)
    }

    /// The address without `.` and `..` in its path, and without its fragment.
    private static func withoutDots(_ url: String) -> String {
      let start = url.firstRange(of: "://").map(\.upperBound) ?? url.startIndex
      let whole = url.prefix { $0 != "#" }
      let path = whole[start...].firstIndex { "/?".contains($0) } ?? whole.endIndex
      let query = whole[path...].firstIndex(of: "?") ?? whole.endIndex
      var segments: [Substring] = []
      let parts = whole[path..<query].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      for part in parts {
        switch part {
        case ".": break
        case "..": _ = segments.popLast()
        default: segments.append(part)
        }
      }
      if parts.last == "." || parts.last == ".." { segments.append("") }
      return whole[..<path] + "/" + segments.joined(separator: "/") + whole[query...]
    }
  }
#endif
