/// Planned changes of one folder.
package struct FolderPlan: Sendable {
    package var folder: OutputFolder
    package var plan: WritePlan
    /// The draft that already contains files, if the folder is missing.
    package var draft: FolderDraft?

    package init(folder: OutputFolder, plan: WritePlan, draft: FolderDraft? = nil) {
        self.folder = folder
        self.plan = plan
        self.draft = draft
    }

    /// Writes the folder.
    ///
    /// - Throws: `DiagnosticError` if it cannot be written.
    package func carryOut() throws { try plan.carryOut(in: folder, draft: draft) }

    /// Unified diff of the changes.
    package var difference: String { plan.difference(in: folder) }
}
