import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// State of a rater's session.
struct RatingDesk: Sendable {
    let rater: String
    let isBlind: Bool
    let participant: String
    let study: Study
    let moments: [Replay.Moment]
    var record: SessionRecord
    var index = 0
    /// Time on the task's clock for the codes given now. Nil for the time of the moment itself.
    var elapsed: Int64?
    var notice: String?

    var moment: Replay.Moment { moments[index] }

    /// The rater's own codes, without those taken back.
    var codes: [SessionRecord.Rating] {
        record.ratings.filter { $0.value.rater == rater && !$0.isUndone }
    }

    /// The code that was given last at the present moment.
    var last: SessionRecord.Rating? { codes.last { $0.value.about == moment.number } }

    /// A code for the present moment.
    func rated(_ kind: Marked.Kind, code: String? = nil) -> Rated {
        let number = record.ratings.filter { $0.value.rater == rater }.map(\.value.number).max()
        return Rated(
            rater: rater,
            number: (number ?? 0) + 1,
            kind: kind,
            code: code,
            run: moment.run,
            elapsed: elapsed ?? moment.elapsed,
            text: "",
            isBlind: isBlind,
            about: moment.number,
            mark: elapsed == nil ? moment.mark : nil
        )
    }
}

/// A state of rating.
protocol RatingState: GeneralState {
    var desk: RatingDesk { get set }
    var screen: Screen { get }
}

/// A moment is looked at; codes are given.
struct Rating: RatingState {
    var desk: RatingDesk
}

/// Words are typed for the last code.
struct RatingWords: RatingState {
    var desk: RatingDesk
}

/// A code of the codebook is chosen.
struct RatingCodes: RatingState {
    var desk: RatingDesk
}

/// Another time on the task's clock is typed.
struct RatingTime: RatingState {
    var desk: RatingDesk
    var refusal: String?
}

/// Whether all was seen is asked.
struct RatingClosing: RatingState {
    var desk: RatingDesk
}

/// A code could not be written; it is written again before anything else.
struct RatingUnrecorded: RatingState {
    var desk: RatingDesk
    let events: [SessionEvent]
    let at: Stamp
    let next: @Sendable (RatingDesk) -> any RatingState
    let error: DiagnosticError
}

struct RatingOver: RatingState {
    enum How: Sendable {
        case finished, left
        /// The session was left without the event that could not be written.
        case incomplete
    }

    var desk: RatingDesk
    let how: How
}
