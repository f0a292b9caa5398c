package import Foundation

/// Conversion of events to and from their columns in the table `events`: a kind, and a payload that
/// is a JSON object with sorted keys.
extension SessionEvent {
    package enum Kind: String, Sendable, CaseIterable {
        case sessionStarted, consentGiven, stepEntered, stepCompleted, answered
        case taskPrepared, taskStarted, taskPaused, taskResumed, taskStopped, checkFinished
        case taskContinued, taskExtended, taskEnded
        case marked, markWorded, markUndone
        case sessionInterrupted, sessionResumed, sessionFinished, timeImported
        case explained, markGraded, taskRepeated, recordingStarted, checkRepeated
        case rated, ratingUndone, ratingFinished, excluded, included, withdrawn
        case pressed
        /// The kind of an event that a newer evalrun recorded and this version does not know. It is
        /// used only when events are read, and is never stored.
        case unknown
    }

    package var kind: Kind { encoded.kind }

    /// Returns the event's data as a JSON object.
    package func payload() throws -> String { try json(encoded.payload) }

    private var encoded: (kind: Kind, payload: any Encodable) {
        switch self {
        case .sessionStarted(let value): (.sessionStarted, value)
        case .consentGiven(let value): (.consentGiven, value)
        case .stepEntered(let value): (.stepEntered, value)
        case .stepCompleted(let value): (.stepCompleted, value)
        case .answered(let value): (.answered, value)
        case .taskPrepared(let value): (.taskPrepared, value)
        case .taskStarted(let value): (.taskStarted, value)
        case .taskPaused(let value): (.taskPaused, value)
        case .taskResumed(let value): (.taskResumed, value)
        case .taskStopped(let value): (.taskStopped, value)
        case .checkFinished(let value): (.checkFinished, value)
        case .taskContinued(let value): (.taskContinued, value)
        case .taskExtended(let value): (.taskExtended, value)
        case .taskEnded(let value): (.taskEnded, value)
        case .marked(let value): (.marked, value)
        case .markWorded(let value): (.markWorded, value)
        case .markUndone(let value): (.markUndone, value)
        case .sessionInterrupted(let value): (.sessionInterrupted, value)
        case .sessionResumed(let value): (.sessionResumed, value)
        case .sessionFinished(let value): (.sessionFinished, value)
        case .timeImported(let value): (.timeImported, value)
        case .explained(let value): (.explained, value)
        case .markGraded(let value): (.markGraded, value)
        case .taskRepeated(let value): (.taskRepeated, value)
        case .recordingStarted(let value): (.recordingStarted, value)
        case .checkRepeated(let value): (.checkRepeated, value)
        case .rated(let value): (.rated, value)
        case .ratingUndone(let value): (.ratingUndone, value)
        case .ratingFinished(let value): (.ratingFinished, value)
        case .excluded(let value): (.excluded, value)
        case .included(let value): (.included, value)
        case .withdrawn(let value): (.withdrawn, value)
        case .pressed(let value): (.pressed, value)
        case .unknown(let value): (.unknown, value)
        }
    }

    package init(kind: Kind, payload: Data) throws {
        func decoded<Value: Decodable>() throws -> Value {
            try JSONDecoder().decode(Value.self, from: payload)
        }
        self =
            switch kind {
            case .sessionStarted: .sessionStarted(try decoded())
            case .consentGiven: .consentGiven(try decoded())
            case .stepEntered: .stepEntered(try decoded())
            case .stepCompleted: .stepCompleted(try decoded())
            case .answered: .answered(try decoded())
            case .taskPrepared: .taskPrepared(try decoded())
            case .taskStarted: .taskStarted(try decoded())
            case .taskPaused: .taskPaused(try decoded())
            case .taskResumed: .taskResumed(try decoded())
            case .taskStopped: .taskStopped(try decoded())
            case .checkFinished: .checkFinished(try decoded())
            case .taskContinued: .taskContinued(try decoded())
            case .taskExtended: .taskExtended(try decoded())
            case .taskEnded: .taskEnded(try decoded())
            case .marked: .marked(try decoded())
            case .markWorded: .markWorded(try decoded())
            case .markUndone: .markUndone(try decoded())
            case .sessionInterrupted: .sessionInterrupted(try decoded())
            case .sessionResumed: .sessionResumed(try decoded())
            case .sessionFinished: .sessionFinished(try decoded())
            case .timeImported: .timeImported(try decoded())
            case .explained: .explained(try decoded())
            case .markGraded: .markGraded(try decoded())
            case .taskRepeated: .taskRepeated(try decoded())
            case .recordingStarted: .recordingStarted(try decoded())
            case .checkRepeated: .checkRepeated(try decoded())
            case .rated: .rated(try decoded())
            case .ratingUndone: .ratingUndone(try decoded())
            case .ratingFinished: .ratingFinished(try decoded())
            case .excluded: .excluded(try decoded())
            case .included: .included(try decoded())
            case .withdrawn: .withdrawn(try decoded())
            case .pressed: .pressed(try decoded())
            case .unknown: .unknown(try decoded())
            }
    }
}

/// A shared encoder. Creating an encoder costs as much as encoding an event.
private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
}()

func json(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
}
