import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// The effect of an input during a rating: the events to record, and the state to enter once the
/// events are written to disk.
struct RatingMove<State: RatingState>: Move {
    let state: State
    var events: [SessionEvent] = []
    var at = Stamp.unknown
    /// A function that returns the next state. If nil, the engine stays in the current state, with
    /// an updated record.
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

/// All scenarios of `evalrun rate`: the rules for each input in each state.
struct RatingRules {
    let scenarios = ScenarioFacade()
    let actions = ActionFacade()
    let updates = UpdateFacade()

    init() {
        let states: [any RatingState.Type] = [
            Rating.self, RatingWords.self, RatingCodes.self, RatingTime.self, RatingClosing.self,
            RatingUnrecorded.self,
        ]
        for state in states { bind(state) }
        going()
        coding()
        typing()
        closing()
        scenarios.failures(of: Record.self, lead: RatingUnrecorded.self)
    }

    private func bind<State: RatingState>(_: State.Type) {
        actions.from(State.self).start(RatingMove<State>.self) { RatingMove(state: $0) }
        actions.on(RatingMove<State>.self)
            .create(Record.self) { Record(events: $0.events, at: $0.at) }
            .reduce(Recorded.self) { $0.record = $1.record }
            .reduce(NotRecorded.self) { $0.failure = $1 }
        updates.on(RatingMove<State>.self) { state, move in state = move.outcome }
    }

    private func from<State: RatingState>(_: State.Type) -> StateRules<RatingMove<State>> {
        StateRules(scenarios: scenarios, actions: actions)
    }

    private func going() {
        from(Rating.self)
            .enter(on: Continue.self, leads: .to(RatingClosing.self)) { desk, _ in
                guard desk.index + 1 < desk.moments.count else { return RatingClosing(desk: desk) }
                return Rating(desk: desk.at(desk.index + 1))
            }
            .enter(on: Back.self, leads: .nowhere) { desk, _ in
                Rating(desk: desk.at(max(0, desk.index - 1)))
            }
    }

    private func coding() {
        from(Rating.self)
            .record(MarkPressed.self, leads: .nowhere) { move, message in
                move.record([.rated(move.state.desk.rated(message.kind))], at: message.at)
            }
            .record(Grade.self, leads: .nowhere) { move, message in
                guard var value = move.state.desk.last?.value, let grades = value.kind.grades,
                    grades.element(number: message.number) != nil
                else { return }
                if value.kind == .problem {
                    value.severity = message.number
                } else {
                    value.level = message.number
                }
                move.record([.rated(value)], at: message.at)
            }
            .record(Undo.self, leads: .nowhere) { move, message in
                guard let value = move.state.desk.last?.value else { return }
                let reference = RatingReference(rater: value.rater, number: value.number)
                move.record([.ratingUndone(reference)], at: message.at)
            }
    }

    private func typing() {
        from(Rating.self)
            .reduce(WordLast.self, leads: .to(RatingWords.self)) { move, _ in
                guard move.state.desk.last != nil else {
                    return move.next = { desk in
                        var desk = desk
                        desk.notice = "You have given this moment no code to describe."
                        return Rating(desk: desk)
                    }
                }
                move.next = { RatingWords(desk: $0) }
            }
            .reduce(OpenCodes.self, leads: .to(RatingCodes.self)) { move, _ in
                guard move.state.desk.study.codebook?.isEmpty == false else { return }
                move.next = { RatingCodes(desk: $0) }
            }
            .reduce(OpenTime.self, leads: .to(RatingTime.self)) { move, _ in
                guard move.state.desk.moment.run != nil else { return }
                move.next = { RatingTime(desk: $0) }
            }

        goBack(from: RatingWords.self)
            .record(Typed.self, leads: .to(Rating.self)) { move, message in
                guard var value = move.state.desk.last?.value else {
                    return move.next = { Rating(desk: $0) }
                }
                value.text = message.text.trimmed
                move.record([.rated(value)], at: message.at)
            }

        goBack(from: RatingCodes.self)
            .record(Typed.self, leads: .to(Rating.self)) { move, message in
                let desk = move.state.desk
                guard let code = desk.study.code(typed: message.text) else {
                    return move.next = {
                        RatingCodes(desk: $0, refusal: $0.study.codeRefusal)
                    }
                }
                let value = desk.rated(Marked.Kind(code.kind), code: code.id)
                move.record([.rated(value)], at: message.at)
            }

        goBack(from: RatingTime.self)
            .reduce(Typed.self, leads: .to(Rating.self)) { move, message in
                let typed = message.text.trimmed
                let elapsed = clockTime(typed)
                if !typed.isEmpty, let refusal = move.state.desk.refusal(of: elapsed) {
                    return move.next = { RatingTime(desk: $0, refusal: refusal) }
                }
                move.next = { desk in
                    var desk = desk
                    desk.elapsed = elapsed
                    return Rating(desk: desk)
                }
            }
    }

    private func goBack<State: RatingState>(
        from state: State.Type
    ) -> StateRules<RatingMove<State>> {
        from(state)
            .enter(on: Leave.self, leads: .to(Rating.self)) { desk, _ in Rating(desk: desk) }
            .enter(on: Back.self, leads: .to(Rating.self)) { desk, _ in Rating(desk: desk) }
    }

    private func closing() {
        from(Rating.self)
            .enter(on: Leave.self, leads: .to(RatingOver.self)) { desk, _ in
                RatingOver(desk: desk, how: .left)
            }
            .enter(on: EndSession.self, leads: .to(RatingClosing.self)) { desk, _ in
                RatingClosing(desk: desk)
            }

        goBack(from: RatingClosing.self)
            .record(Agree.self, leads: .to(RatingOver.self)) { move, message in
                let desk = move.state.desk
                let finished = RatingFinished(rater: desk.rater, isBlind: desk.isBlind)
                move.record([.ratingFinished(finished)], at: message.at) {
                    RatingOver(desk: $0, how: .finished)
                }
            }
            .enter(on: Refuse.self, leads: .to(Rating.self)) { desk, _ in Rating(desk: desk) }

        from(RatingUnrecorded.self)
            .record(Continue.self, leads: .to(Rating.self, RatingOver.self)) { move, _ in
                move.record(move.state.events, at: move.state.at, then: move.state.next)
            }
            .enter(on: Leave.self, leads: .to(RatingOver.self)) { desk, _ in
                RatingOver(desk: desk, how: .incomplete)
            }
    }
}

extension RatingDesk {
    fileprivate func at(_ index: Int) -> RatingDesk {
        var desk = self
        (desk.index, desk.elapsed) = (index, nil)
        return desk
    }

    /// Returns a sentence that refuses a typed time; nil if the time is in the run that is shown.
    ///
    /// - Parameter elapsed: the time in nanoseconds; nil if the typed text is not a time.
    fileprivate func refusal(of elapsed: Int64?) -> String? {
        guard let elapsed else { return "Type minutes and seconds, such as 1:05." }
        let run = record.runs.last { $0.number == moment.run }
        guard let end = run?.recorded.running, elapsed > end else { return nil }
        return "The task's clock stopped at \(duration(end)). Type a time before that."
    }
}
