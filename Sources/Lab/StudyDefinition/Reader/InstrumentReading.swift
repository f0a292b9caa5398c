import Diagnostics
import Instruments
import YAMLFields

extension StudyReading {
    /// Reads the keys `instrument`, `better` and `translation` of a questionnaire. Returns their
    /// values and the instrument's items. Returns nil if there is no `instrument`, or if its value is
    /// not valid.
    func instrument(_ fields: Fields) -> (use: InstrumentUse, items: [Questionnaire.Item])? {
        guard let entry = fields["instrument"] else {
            if fields["items"] == nil {
                findings.error(
                    "missing-key",
                    at: fields.place,
                    "\(fields.name) has no \"items\" and no \"instrument\"",
                    expected: "\"items\", \"instrument\" or both"
                )
            }
            fields["better"]?.reportUseless(
                "\"better\" has no effect, because \(fields.name) has no \"instrument\"",
                fix: "remove it"
            )
            fields["translation"]?.reportUseless(
                "\"translation\" has no effect, because \(fields.name) has no \"instrument\"",
                fix: "add the translated \"instrument\", or remove \"translation\""
            )
            return nil
        }
        guard let name = entry.text() else { return nil }
        let instrument: Instrument
        do {
            instrument = try InstrumentLibrary.instrument(name)
        } catch {
            for diagnostic in error.diagnostics {
                findings.error(
                    diagnostic.id,
                    at: entry.place,
                    diagnostic.problem,
                    expected: diagnostic.expected,
                    fix: diagnostic.fix
                )
            }
            return nil
        }
        let translation = translation(fields, of: instrument)
        return (
            InstrumentUse(
                id: instrument.id,
                better: better(fields, of: instrument),
                translation: translation
            ),
            InstrumentUse.items(of: instrument, in: translation)
        )
    }

    private func better(_ fields: Fields, of instrument: Instrument) -> InstrumentUse.Better? {
        guard instrument.better == .declared else {
            fields["better"]?.reportUseless(
                "\"better\" has no effect, because \(instrument.name) defines the direction: "
                    + "\(instrument.better.rawValue) scores are better",
                fix: "remove \"better\""
            )
            return nil
        }
        guard fields["better"] != nil else {
            findings.error(
                "missing-key",
                at: fields.place,
                "\(fields.name) does not state whether high or low scores of \(instrument.name) are "
                    + "better",
                expected: "\"better: high\" or \"better: low\"",
                fix: "the published forms of the instrument differ: state which scores are better "
                    + "in the form that participants get"
            )
            return nil
        }
        return fields.choice("better", default: .high)
    }
}
