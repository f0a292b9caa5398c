/// Hash of the generator's output for the models of its tests. Files of an earlier revision are
/// generated again. A test verifies it; `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "1850c140b73bb406442c25022270cbb2"
