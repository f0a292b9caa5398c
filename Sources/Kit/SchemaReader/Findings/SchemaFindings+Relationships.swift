import Diagnostics
import Schema

extension SchemaFindings {
    mutating func relationships(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        for (relationship, offset) in zip(entity.relationships, places.relationships) {
            // A relationship without a destination has already been reported.
            if relationship.destination.isEmpty { continue }
            guard let destination = index[relationship.destination] else {
                findings.report(
                    "unknown-destination",
                    at: source.offset(of: "destinationEntity", inTagAt: offset),
                    "the relationship \"\(relationship.name)\" leads to the unknown entity \"\(relationship.destination)\"",
                    fix: .nearOrListed(relationship.destination, index.names)
                )
                continue
            }
            let finding =
                inverse(of: relationship, in: entity, to: destination, at: offset)
                ?? counts(of: relationship, at: offset)
            if let finding { findings.append(finding) }
        }
    }

    private func inverse(
        of relationship: Relationship,
        in entity: Entity,
        to destination: Entity,
        at offset: Int
    ) -> ModelFinding? {
        guard let name = relationship.inverse else { return nil }
        guard let inverse = index.relationship(name, of: destination) else {
            return ModelFinding(
                "unknown-inverse",
                .warning,
                at: source.offset(of: "inverseName", inTagAt: offset),
                "the inverse \"\(name)\" of the relationship \"\(relationship.name)\" is ignored: "
                    + "the entity \"\(destination.name)\" has no relationship \"\(name)\"",
                fix: .nearOrListed(name, destination.relationships.map(\.name))
            )
        }
        if let rival = index.rival(of: relationship, in: entity) {
            return ModelFinding(
                "asymmetric-inverse",
                .warning,
                at: source.offset(of: "inverseName", inTagAt: offset),
                "the inverse \"\(name)\" of the relationship \"\(relationship.name)\" is ignored: "
                    + "\"\(name)\" of \"\(destination.name)\" has the inverse "
                    + "\"\(rival.relationship.name)\" of \"\(rival.entity.name)\"",
                fix: """
                    in the model editor, choose another inverse for "\(relationship.name)", or remove \
                    the inverse
                    """
            )
        }
        let line = [destination.name] + index.ancestors(of: destination).map(\.name)
        if let written = relationship.inverseEntity, !line.contains(written) {
            return ModelFinding(
                "wrong-inverse-entity",
                .warning,
                at: source.offset(of: "inverseEntity", inTagAt: offset),
                "inverseEntity is \"\(written)\", but the relationship \"\(relationship.name)\" "
                    + "leads to the entity \"\(destination.name)\"; inverseEntity is ignored",
                expected: "\"\(destination.name)\""
            )
        }
        if inverse.inverse == relationship.name { return nil }
        return ModelFinding(
            "asymmetric-inverse",
            .warning,
            at: source.offset(of: "inverseName", inTagAt: offset),
            "the relationship \"\(name)\" of \"\(destination.name)\" should name "
                + "\"\(relationship.name)\" of \"\(entity.name)\" as its inverse"
                + (inverse.inverse.map { ", not \"\($0)\"" } ?? ""),
            fix: "choose the inverse again in the model editor; the editor sets both sides"
        )
    }

    private func counts(of relationship: Relationship, at offset: Int) -> ModelFinding? {
        let minimum = relationship.minimumCount ?? 0
        if let maximum = relationship.maximumCount, minimum > maximum {
            return ModelFinding(
                "counts-reversed",
                .warning,
                at: source.offset(of: "minCount", inTagAt: offset),
                "\"\(relationship.name)\" requires at least \(minimum) and at most \(maximum) records: no number of records is valid",
                fix: "swap minCount and maxCount"
            )
        }
        guard !relationship.isToMany, let maximum = relationship.maximumCount, maximum > 1 else {
            return nil
        }
        return ModelFinding(
            "counts-reversed",
            .warning,
            at: source.offset(of: "maxCount", inTagAt: offset),
            "\"\(relationship.name)\" is to-one but allows up to \(maximum) records",
            fix: "write toMany=\"YES\", or maxCount=\"1\""
        )
    }
}
