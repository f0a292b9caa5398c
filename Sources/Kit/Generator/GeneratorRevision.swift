/// Hash of the generator's output for the models of its tests. Files from another revision are
/// generated again. A test verifies the hash; `EVALRUN_REGENERATE=1` updates the hash.
package let generatorRevision = "dcd9b5e11b6313c46cbc7d96cac604b3"
