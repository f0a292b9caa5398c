/// Hash of the generator's output for the models of its tests, which identifies a revision of the
/// generator. Files that another revision generated are generated again. A test verifies the hash;
/// `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "dcd9b5e11b6313c46cbc7d96cac604b3"
