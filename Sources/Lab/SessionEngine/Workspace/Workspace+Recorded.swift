import ResultsStore

extension Workspace {
    /// Returns the workspaces that the session's log contains, latest last.
    func recorded(in record: SessionRecord) -> [Recorded] {
        record.runs.compactMap { run in
            let latest = run.endSnapshot ?? run.attempts.last { $0.snapshot != nil }?.snapshot
            guard let snapshot = latest ?? run.startSnapshot else { return nil }
            return Recorded(origin: origin(of: run.task, in: run.condition), snapshot: snapshot)
        }
    }
}
