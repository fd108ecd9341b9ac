public import AQKit

/// A source that answers from a folder of recordings: for previews, demonstrations, development without a network,
/// and tests.
///
/// Relative windows, such as the newest values or the past day, are taken relative to the moment at which each
/// recording was made, which is also its time of receipt. A report keeps the attribution and the rights of its data,
/// and each of its series says from which source it was recorded. A file or a row that can't be read is a note, never
/// silent and never the end of the others; what a query asks for and the folder has not is a note too.
public struct FixtureSource: AirDataSource {
  /// What the source declares.
  public let descriptor: SourceDescriptor
  /// The recordings.
  public let folder: FixtureFolder
  private let formats: [PayloadFormat]

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - folder: The recordings.
  ///   - formats: The formats in which they can be read; a container's ``AQContainer/formats``.
  ///   - descriptor: What the source declares; ``SourceDescriptor/fixtures(id:name:)`` suits any folder.
  public init(
    _ folder: FixtureFolder, formats: [PayloadFormat] = [.aqkit],
    descriptor: SourceDescriptor = .fixtures(id: "recordings")
  ) {
    self.folder = folder
    self.formats = formats
    self.descriptor = descriptor
  }

  /// Answers from the recordings.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is no manifest, ``AQError/Code/malformed`` when it or all that
  ///   was needed of the folder can't be read, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let manifest: FixtureManifest
    do {
      manifest = try folder.manifest()
    } catch {
      throw error.attributed(to: descriptor.id)
    }
    var answer = FixtureAnswer(query, source: descriptor.id)
    for note in manifest.notes { answer.note(note) }
    for (recording, raw) in manifest.served(in: formats) {
      guard ([recording] + (raw.map { [$0] } ?? [])).contains(where: answer.needs) else { continue }
      try Task.checkCancellation()
      if let raw, try read(raw, into: &answer) { continue }
      _ = try read(recording, into: &answer)
    }
    if let failure = answer.failure, !answer.hasRead { throw failure.attributed(to: descriptor.id) }
    return answer.response()
  }

  /// Reads a recording into an answer; false where it can't be read.
  ///
  /// - Throws: `CancellationError`, and nothing else.
  private func read(_ recording: FixtureRecording, into answer: inout FixtureAnswer) throws -> Bool {
    do {
      guard let format = formats.first(where: { $0.name == recording.format }) else {
        throw AQError(
          .notConfigured, "the format “\(recording.format)” is not registered, so it is not read.")
      }
      let context = PayloadContext(receivedAt: recording.recordedAt, places: recording.places)
      let response = try format.decode(try folder.bytes(of: recording.file), context)
      answer.add(response, of: recording)
      return true
    } catch {
      if error is CancellationError { throw error }
      answer.fail(AQError.wrapping(error, as: .malformed).inFile(recording.file), of: recording)
      return false
    }
  }
}

extension FixtureManifest {
  /// The recordings that a source answers with, each with its raw form where that one's format is there.
  func served(in formats: [PayloadFormat]) -> [(recording: FixtureRecording, raw: FixtureRecording?)] {
    let names = Set(formats.map(\.name))
    let files = Set(recordings.map(\.file))
    return recordings.filter { recording in
      recording.isServed && !(recording.rawOf.map(files.contains) ?? false)
    }.map { recording in
      (recording, recordings.first { $0.isServed && $0.rawOf == recording.file && names.contains($0.format) })
    }
  }
}
