import ReminderData
import Scenarios

/// The application's state, with a declared update for each type of action state.
final class Repository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(Following.self) { state, run in
            changePage(of: &state) { $0.follow(run.news) }
        }
        facade.on(Showing.self) { state, run in
            guard var page = (state as? Opening)?.page else { return }
            page.show(run.list.list, changed: [])
            state = Browsing(page: page)
        }
        facade.on(Moving.self) { state, run in
            changePage(of: &state) { page in
                page.move(by: run.steps)
                page.notice = ""
            }
        }
        facade.on(Beginning.self) { state, run in state = run.next ?? state }
        facade.on(Working.self) { state, run in
            changePage(of: &state) { $0.notice = run.notice }
        }
        facade.on(Returning.self) { state, run in
            // Uses the current page, because news may have arrived since the scenario began.
            guard var page = (state as? any Paged)?.page else { return }
            page.notice = run.notice
            page.selected = run.reminder?.id ?? page.selected
            state = Browsing(page: page)
        }
        facade.on(Leaving.self) { state, run in
            guard let problem = run.problem else { return state = Closed() }
            changePage(of: &state) { $0.notice = problem }
        }
    }
}

private func changePage(of state: inout any GeneralState, _ change: (inout Page) -> Void) {
    guard var paged = state as? any Paged else { return }
    change(&paged.page)
    state = paged
}

extension Page {
    fileprivate mutating func follow(_ news: News?) {
        switch news {
        case .list(let list, let changed): show(list, changed: changed)
        case .link(let link): self.link = link
        case .standings(let standings): self.standings = standings
        case nil: break
        }
    }
}
