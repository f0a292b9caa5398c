import Scenarios

/// Declares the scenarios, state by state. `Reminders --diagram` prints their state diagram.
@Sendable func declareReminders(_ facade: ScenarioFacade) {
    facade.start(from: Opening.self)
        .react(to: ListArrived.self).skip().process(Showing.self, leads: .to(Browsing.self))
        .react(to: LinkChanged.self).skip().process(Following.self, leads: .nowhere)
        .react(to: StandingsArrived.self).skip().process(Following.self, leads: .nowhere)
        .react(to: RefreshAsked.self).with(call: Ask.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: QuitAsked.self).with(call: Close.self, expecting: Done.self)
        .process(Leaving.self, leads: .to(Closed.self))

    facade.start(from: Browsing.self, .inTurn)
        .react(to: Moved.self).skip().process(Moving.self, leads: .nowhere)
        .react(to: AddAsked.self).skip().process(Beginning.self, leads: .to(Typing.self))
        .react(to: RenameAsked.self).skip().process(Beginning.self, leads: .to(Typing.self))
        .react(to: DoneAsked.self).with(call: Save.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: DeleteAsked.self).with(call: Delete.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: UndoAsked.self).with(call: Undo.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: RedoAsked.self).with(call: Redo.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: DismissAsked.self).with(call: Dismiss.self, expecting: Done.self)
        .process(Working.self, leads: .nowhere)
        .react(to: RefreshAsked.self).skip().process(Beginning.self, leads: .to(Asking.self))
        .react(to: DecideAsked.self).skip().process(Beginning.self, leads: .to(Deciding.self))
        .react(to: QuitAsked.self).with(call: Close.self, expecting: Done.self)
        .process(Leaving.self, leads: .to(Closed.self))

    // If the state changes before the answer arrives, the request is cancelled.
    facade.start(from: Asking.self)
        .react(to: Entered.self).with(call: Ask.self, expecting: Done.self)
        .process(Returning.self, leads: .to(Browsing.self))
        .react(to: BackAsked.self).skip().process(Returning.self, leads: .to(Browsing.self))

    facade.start(from: Typing.self, .inTurn)
        .react(to: TextEntered.self).with(call: Save.self, expecting: Done.self)
        .process(Returning.self, leads: .to(Browsing.self))
        .react(to: BackAsked.self).skip().process(Returning.self, leads: .to(Browsing.self))

    facade.start(from: Deciding.self, .inTurn)
        .react(to: SideChosen.self).with(call: Settle.self, expecting: Done.self)
        .process(Returning.self, leads: .to(Browsing.self))
        .react(to: BackAsked.self).skip().process(Returning.self, leads: .to(Browsing.self))

    // In these states, the page is also updated with news.
    let following: [any GeneralState.Type] = [
        Browsing.self, Asking.self, Typing.self, Deciding.self,
    ]
    for state in following {
        facade.start(from: state)
            .react(to: ListArrived.self).skip().process(Following.self, leads: .nowhere)
            .react(to: LinkChanged.self).skip().process(Following.self, leads: .nowhere)
            .react(to: StandingsArrived.self).skip().process(Following.self, leads: .nowhere)
    }
}
