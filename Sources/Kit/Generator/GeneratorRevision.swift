/// Hash of the generator's output for the models of its tests. Files of an earlier revision are
/// generated again. A test verifies it; `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "7988a13f3403d9a7e66ac0e6b647554f"
