import Observation
import Scenarios
import Testing

// The code of the page Screen. The view is compiled where there is SwiftUI.

@MainActor @Observable final class SignInScreen {
    private(set) var sight = Sight.form(notice: "")
    private let form = SignInForm()
    private let repository = SignInRepository(SignedOut())

    func signIn(name: String, password: String) {
        form.buttons.send(SignInPressed(name: name, password: password))
    }

    /// Runs the scenarios until the task is cancelled.
    func follow() async {
        let core = Core(
            actor: form,
            repository: repository,
            processor: SignInProcessor(),
            service: SignInService(),
            mapper: SignInMapper(),
            scenarios: declareSignIn
        )
        async let running: Void = core.run()
        for await sight in core.effects { self.sight = sight }
        await running
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    struct SignInView: View {
        @State private var screen = SignInScreen()
        @State private var name = ""
        @State private var password = ""

        var body: some View {
            Group {
                switch screen.sight {
                case .form(let notice):
                    Form {
                        TextField("Name", text: $name)
                        SecureField("Password", text: $password)
                        Button("Sign in") { screen.signIn(name: name, password: password) }
                        Text(notice)
                    }
                case .busy(let words): ProgressView(words)
                case .list(let cities): List(cities, id: \.self) { Text($0) }
                }
            }
            .task { await screen.follow() }
        }
    }
#endif

@MainActor @Suite(.timeLimit(.minutes(15))) struct ScreenExampleTests {
    private func wait(for sight: Sight, of screen: SignInScreen) async throws {
        while screen.sight != sight { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func theModelOfThePageShowsTheEffects() async throws {
        let screen = SignInScreen()
        let shown = Task { await screen.follow() }
        screen.signIn(name: "ada", password: "wrong")
        try await wait(for: .form(notice: "wrongPassword"), of: screen)
        screen.signIn(name: "ada", password: "engine")
        try await wait(for: .list(["Nablus", "Ramallah"]), of: screen)
        shown.cancel()
        await shown.value
    }

    /// As a view does that goes and comes again.
    @Test func aSecondAppearanceContinuesWithTheStateThatWasKept() async throws {
        let screen = SignInScreen()
        let first = Task { await screen.follow() }
        screen.signIn(name: "ada", password: "wrong")
        try await wait(for: .form(notice: "wrongPassword"), of: screen)
        first.cancel()
        await first.value
        let second = Task { await screen.follow() }
        // What is sent while nobody follows is lost.
        while screen.sight != .list(["Nablus", "Ramallah"]) {
            screen.signIn(name: "ada", password: "engine")
            try await Task.sleep(for: .milliseconds(1))
        }
        second.cancel()
        await second.value
    }
}
