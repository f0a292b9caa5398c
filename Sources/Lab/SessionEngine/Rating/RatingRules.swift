import ResultsStore
import Scenarios
import StudyDefinition

/// The action state of all rating scenarios. It holds the events to record and the state to enter
/// once they are written to disk.
struct RatingMove<State: RatingState>: ActionState {
    let state: State
    var events: [SessionEvent] = []
    var at = Stamp.unknown
    /// A function that returns the next state. If nil, the current state is kept, with an updated
    /// record.
    var next: (@Sendable (RatingDesk) -> any RatingState)?
    var record: SessionRecord?
    var failure: NotRecorded?

    mutating func record(
        _ events: [SessionEvent],
        at stamp: Stamp,
        then next: @escaping @Sendable (RatingDesk) -> any RatingState = { Rating(desk: $0) }
    ) {
        (self.events, at, self.next) = (events, stamp, next)
    }

    var outcome: any GeneralState {
        let successor: @Sendable (RatingDesk) -> any RatingState =
            next ?? { [state] desk in
                var same = state
                same.desk = desk
                return same
            }
        var desk = state.desk
        desk.notice = nil
        if let record { desk.record = record }
        guard let failure, !events.isEmpty else { return successor(desk) }
        return RatingUnrecorded(
            desk: desk,
            events: events,
            at: at,
            next: successor,
            error: failure.error
        )
    }
}

/// All scenarios of `evalrun rate`.
struct RatingRules {
    let scenarios = ScenarioFacade()
    let actions = ActionFacade()
    let updates = UpdateFacade()

    init() {
        bind(Rating.self)
        bind(RatingWords.self)
        bind(RatingCodes.self)
        bind(RatingTime.self)
        bind(RatingClosing.self)
        bind(RatingUnrecorded.self)
        going()
        coding()
        typing()
        closing()
        scenarios.failures(of: Record.self, lead: RatingUnrecorded.self)
    }

    private func bind<State: RatingState>(_: State.Type) {
        actions.from(State.self).start(RatingMove<State>.self) { RatingMove(state: $0) }
        actions.on(RatingMove<State>.self)
            .create(Record.self) { Record(events: $0.events, at: $0.at, isBeat: false) }
            .reduce(Recorded.self) { $0.record = $1.record }
            .reduce(NotRecorded.self) { $0.failure = $1 }
        updates.on(RatingMove<State>.self) { state, move in state = move.outcome }
    }

    private func going() {
        scenarios.start(from: Rating.self, .inTurn)
            .react(to: Continue.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingClosing.self))
            .react(to: Back.self).skip().process(RatingMove<Rating>.self, leads: .nowhere)
        actions.on(RatingMove<Rating>.self)
            .reduce(Continue.self) { move, _ in
                move.next = { desk in
                    guard desk.index + 1 < desk.moments.count else {
                        return RatingClosing(desk: desk)
                    }
                    return Rating(desk: desk.at(desk.index + 1))
                }
            }
            .reduce(Back.self) { move, _ in
                move.next = { Rating(desk: $0.at(max(0, $0.index - 1))) }
            }
    }

    private func coding() {
        scenarios.start(from: Rating.self, .inTurn)
            .react(to: MarkPressed.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<Rating>.self, leads: .nowhere)
            .react(to: Grade.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<Rating>.self, leads: .nowhere)
            .react(to: Undo.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<Rating>.self, leads: .nowhere)
        actions.on(RatingMove<Rating>.self)
            .reduce(MarkPressed.self) { move, message in
                move.record([.rated(move.state.desk.rated(message.kind))], at: message.at)
            }
            .reduce(Grade.self) { move, message in
                guard var value = move.state.desk.last?.value, let grades = value.kind.grades,
                    grades.indices.contains(message.number - 1)
                else { return }
                if value.kind == .problem {
                    value.severity = message.number
                } else {
                    value.level = message.number
                }
                move.record([.rated(value)], at: message.at)
            }
            .reduce(Undo.self) { move, message in
                guard let value = move.state.desk.last?.value else { return }
                let reference = RatingReference(rater: value.rater, number: value.number)
                move.record([.ratingUndone(reference)], at: message.at)
            }
    }

    private func typing() {
        scenarios.start(from: Rating.self, .inTurn)
            .react(to: WordLast.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingWords.self))
            .react(to: OpenCodes.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingCodes.self))
            .react(to: OpenTime.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingTime.self))
        actions.on(RatingMove<Rating>.self)
            .reduce(WordLast.self) { move, _ in
                guard move.state.desk.last != nil else { return }
                move.next = { RatingWords(desk: $0) }
            }
            .reduce(OpenCodes.self) { move, _ in
                guard move.state.desk.study.codebook?.isEmpty == false else { return }
                move.next = { RatingCodes(desk: $0) }
            }
            .reduce(OpenTime.self) { move, _ in
                guard move.state.desk.moment.run != nil else { return }
                move.next = { RatingTime(desk: $0) }
            }

        goBack(from: RatingWords.self)
        scenarios.start(from: RatingWords.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<RatingWords>.self, leads: .to(Rating.self))
        actions.on(RatingMove<RatingWords>.self).reduce(Typed.self) { move, message in
            guard var value = move.state.desk.last?.value else {
                return move.next = { Rating(desk: $0) }
            }
            value.text = message.text.trimmed
            move.record([.rated(value)], at: message.at)
        }

        goBack(from: RatingCodes.self)
        scenarios.start(from: RatingCodes.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<RatingCodes>.self, leads: .to(Rating.self))
        actions.on(RatingMove<RatingCodes>.self).reduce(Typed.self) { move, message in
            let codes = move.state.desk.study.codebook ?? []
            guard let number = Int(message.text.trimmed), codes.indices.contains(number - 1) else {
                return
            }
            let code = codes[number - 1]
            let value = move.state.desk.rated(Marked.Kind(code.kind), code: code.id)
            move.record([.rated(value)], at: message.at)
        }

        goBack(from: RatingTime.self)
        scenarios.start(from: RatingTime.self, .inTurn)
            .react(to: Typed.self).skip()
            .process(RatingMove<RatingTime>.self, leads: .to(Rating.self))
        actions.on(RatingMove<RatingTime>.self).reduce(Typed.self) { move, message in
            let typed = message.text.trimmed
            guard let elapsed = typed.isEmpty ? .some(nil) : clockTime(typed).map(Int64?.some)
            else {
                return move.next = { desk in
                    RatingTime(desk: desk, refusal: "Type minutes and seconds, such as 1:05.")
                }
            }
            move.next = { desk in
                var desk = desk
                desk.elapsed = elapsed
                return Rating(desk: desk)
            }
        }
    }

    private func goBack<State: RatingState>(from _: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: Leave.self).skip()
            .process(RatingMove<State>.self, leads: .to(Rating.self))
            .react(to: Back.self).skip()
            .process(RatingMove<State>.self, leads: .to(Rating.self))
        actions.on(RatingMove<State>.self)
            .reduce(Leave.self) { move, _ in move.next = { Rating(desk: $0) } }
            .reduce(Back.self) { move, _ in move.next = { Rating(desk: $0) } }
    }

    private func closing() {
        scenarios.start(from: Rating.self, .inTurn)
            .react(to: Leave.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingOver.self))
            .react(to: EndSession.self).skip()
            .process(RatingMove<Rating>.self, leads: .to(RatingClosing.self))
        actions.on(RatingMove<Rating>.self)
            .reduce(Leave.self) { move, _ in
                move.next = { RatingOver(desk: $0, how: .left) }
            }
            .reduce(EndSession.self) { move, _ in move.next = { RatingClosing(desk: $0) } }

        goBack(from: RatingClosing.self)
        scenarios.start(from: RatingClosing.self, .inTurn)
            .react(to: Agree.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<RatingClosing>.self, leads: .to(RatingOver.self))
            .react(to: Refuse.self).skip()
            .process(RatingMove<RatingClosing>.self, leads: .to(Rating.self))
        actions.on(RatingMove<RatingClosing>.self)
            .reduce(Agree.self) { move, message in
                let desk = move.state.desk
                let finished = RatingFinished(rater: desk.rater, isBlind: desk.isBlind)
                move.record([.ratingFinished(finished)], at: message.at) {
                    RatingOver(desk: $0, how: .finished)
                }
            }
            .reduce(Refuse.self) { move, _ in move.next = { Rating(desk: $0) } }

        scenarios.start(from: RatingUnrecorded.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(RatingMove<RatingUnrecorded>.self, leads: .to(Rating.self, RatingOver.self))
            .react(to: Leave.self).skip()
            .process(RatingMove<RatingUnrecorded>.self, leads: .to(RatingOver.self))
        actions.on(RatingMove<RatingUnrecorded>.self)
            .reduce(Continue.self) { move, _ in
                move.record(move.state.events, at: move.state.at, then: move.state.next)
            }
            .reduce(Leave.self) { move, _ in
                move.next = { RatingOver(desk: $0, how: .incomplete) }
            }
    }
}

extension RatingDesk {
    fileprivate func at(_ index: Int) -> RatingDesk {
        var desk = self
        (desk.index, desk.elapsed) = (index, nil)
        return desk
    }
}

/// Parses a time such as `1:05`, `65` or `0:31.4`. Returns nanoseconds, or nil if the text is not a
/// time.
func clockTime(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let seconds = Double(parts[parts.count - 1]) else {
        return nil
    }
    let minutes = parts.count == 2 ? Double(Int(parts[0]) ?? -1) : 0
    guard seconds >= 0, minutes >= 0, parts.count == 1 || seconds < 60, seconds < 1e6,
        minutes < 1e4
    else { return nil }
    return Int64((minutes * 60 + seconds) * 1e9)
}
