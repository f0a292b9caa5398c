extension Inspecting {
    /// The facilitator has not agreed to a check yet.
    var screen: Screen { fetchingPage(told: "Your files are being read.") }
}

extension Collecting {
    var screen: Screen { fetchingPage(told: "The facilitator will continue in a moment.") }
}

extension FetchingState {
    /// Returns the page for a state that fetches the participant's files. While the session waits
    /// for files, the page offers a key to continue without them.
    ///
    /// - Parameter told: text for the participant while the session does not wait for files.
    fileprivate func fetchingPage(told: String) -> Screen {
        guard let awaited else { return taskPage(.busy, task, "stopped", told: told) }
        var screen = taskPage(.busy, task, "stopped", told: awaited.told)
        screen.say(awaited.words)
        screen.keys = [.init("w", awaited.key) { GoWithoutFiles(at: $0) }]
        return screen
    }
}

extension AwaitedFiles {
    /// Text for the participant.
    fileprivate var told: String {
        switch self {
        case .machine: "Your files are being fetched. Keep evalrun join running on your machine."
        case .zip:
            "The session waits for your zip file. Keep this page open. If the file was not sent, "
                + "send it again below."
        }
    }

    /// Text for the facilitator.
    fileprivate var words: String {
        switch self {
        case .machine:
            """
            Waiting for the files of the participant's machine, for at most two minutes. The \
            command evalrun join must be running on that machine.

            Otherwise, the participant can send the files as a zip on the page. If you go on \
            without the machine, later checks wait for it only if it is connected.
            """
        case .zip:
            """
            Waiting for the zip file that the participant's page sends, for at most two minutes. \
            The page must stay open.

            If the file was refused or not sent, the page says why, and the participant can send \
            it again.
            """
        }
    }

    /// Description of the key that continues without the files.
    fileprivate var key: String {
        switch self {
        case .machine: "go on without the machine"
        case .zip: "go on without the zip file"
        }
    }
}
