import AQKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of a folder that have a certain extension.
///
/// No file is locked: iOS ends an application that is suspended while it holds a lock in a group's folder.
struct StorageFolder: Sendable {
  /// The extension of files that are being written.
  private static let writing = ".writing"
  /// The age in seconds at which an unfinished file counts as left by a process that was killed.
  fileprivate static let longestWriting: Int64 = 60
  /// The number of bytes that are read of a file that is too large: more than its first line has.
  private static let firstBytes = 200

  let path: String
  let ending: String
  /// Whether a file can't be fetched again: it is flushed to the disk, and stays if it is damaged.
  var isLasting = false

  struct Item {
    var name: String
    var size: Int
    /// The file's time of modification: the arrival of a response, the end of a count.
    var time: AirTime
    /// Whether the file is complete; otherwise it is still being written.
    var isWhole: Bool
    var isAbandoned: Bool
    fileprivate var identity: UInt64
  }

  struct Failure: Error {
    var message: String

    init(_ action: String) { message = "The file can't be \(action): \(String(cString: strerror(errno)))." }
    init(text: String) { message = text }
  }

  func items() -> [Item] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { name in
      let isWhole = name.hasSuffix(ending)
      return isWhole || name.hasSuffix(ending + Self.writing) ? item(name, isWhole: isWhole) : nil
    }
  }

  func item(_ name: String, isWhole: Bool = true) -> Item? {
    var info = stat()
    guard lstat(path + "/" + name, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    return Item(name, info, isWhole: isWhole)
  }

  func contents(of name: String, atMost limit: Int) throws(Failure) -> (bytes: [UInt8], item: Item)? {
    // Links aren't followed and pipes aren't waited for.
    let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure("opened")
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Failure("read") }
    guard info.st_mode & S_IFMT == S_IFREG else { throw Failure(text: "The file isn't a regular file.") }
    let item = Item(name, info, isWhole: true)
    // If a file is too large, its first bytes suffice to recognise it as damaged.
    let size = item.size <= limit ? item.size : Self.firstBytes
    var isCut = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        guard let base = buffer.baseAddress else { break }
        let more = read(file, base + count, size - count)
        if more < 0, errno == EINTR { continue }
        isCut = more < 0
        guard more > 0 else { break }
        count += more
      }
    }
    if isCut { throw Failure("read") }
    return (bytes, item)
  }

  /// Removes a file, unless it has been replaced since it was seen.
  func remove(_ item: Item) {
    guard let found = self.item(item.name, isWhole: item.isWhole) else { return }
    if found.identity == item.identity, found.time == item.time { unlink(path + "/" + item.name) }
  }

  /// Replaces a file atomically: `publish` gets a draft's name and calls the closure that renames it, or it is removed.
  /// One that can be fetched again isn't flushed to the disk, which takes time: a killed process loses nothing, and a
  /// checksum detects a loss of power.
  func replace(
    _ name: String, with bytes: [UInt8], at time: AirTime,
    publish: (_ draft: String, () throws -> Void) throws -> Void = { _, rename in try rename() }
  ) throws(Failure) {
    let (file, draftName) = try create(for: name)
    let draft = path + "/" + draftName
    var isRenamed = false
    defer { if !isRenamed { unlink(draft) } }
    do {
      defer { close(file) }
      guard fill(file, with: bytes), !isLasting || Self.flush(file) else { throw Failure("written") }
      let moment = timespec(tv_sec: Int(clamping: time.secondsSince1970), tv_nsec: 0)
      // The time identifies old responses; without it, this one counts as new.
      _ = futimens(file, [moment, moment])
      try publish(draftName) {
        guard rename(draft, path + "/" + name) == 0 else { throw Failure("renamed") }
        isRenamed = true
      }
      if isLasting { Self.flushNames(in: path) }
    } catch {
      throw error as? Failure ?? Failure(text: "The file can't be written.")
    }
  }

  /// Flushes the new names in a folder to the disk, where the file system does so.
  private static func flushNames(in path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = flush(folder)
    close(folder)
  }

  /// Flushes a file or the names in a folder to the disk, and returns whether that succeeded.
  private static func flush(_ file: Int32) -> Bool {
    #if canImport(Darwin)
      // There, `fsync` alone leaves the bytes in the drive's cache. Some file systems lack the better call.
      if fcntl(file, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(file) == 0
  }

  private func create(for name: String) throws(Failure) -> (file: Int32, name: String) {
    var hasFolder = false
    while true {
      let draft = "\(getpid())-\(UInt32.random(in: 0 ... .max))-\(name)\(Self.writing)"
      let file = open(
        path + "/" + draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
      if file >= 0 { return (file, draft) }
      if errno == ENOENT, !hasFolder {
        hasFolder = true
        try? FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The folder's own name is new, and maybe that of the folder around it.
        if isLasting { for above in ["/..", "/../.."] { Self.flushNames(in: path + above) } }
        continue
      }
      // Another draft has the same numbers, of this process or of one in another container.
      guard errno == EEXIST || errno == EINTR else { throw Failure("created") }
    }
  }

  private func fill(_ file: Int32, with bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = write(file, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}

extension StorageFolder.Item {
  fileprivate init(_ name: String, _ info: stat, isWhole: Bool) {
    #if canImport(Darwin)
      let (dated, changed) = (info.st_mtimespec.tv_sec, info.st_ctimespec.tv_sec)
    #else
      let (dated, changed) = (info.st_mtim.tv_sec, info.st_ctim.tv_sec)
    #endif
    self.init(
      name: name, size: Int(clamping: info.st_size),
      time: AirTime(secondsSince1970: Int64(clamping: dated)), isWhole: isWhole,
      // The system's clock decides, as it dates the files, not the clock of the responses.
      isAbandoned: !isWhole
        && AQSystemClock().time.secondsSince1970 - Int64(clamping: changed) > StorageFolder.longestWriting,
      identity: UInt64(truncatingIfNeeded: info.st_ino))
  }
}
