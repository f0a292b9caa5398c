/// Planned changes of one folder.
package struct FolderPlan: Sendable {
    package var folder: OutputFolder
    package var plan: WritePlan
    /// If the folder is missing, the draft to which files may already have been written; otherwise
    /// nil.
    package var draft: FolderDraft?

    package init(folder: OutputFolder, plan: WritePlan, draft: FolderDraft? = nil) {
        self.folder = folder
        self.plan = plan
        self.draft = draft
    }

    /// Carries out the plan.
    ///
    /// - Throws: `DiagnosticError` if the folder cannot be written.
    package func carryOut() throws { try plan.carryOut(in: folder, draft: draft) }

    /// Unified diff of the changes.
    package var difference: String { plan.difference(in: folder) }
}
