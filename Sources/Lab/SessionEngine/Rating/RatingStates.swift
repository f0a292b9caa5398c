import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// The data that every state of a rating contains.
struct RatingDesk: Sendable {
    let rater: String
    let isBlind: Bool
    let participant: String
    let study: Study
    let moments: [Replay.Moment]
    var record: SessionRecord
    var index = 0 { didSet { furthest = max(furthest, index) } }
    /// Largest index in ``moments`` that the rater has reached. A moment is a recorded event that
    /// is shown to the rater.
    private(set) var furthest = 0
    /// Time that the rater typed for new codes, in nanoseconds on the task's clock. Nil if new
    /// codes get the time of the recorded event that is shown.
    var elapsed: Int64?
    var notice: String?

    var moment: Replay.Moment { moments[index] }

    /// The rater's codes, without those that the rater undid.
    var codes: [SessionRecord.Rating] {
        record.ratings.filter { $0.value.rater == rater && !$0.isUndone }
    }

    /// The rater's latest code for the recorded event that is shown. Nil if there is none.
    var last: SessionRecord.Rating? { codes.last { $0.value.about == moment.number } }

    /// Returns a new code for the recorded event that is shown.
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

/// A state of the rating engine.
protocol RatingState: ScreenState {
    var desk: RatingDesk { get set }
}

/// The state in which the rater looks at one recorded event of the session and can assign codes.
struct Rating: RatingState {
    var desk: RatingDesk
}

/// The state in which the rater types a comment for the last code.
struct RatingWords: RatingState {
    var desk: RatingDesk
}

/// The state in which the rater chooses a code from the codebook.
struct RatingCodes: RatingState {
    var desk: RatingDesk
    var refusal: String?
}

/// The state in which the rater types a time on the task's clock. New codes get this time instead
/// of the time of the recorded event that is shown.
struct RatingTime: RatingState {
    var desk: RatingDesk
    var refusal: String?
}

/// The state in which the rater is asked whether they have seen the whole session.
struct RatingClosing: RatingState {
    var desk: RatingDesk
}

/// The state after a failed write of events. The events must be written before the rating
/// continues.
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
        /// The rater left although an event could not be written.
        case incomplete
    }

    var desk: RatingDesk
    let how: How
}
