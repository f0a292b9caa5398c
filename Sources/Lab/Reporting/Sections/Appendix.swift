extension ReportAnalysis {
    /// Tables of each participant's answers, times and scores, and of every mark and check. With
    /// few participants, these tables are in the results sections instead. With very many
    /// participants, the report does not contain these tables.
    var appendixBlocks: [Block] {
        let middling = parts.filter {
            let count = $0.group.entries.count
            return count > Document.mostInPlace && count <= Document.mostRows
        }
        var tables = middling.flatMap { part -> [Table] in
            let answers = part.group.questionnaires.flatMap { answerTables($0, part) }
            let times = part.tasks.isEmpty ? [] : [timesTable(part)]
            return answers + times
                + part.satisfaction.filter { !$0.scores.isEmpty }.map { scores($0, part) }
        }
        // Imported sessions have no marks of a facilitator.
        let observed = entries.count { !$0.isImported }
        if observed > Document.mostInPlace { tables += [marksTable].compactMap(\.self) }
        if entries.count > Document.mostInPlace, entries.count <= Document.mostRows {
            tables += [checksTable].compactMap(\.self)
        }
        for index in tables.indices { tables[index].isMain = false }
        return tables.map { .table($0) }
    }
}
