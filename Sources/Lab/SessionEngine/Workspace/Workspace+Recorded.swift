import ResultsStore

extension Workspace {
    /// Returns the workspace of each run of a task, with its last snapshot, in the order of the
    /// runs. Runs without a snapshot are left out.
    func recorded(in record: SessionRecord) -> [Recorded] {
        record.runs.compactMap { run in
            let latest = run.endSnapshot ?? run.attempts.last { $0.snapshot != nil }?.snapshot
            guard let snapshot = latest ?? run.startSnapshot else { return nil }
            return Recorded(origin: origin(of: run.task, in: run.condition), snapshot: snapshot)
        }
    }
}
