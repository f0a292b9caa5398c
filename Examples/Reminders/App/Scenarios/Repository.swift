import ReminderData
import Scenarios

/// What the end of a scenario makes of the state.
final class Repository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(Following.self) { state, run in
            if var opening = state as? Opening {
                opening.page.follow(run.news)
                state = opening
            } else if var paged = state as? any Paged {
                paged.page.follow(run.news)
                state = paged
            }
        }
        facade.on(Showing.self) { state, run in
            guard var page = (state as? Opening)?.page else { return }
            page.show(run.list.list, changed: [])
            state = Browsing(page: page)
        }
        facade.on(Moving.self) { state, run in
            guard var browsing = state as? Browsing else { return }
            browsing.page.move(by: run.steps)
            browsing.page.notice = ""
            state = browsing
        }
        facade.on(Beginning.self) { state, run in state = run.next ?? state }
        facade.on(Working.self) { state, run in
            if var browsing = state as? Browsing {
                browsing.page.notice = run.notice
                state = browsing
            } else if var opening = state as? Opening {
                opening.page.notice = run.notice
                state = opening
            }
        }
        facade.on(Returning.self) { state, run in
            // News has come since the run began.
            guard var page = (state as? any Paged)?.page else { return }
            page.notice = run.notice
            page.selected = run.reminder?.id ?? page.selected
            state = Browsing(page: page)
        }
        facade.on(Leaving.self) { state, run in
            guard let problem = run.problem else { return state = Closed() }
            guard var browsing = state as? Browsing else { return }
            browsing.page.notice = problem
            state = browsing
        }
    }
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
