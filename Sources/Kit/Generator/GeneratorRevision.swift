/// Hash of the generator's output for the models of its tests. Files of an earlier revision are
/// generated again. A test verifies it; `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "0ac2c95729754f3b3653600db046be4e"
