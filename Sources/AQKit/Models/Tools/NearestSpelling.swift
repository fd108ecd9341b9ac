/// Returns the number of characters that must be inserted, removed, replaced, or exchanged with their neighbours to
/// turn one word into another (optimal string alignment), for errors that suggest a spelling.
package func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for (i, one) in first.enumerated() {
    var row = [i + 1]
    for (j, other) in second.enumerated() {
      var cost = min(last[j] + (one == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, one == second[j - 1], first[i - 1] == other {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}

/// Returns ` (did you mean “uba”?)` if one of the names is near a mistyped word, else nothing.
package func suggestedSpelling(for word: String, among names: some Sequence<String>) -> String {
  spellingSuggestion(nearestSpelling(to: String(word.prefix(40)), among: names))
}

/// Returns ` (did you mean “uba”?)` for a name that is near a mistyped one, nothing for nil.
func spellingSuggestion(_ near: (some CustomStringConvertible)?) -> String {
  near.map { " (did you mean “\($0)”?)" } ?? ""
}

/// Returns the name that differs least from a mistyped word, ignoring case, if it differs by few characters: at most a
/// third of them, at least one and at most three. Of equally near names the first.
package func nearestSpelling(to word: String, among names: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased())
  let most = min(3, max(1, typed.count / 3))
  var best: (name: String, distance: Int)?
  for name in names {
    let other = Array(name.lowercased())
    guard abs(other.count - typed.count) <= most else { continue }
    let distance = editDistance(typed, other)
    if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}
