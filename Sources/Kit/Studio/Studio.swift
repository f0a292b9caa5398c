import Diagnostics
import Foundation
package import LoopbackServer
import Synchronization

/// The studio for one project. It serves a page on the loopback interface and answers the page's
/// requests.
package final class Studio: Sendable {
    struct State {
        var model: AttachedModel?
        /// The errors that were found when the model was last reread; nil if there were none. The
        /// model is reread whenever its file or the configuration has changed.
        var problem: String?
        /// Counter that tells the page about changes. It increases when a model is attached, and
        /// after each attempt to reread a changed model.
        var version = 0
        var modelPath: String?
        var fingerprint: ModelFingerprint?
    }

    let project: Project
    private let storePath: String?
    private let state: Mutex<State>
    private let token: String
    private let server = Mutex<LoopbackServer?>(nil)
    private let limits: ServerLimits
    /// Time limit for one answer, in seconds. It covers the search for the rows, and the count of
    /// the rows that each condition excludes.
    let rowsLimit: Double
    let generation: any ProjectGeneration

    /// Creates the studio and reads the model, if there is one. Does not start the server.
    ///
    /// - Parameters:
    ///   - project: the folder into which queries and code are saved.
    ///   - model: the model's path, inside or outside the project. If nil, the project's
    ///     configuration specifies the model. If the configuration specifies none either, the user
    ///     can attach a model on the page.
    ///   - store: path of a store file whose rows are shown; nil for sample data.
    ///   - rowsLimit: time limit for finding the rows of an answer, in seconds.
    /// - Throws: `DiagnosticError` if the folder does not exist, if there is no model at the path,
    ///   or if the model has errors. Also throws if the store file cannot be read, or if the
    ///   project's configuration is invalid.
    package init(
        project: String,
        model: String?,
        store: String?,
        generation: any ProjectGeneration = ReadingOnly(),
        limits: ServerLimits = ServerLimits(),
        rowsLimit: Double = 0.25
    ) throws {
        try requireFolder(
            at: project,
            "no-project",
            "there is no such folder",
            expected: "an existing project folder, in which the studio saves queries and code"
        )
        self.project = Project(project)
        storePath = store
        self.limits = limits
        self.rowsLimit = rowsLimit
        self.generation = generation
        token = Token.make()
        var state = State()
        if let model = try model ?? generation.configuredModel() {
            // Computed before the model is read, so that a change while it is read is noticed.
            state.fingerprint = ModelFingerprint(of: model, and: generation.files)
            let attached = try AttachedModel(generation.model(at: model), store: store)
            if let problem = attached.storeProblem {
                throw DiagnosticError("bad-store", at: .init(file: "--store"), problem)
            }
            state.model = attached
            state.modelPath = model
        }
        self.state = Mutex(state)
    }

    /// Starts the server on a port of 127.0.0.1; 0 selects a free port.
    ///
    /// - Returns: the address of the page, with its token.
    package func start(port: UInt16) throws -> String {
        let port = try listen(port)
        let thread = Thread { [weak self] in
            while let self, self.server.withLock({ $0 != nil }) {
                self.look()
                usleep(300_000)
            }
        }
        thread.start()
        return "http://127.0.0.1:\(port)/?token=\(token)"
    }

    private func listen(_ port: UInt16) throws -> UInt16 {
        let box = Mutex<UInt16>(0)
        let token = token
        let server = try LoopbackServer(
            port: port,
            limits: limits,
            check: { request throws(HTTPFault) in
                let hosts = HostCheck(port: box.withLock { $0 })
                try Guard(hosts: hosts, token: token).check(request)
            },
            answer: { [weak self] request, connection throws(HTTPFault) in
                guard let self else { throw HTTPFault(503, "the studio has stopped") }
                return try self.answer(request, connection)
            }
        )
        box.withLock { $0 = server.port }
        self.server.withLock { $0 = server }
        server.start()
        return server.port
    }

    package func stop() {
        server.withLock {
            $0?.stop()
            $0 = nil
        }
    }

    // MARK: - State

    var current: State { state.withLock { $0 } }

    /// Reads the model at `path` and makes it the studio's model. The model's rows are sample data,
    /// unless the studio was created with a store file.
    func attach(_ path: String) throws {
        let fingerprint = ModelFingerprint(of: path, and: generation.files)
        let model = try AttachedModel(generation.model(at: path), store: storePath)
        state.withLock {
            ($0.model, $0.problem, $0.fingerprint) = (model, nil, fingerprint)
            $0.modelPath = path
            $0.version += 1
        }
    }

    /// Rereads the model if its file or the configuration has changed. If either has errors, the
    /// studio keeps using the last valid model, and the page shows the errors.
    private func look() {
        let known = current
        guard let path = known.modelPath else { return }
        let found = ModelFingerprint(of: path, and: generation.files)
        if found == known.fingerprint { return }
        do {
            let model = try AttachedModel(generation.model(at: path), store: storePath)
            state.withLock {
                if $0.modelPath != path { return }
                ($0.model, $0.problem, $0.fingerprint) = (model, nil, found)
                $0.version += 1
            }
        } catch {
            state.withLock {
                if $0.modelPath != path { return }
                ($0.problem, $0.fingerprint) = ("\(error)", found)
                $0.version += 1
            }
        }
    }
}
