/// Hash of the generator's output for the models of its tests, which identifies a revision of the
/// generator. Files that another revision generated are generated again. A test verifies the hash;
/// `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "dcb4e825cd20e3beb095ddb68432ade5"
