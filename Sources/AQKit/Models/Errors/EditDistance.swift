/// How many characters must be inserted, removed, replaced, or exchanged with their neighbours to make one word of
/// another (optimal string alignment), for errors that say what somebody may have meant.
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
