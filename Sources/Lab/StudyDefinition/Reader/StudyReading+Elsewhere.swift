import YAMLFields

/// Reading of studies whose data were collected outside evalrun. These studies have no project and
/// no checks, so evalrun cannot run their sessions. Their tasks need only an id and a title.
extension StudyReading {
    func isRunHere(_ fields: Fields) -> Bool { fields["project"] != nil || fields["checks"] != nil }

    /// Reports missing keys. The required keys depend on whether evalrun runs the study's sessions.
    func requireKeys(_ fields: Fields) {
        if isRunHere(fields) {
            fields.require(["assistants", "project", "phases", "tasks", "checks"])
        } else if fields["tasks"] == nil, fields["questionnaires"] == nil {
            findings.error(
                "missing-key",
                at: fields.place,
                "the study has no \"tasks\" and no \"questionnaires\"",
                expected: "a list under at least one of these keys"
            )
        }
    }

    /// Returns the default phases for a study file without `phases`: in each condition, first the
    /// tasks, then the questionnaires. Leaves out the tasks of the second and later task sets, and
    /// the questionnaire of `after_task`. Returns no phases if evalrun runs the sessions: the file
    /// must then have the key `phases`.
    func usualPhases(
        _ fields: Fields,
        _ tasks: [StudyTask],
        _ questionnaires: [Questionnaire]
    ) -> [Phase] {
        guard !isRunHere(fields) else { return [] }
        let later = Set(setsAfterFirst(fields))
        let done = tasks.map(\.id).filter { !later.contains($0) }
        let asked = questionnaires.map(\.id).filter { $0 != fields["after_task"]?.scalar }
        for id in tasks.map(\.id) { references.use(.task, id, at: fields.place, by: "the study") }
        for id in asked { references.use(.questionnaire, id, at: fields.place, by: "the study") }
        let phases: [Phase] = done.isEmpty ? [] : [.tasks(done)]
        return [.eachCondition(phases + asked.map { .questionnaire($0) })]
    }

    /// Returns the ids of the tasks in the second and later task sets. Ignores errors in the sets;
    /// `taskSets` reports them later.
    private func setsAfterFirst(_ fields: Fields) -> [String] {
        let sets = fields["task_sets"]?.listed("a task set", expected: "") ?? []
        return sets.dropFirst().filter(\.isMapping).flatMap { set in
            set.pairs(expected: "") { $0 }.filter { $0.key.scalar == "tasks" }
                .flatMap { $0.value.listed("", expected: "").compactMap(\.scalar) }
        }
    }
}
